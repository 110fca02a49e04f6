from dataclasses import replace

import pytest

from retold.changes import AddUnit, UpdateUnit
from retold.ports import UnitFilter
from retold.rebuilding.scratch import Scratch
from retold.records import Corpus, Source, State
from retold.testing.samples import entry, scope, unit

ADA = scope()
EVERY = UnitFilter(states=())


def added(one, tokens=("tea", "tea", "milk")):
    return AddUnit(unit=one, tokens=tokens, fingerprint=f"print of {one.id}", entry=entry(one))


@pytest.fixture
def scratch():
    made = Scratch(b"key")
    first = unit("u1", ADA, slot="drink", sources=(Source(turn_id="t1", start=0, end=3),))
    made.apply([added(first), added(unit("u2", scope(agent="cook", session="s")), ("tea",))])
    changed = replace(first, sources=(*first.sources, Source(turn_id="t2", start=0, end=3)))
    made.apply([UpdateUnit(unit=changed, entry=entry(changed, "merged"))])
    return made


async def ids(scratch, where, of=ADA):
    return [one.id for one in await scratch.units(of, where)]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (UnitFilter(), ["u1", "u2"]),
        (UnitFilter(limit=1), ["u2"]),
        (UnitFilter(ids=("u2", "u9")), ["u2"]),
        (UnitFilter(fingerprints=("print of u1",)), ["u1"]),
        (UnitFilter(subject_slots=(("Ada", "drink"), ("Bo", ""))), ["u1"]),
        (UnitFilter(turn_ids=("t1",)), ["u1"]),
        (UnitFilter(turn_ids=("t2",)), ["u1"]),
        (UnitFilter(turn_ids=("t2",), ids=("u2",)), []),
        (UnitFilter(states=(State.RETIRED,)), []),
    ],
)
async def test_units_are_found_as_in_a_ledger(scratch, where, found):
    assert await ids(scratch, where) == found


async def test_a_scope_narrows(scratch):
    assert await ids(scratch, EVERY, scope(agent="cook")) == ["u2"]
    assert await ids(scratch, EVERY, scope(session="")) == ["u1"]


async def test_a_change_moves_a_unit_and_keeps_every_step(scratch):
    one = replace(scratch.made["u1"].unit, state=State.SUPERSEDED)
    scratch.apply([UpdateUnit(unit=one, entry=entry(one, "superseded"))])
    assert await ids(scratch, UnitFilter()) == ["u2"]
    steps = [step.event for step in scratch.made["u1"].entries]
    assert steps == ["created", "merged", "superseded"]
    found = await scratch.postings(ADA, Corpus.UNITS, ["tea"])
    assert (found.ids, found.total, found.total_length) == (("u2",), 1, 1)


async def test_postings_say_where_tokens_stand(scratch):
    found = await scratch.postings(ADA, Corpus.UNITS, ["milk", "tea", "none"])
    assert (found.ids, found.lengths.tolist()) == (("u1", "u2"), [3, 1])
    rows = zip(found.tokens, found.items, found.counts, strict=True)
    assert {tuple(map(int, row)) for row in rows} == {(0, 0, 1), (1, 0, 2), (1, 1, 1)}
    assert (found.total, found.total_length) == (2, 4)


async def test_there_are_no_turns(scratch):
    found = await scratch.postings(ADA, Corpus.TURNS, ["tea"])
    assert (found.ids, found.total) == ((), 0)
