from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from retold.changes import AddUnit, UpdateUnit
from retold.forgetting.periods import periods
from retold.forgetting.summarise import (
    Making,
    changes_of_summaries,
    plan_summaries,
    summed_up,
)
from retold.records import Kind, Source, State
from retold.settings import ForgettingSettings
from retold.testing.samples import scope, unit
from retold.text.normal import digest

MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
NOW = MONDAY + timedelta(days=60)
SECRET = b"key"
SAID = {
    "en": ("User visited the harbour.", "User bought a green kayak.", "User met Kim for tea."),
    "zh": ("用户去了港口。", "用户买了一艘绿色皮划艇。", "用户和小金喝了茶。"),
}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def kept(name, content, *, day=0, **fields):
    values = {
        "content": content,
        "first_person": content,
        "occurred_at": MONDAY + timedelta(days=day),
        "sources": (Source(turn_id=f"turn of {name}", start=0, end=5),),
        "kind": Kind.EVENT,
    }
    return unit(name, scope(), **(values | fields))


def said(language, **fields):
    return [
        kept(f"u{n}", text, language=language, **fields) for n, text in enumerate(SAID[language])
    ]


def making(graves=(), **settings):
    ids = count()
    return Making(
        scope=scope(),
        now=NOW,
        settings=ForgettingSettings(**settings),
        secret=SECRET,
        graves=graves,
        new_id=lambda: f"s{next(ids)}",
    )


def summaries(units, **settings):
    """A summary for each period; None where no sentence of it fits into the limits."""
    return [
        next((plan.unit for plan in plan_summaries([period], (), making(**settings))), None)
        for period in periods(units, {}, now=NOW)
    ]


def planned(units, there=(), graves=()):
    return list(plan_summaries(periods(units, {}, now=NOW), there, making(graves)))


def text_of(language):
    return summaries(said(language))[0].content


def test_it_quotes_the_units_in_their_language():
    assert text_of("en") == (
        "On 4 May 2026: User visited the harbour; User bought a green kayak; User met Kim for tea."
    )
    assert text_of("zh") == (
        "2026年5月4日：用户去了港口；用户买了一艘绿色皮划艇；用户和小金喝了茶。"
    )


@BOTH
def test_a_day_is_told_by_its_unit_and_tags(language):
    day, week = summaries(said(language))
    assert (day.kind, day.language, day.subject) == (Kind.SUMMARY, language, "")
    assert day.tags == ("day:2026-05-04", "week:2026-W19")
    assert [source.turn_id for source in day.sources] == [f"turn of u{n}" for n in range(3)]
    assert day.valid_from == datetime(2026, 5, 5, tzinfo=UTC)
    assert week.tags == ("week:2026-W19",)
    openings = {
        "en": "In the week from 4 May 2026 to 10 May 2026: ",
        "zh": "2026年5月4日至2026年5月10日这一周：",
    }
    assert week.content.startswith(openings[language])


@BOTH
def test_what_is_important_comes_before_what_is_not(language):
    units = said(language)
    units[1] = replace(units[1], importance=0.9)
    (day, _) = summaries(units, summary_sentences=1)
    assert SAID[language][1].rstrip(".。") in day.content
    assert SAID[language][0].rstrip(".。") not in day.content


@BOTH
def test_what_repeats_is_said_once(language):
    units = [*said(language), kept("again", SAID[language][0], language=language)]
    (day, _) = summaries(units)
    assert day.content.count(SAID[language][0].rstrip(".。")) == 1


def test_what_is_too_long_is_left_out():
    units = [*said("en"), kept("long", f"User wrote: {'word ' * 300}.", importance=1.0)]
    (day, _) = summaries(units)
    assert "kayak" in day.content
    assert "word word" not in day.content
    assert summaries([kept(f"l{n}", f"{n} {'word ' * 300}") for n in range(2)]) == [None, None]


def test_of_a_second_run_nothing_is_planned():
    units = said("en")
    first = planned(units)
    assert [plan.unit.tags[0] for plan in first] == ["day:2026-05-04", "week:2026-W19"]
    assert planned(units, [plan.unit for plan in first]) == []


def test_a_period_that_changed_is_summed_up_anew():
    units = said("en")
    there = [plan.unit for plan in planned(units)]
    more = [*units, kept("more", "User lost an umbrella.")]
    again = planned(more, there)
    assert [plan.replaced for plan in again] == [(there[0],), (there[1],)]
    assert all("umbrella" in plan.unit.content for plan in again)
    (gone,) = [
        change.unit
        for change in changes_of_summaries(again[:1], secret=SECRET, now=NOW)
        if isinstance(change, UpdateUnit)
    ]
    assert (gone.state, gone.superseded_by) == (State.SUPERSEDED, again[0].unit.id)


def test_a_summary_of_which_too_little_is_left_goes():
    units = said("en")
    there = [plan.unit for plan in planned(units)]
    again = planned(units[:1], there)
    assert [(plan.unit, plan.replaced) for plan in again] == [(None, (one,)) for one in there]
    changes = changes_of_summaries(again, secret=SECRET, now=NOW)
    assert not [change for change in changes if isinstance(change, AddUnit)]


def test_what_a_person_hid_or_erased_is_not_made_again():
    units = said("en")
    there = [plan.unit for plan in planned(units)]
    hidden = [replace(unit, state=State.RETIRED) for unit in there]
    assert planned([*units, kept("more", "User lost an umbrella.")], hidden) == []
    graves = {digest(SECRET, unit.content) for unit in there}
    assert planned(units, (), graves) == []


def test_a_summary_that_somebody_else_made_stays():
    other = kept("theirs", "On a day: things.", kind=Kind.SUMMARY, tags=("day:2026-05-04",))
    assert [plan.replaced for plan in planned(said("en"), [other])] == [(), ()]


def test_only_what_faded_and_matters_little_is_archived():
    faded = [replace(one, state=State.FADED) for one in said("en")]
    (day, _) = summaries(faded)
    settings = ForgettingSettings()
    assert summed_up(faded, [day], settings=settings) == ("u0", "u1", "u2")
    assert summed_up(faded, [], settings=settings) == ()
    for other in (
        {"state": State.ACTIVE},
        {"pinned": True},
        {"importance": 0.9},
        {"sources": (*faded[0].sources, Source(turn_id="elsewhere", start=0, end=1))},
        {"sources": ()},
    ):
        assert summed_up([replace(faded[0], **other)], [day], settings=settings) == ()
