from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from retold.records import Scope, Speaking, Turn
from retold.settings import WriterSettings
from retold.writer import Sieve
from retold.writer.clauses import clauses
from retold.writer.drafts import Draft, Refusal
from retold.writer.select import barred

AT = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)
PARTS = st.sampled_from(
    ["I live in Rome", "My friend Jack is allergic to nuts", "he likes it", "and", ", ", ". ", "? ", "\n", "I moved to Oslo yesterday",
     "my budget is 3000", "raise it to 4000", "thanks!", "what if I left", "no RGB", "forget the budget", "don't save that", "```", "<memory>", "“", '"',
     "我住在成都", "我妈妈对花生过敏", "她喜欢跳舞", "，", "。", "预算3000以内", "不要灯", "昨天去爬了黄山", "谢谢", "如果我搬家", "我没有车了", "😀", "\u200d", "4111 1111 1111 1111"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(PARTS, max_size=10).map("".join),
    st.lists(PARTS, max_size=10).map(" ".join),
)


def turn(text, number, role=Speaking.USER, speaker="user"):
    return Turn(
        id=f"t{number}", scope=Scope(user="u", session="s"), speaker=speaker, role=role, text=text,
        occurred_at=AT, recorded_at=AT,
    )  # fmt: skip


@given(st.lists(TEXTS, min_size=1, max_size=3), st.booleans())
def test_whatever_is_said_drafts_are_sound(texts, raw):
    sieve = Sieve(WriterSettings(threshold=0.2, raw=raw))
    turns = [turn(text, i) for i, text in enumerate(texts)]
    by_id = {one.id: one for one in turns}
    for result in sieve.drafted(turns):
        if isinstance(result, Refusal):
            assert result.rule
            assert 0 <= result.score <= 1
            continue
        if not isinstance(result, Draft):
            continue
        assert 0 <= result.score <= 1
        assert 0 <= result.importance <= 1
        assert 0 <= result.confidence <= 1
        assert result.polarity in (-1, 1)
        assert result.content.strip()
        assert result.first_person.strip()
        for source in result.sources:
            assert 0 <= source.start < source.end <= len(by_id[source.turn_id].text)


@given(TEXTS)
def test_the_same_words_give_the_same_drafts(text):
    sieve = Sieve(WriterSettings())
    first = [getattr(r, "content", r) for r in sieve.drafted([turn(text, 0)])]
    assert first == [getattr(r, "content", r) for r in sieve.drafted([turn(text, 0)])]


@given(TEXTS, st.sampled_from([Speaking.SYSTEM, Speaking.TOOL]))
def test_system_and_tool_text_is_never_a_draft(text, role):
    results = Sieve(WriterSettings(threshold=0)).drafted([turn(text, 0, role)])
    assert all(isinstance(result, Refusal) for result in results)


@given(TEXTS, st.sampled_from(["en", "zh"]))
def test_clauses_are_slices_in_order_that_do_not_overlap(text, language):
    found = clauses(text, language)
    assert all(text[c.start : c.end] == c.text for c in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@given(TEXTS)
def test_no_draft_rests_on_what_is_barred(text):
    blocks = barred(text)
    results = Sieve(WriterSettings(threshold=0)).drafted([turn(text, 0)])
    for result in results:
        if isinstance(result, Draft):
            source = result.sources[0]
            touching = [b for b in blocks if b.start < source.end and source.start < b.end]
            assert touching == []
