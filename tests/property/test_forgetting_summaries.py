from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from retold.forgetting.periods import periods
from retold.forgetting.summarise import Making, plan_summaries
from retold.records import Kind, Source
from retold.settings import ForgettingSettings
from retold.testing.samples import scope, unit
from retold.text.counts import count_tokens
from retold.text.wording import quoted

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
NOW = START + timedelta(days=400)
WORDS = "tea kayak harbour Oslo seven green 茶 皮划艇 港口 北京 三只 绿色".split()


@st.composite
def memories(draw):
    said = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30))
    number = draw(st.integers(0, 10**6))
    return unit(
        f"u{number}",
        scope(),
        content=" ".join(said) + draw(st.sampled_from([".", "。", ""])),
        kind=draw(st.sampled_from([kind for kind in Kind if kind is not Kind.SUMMARY])),
        language=draw(st.sampled_from(["en", "zh"])),
        importance=draw(st.floats(0, 1)),
        occurred_at=START + timedelta(hours=draw(st.integers(0, 24 * 20))),
        sources=(Source(turn_id=f"t{number}", start=0, end=3),),
    )


def made(units, most, tokens):
    making = Making(
        scope=scope(),
        now=NOW,
        settings=ForgettingSettings(summary_sentences=most, summary_tokens=tokens),
        secret=b"key",
        graves=(),
        new_id=lambda: "s",
    )
    found = periods(units, {}, now=NOW)
    return [
        (period, next((plan.unit for plan in plan_summaries([period], (), making)), None))
        for period in found
    ]


SEVERAL = st.lists(memories(), max_size=25, unique_by=lambda one: one.id)


@given(SEVERAL, st.integers(1, 10), st.integers(16, 300), st.randoms())
@settings(max_examples=60)
def test_a_summary_quotes_is_bounded_and_does_not_depend_on_order(units, most, tokens, random):
    before = made(units, most, tokens)
    shuffled = random.sample(units, len(units))
    assert made(shuffled, most, tokens) == before
    for period, one in before:
        if one is None:
            continue
        assert count_tokens(one.content) <= tokens
        between = "；" if one.language == "zh" else "; "
        opening = "：" if one.language == "zh" else ": "
        sentences = quoted(one.content.partition(opening)[2]).split(between)
        assert 1 <= len(sentences) <= most
        assert set(sentences) <= {quoted(unit.content) for unit in period.units}
        assert set(one.sources) == {s for unit in period.units for s in unit.sources}
