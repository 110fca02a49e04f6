from dataclasses import replace

import anyio
import pytest

from retold.changes import AddUnit, UpdateUnit
from retold.records import Action, Attachment, Kind, Scope, Source, Speaking, State, Turn
from retold.settings import WriterSettings
from retold.text.normal import digest
from retold.text.wording import unit_tokens
from retold.writer import Sieve, Writer
from tests.unit.writer.conftest import NOW, SCOPE


def turn(text, **fields):
    values = {
        "id": "t", "scope": replace(SCOPE, session="s"), "speaker": "user", "role": Speaking.USER,
        "text": text, "occurred_at": NOW, "recorded_at": NOW,
    }  # fmt: skip
    return Turn(**(values | fields))


def test_a_kept_unit_in_full(talk):
    (outcome,) = talk.say("btw I went to Oslo with my sister yesterday")
    (unit,) = talk.units()
    assert unit.content == "The user went to Oslo with their sister on 5 May 2026."
    assert unit.first_person == "I went to Oslo with my sister on 5 May 2026."
    assert (unit.kind, unit.subject, unit.language) == (Kind.EVENT, "user", "en")
    assert (unit.moment.words, unit.moment.precision) == ("yesterday", "day")
    assert (unit.occurred_at, unit.valid_from, unit.created_at) == (NOW, NOW, NOW)
    assert unit.sources == (Source(turn_id="t0", start=0, end=43),)
    assert unit.writer == "rules/1"
    assert 0 < unit.importance <= 1
    assert 0 < unit.confidence <= 1
    assert (outcome.action, outcome.unit_id) == (Action.KEPT, unit.id)
    assert outcome.reasons
    (entry,) = talk.history(unit.id)
    assert (entry.event, entry.turn_id, entry.at) == ("created", "t0", NOW)


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        (
            "I'm in Guangzhou and want a low-power mini PC as a soft router.",
            ["The user is in Guangzhou.", "The user wants a low-power mini PC as a soft router."],
        ),
        ("我在广州，想买个低功耗的迷你主机做软路由", ["用户在广州。", "用户想买个低功耗的迷你主机做软路由。"]),
        ("I adopted a cat. Her name is Luna.", ["The user adopted a cat. Her name is Luna."]),
        ("我喜欢安静的键盘，青轴太吵了", ["用户喜欢安静的键盘。", "用户青轴太吵了。"]),
    ],
)  # fmt: skip
def test_one_unit_says_one_thing(talk, text, contents):
    talk.say(text)
    assert talk.contents()[:1] == contents[:1]
    assert len(talk.contents()) == len(contents)


def test_sources_are_exact_slices(talk):
    text = "Hi! I live in Leeds. And my sister Ana works at SAP, you know."
    talk.say(text)
    slices = [text[s.start : s.end] for unit in talk.units() for s in unit.sources]
    assert slices == ["I live in Leeds.", "And my sister Ana works at SAP"]


def test_the_new_unit_is_in_before_the_old_one_closes(talk):
    talk.say("I live in Munich.")

    async def written():
        writer = await talk.open()
        found = await writer.write([turn("I moved to Hamburg.", id="t9")], context=(), now=NOW)
        await talk._close()
        return found.changes

    first, second = anyio.run(written)
    assert isinstance(first, AddUnit)
    assert isinstance(second, UpdateUnit)
    assert second.unit.superseded_by == first.unit.id
    assert first.tokens == unit_tokens(first.unit)


def test_fingerprints_are_keyed_hashes_of_the_content(talk):
    async def written():
        writer = await talk.open()
        found = await writer.write([turn("I live in Leeds.")], context=(), now=NOW)
        secret = await talk.ledger.secret()
        await talk._close()
        return found.changes, secret

    (change,), secret = anyio.run(written)
    assert change.fingerprint == digest(secret, "The user lives in Leeds.")


def test_without_turns_nothing_is_read_or_written():
    written = anyio.run(lambda: Writer(None, WriterSettings()).write([], context=(), now=NOW))
    assert (written.changes, written.outcomes) == ((), ())


def test_context_of_another_session_is_not_understood_with():
    sieve = Sieve(WriterSettings())
    before = turn("My friend Jack is allergic to nuts.", id="a")
    other = turn(
        "My friend Jack is allergic to nuts.", id="a", scope=Scope(user="ada", session="x")
    )
    (known,) = sieve.drafted([turn("He lives in Oslo.")], [before])
    (unknown,) = sieve.drafted([turn("He lives in Oslo.")], [other])
    assert known.subject == "Jack"
    assert unknown.rule == "not self-contained"


def test_without_context_turns_nothing_is_carried_over():
    sieve = Sieve(WriterSettings(context_turns=0))
    before = turn("My friend Jack is allergic to nuts.", id="a")
    (result,) = sieve.drafted([turn("He lives in Oslo.")], [before])
    assert result.rule == "not self-contained"


@pytest.mark.parametrize("text", ["btw I live in Leeds now, it's nice", "其实我住在成都"])
def test_raw_keeps_the_sentence_as_it_was_said(new_talk, text):
    talk = new_talk(raw=True)
    talk.say(text)
    (unit,) = talk.units()
    assert unit.content == unit.first_person == text
    assert unit.slot == "residence"


def test_raw_still_selects_and_reconciles(new_talk):
    talk = new_talk(raw=True)
    talk.say("thanks!", "I live in Leeds.", "I live in Leeds.", "I moved to York.", "who is Ada?")
    assert talk.contents() == ["I moved to York."]
    assert talk.contents(State.SUPERSEDED) == ["I live in Leeds."]


def test_the_threshold_decides_and_the_receipt_says_so(new_talk):
    text = "I painted a small green shelf"
    assert new_talk(threshold=0.1).say(text)[0].action is Action.KEPT
    (outcome,) = new_talk(threshold=0.99).say(text)
    assert (outcome.action, outcome.rule) == (Action.REFUSED, "below the threshold")
    assert 0 < outcome.score < 0.99


def test_only_so_many_sentences_are_judged(new_talk):
    talk = new_talk(max_sentences=2)
    assert len(talk.say("I live in Leeds. I love tea. I love chess.")) == 2


def test_a_picture_raises_the_score():
    sieve = Sieve(WriterSettings(threshold=0))
    plain = turn("Painted a shelf with the boys")
    (without,) = sieve.drafted([plain])
    (pictured,) = sieve.drafted([replace(plain, attachments=(Attachment(caption="a shelf"),))])
    assert pictured.score > without.score


def test_speakers_by_name_speak_to_each_other(talk):
    talk.say("Hi Mel, I moved to Oslo.", speaker="Caroline")
    talk.say("I love your painting, and I adopted a cat!", speaker="Melanie")
    assert talk.contents() == ["Caroline moved to Oslo.", "Melanie adopted a cat!"]


def test_long_turns_and_pasted_books_pass(talk):
    talk.say("I live in Leeds. " + "word " * 40_000)
    assert talk.contents() == ["The user lives in Leeds."]
