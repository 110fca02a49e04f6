from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from retold.changes import AddUnit
from retold.rebuilding.compare import compare, is_held
from retold.rebuilding.scratch import Made
from retold.records import HistoryEntry, Kind, Scope, Source, Speaking, State, Turn, Unit

AT = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)
NOW = AT + timedelta(days=9)
TURNS = {
    turn_id: Turn(
        id=turn_id, scope=Scope(user="ada"), speaker="Ada", role=Speaking.USER, text="I do so.",
        occurred_at=AT, recorded_at=AT,
    )
    for turn_id in ("t1", "t2")
}  # fmt: skip
SAID = {"Ada likes tea.": "like", "Ada lives in Oslo.": "residence", "艾达喜欢茶。": ""}
SPANS = st.builds(
    Source, turn_id=st.sampled_from(sorted(TURNS)), start=st.integers(0, 3), end=st.integers(4, 6)
)


@st.composite
def units(draw, name, states, **more):
    """Up to six units that name one another."""
    contents = draw(st.lists(st.sampled_from(sorted(SAID)), max_size=6))
    ids = [f"{name}{place}" for place in range(len(contents))]
    found = []
    for unit_id, content in zip(ids, contents, strict=True):
        state = draw(st.sampled_from(states))
        closed = state is State.SUPERSEDED
        others = st.sampled_from([None, "gone", *ids]) if name == "old" else st.sampled_from(ids)
        found.append(
            Unit(
                id=unit_id,
                scope=Scope(user="ada", agent=draw(st.sampled_from((None, "cook")))),
                content=content,
                first_person=content,
                kind=Kind.FACT,
                subject=draw(st.sampled_from(("Ada", "Bo"))),
                slot=SAID[content],
                created_at=AT,
                occurred_at=AT,
                state=state,
                valid_to=AT + timedelta(hours=draw(st.integers(0, 2))) if closed else None,
                superseded_by=draw(st.none() | others) if closed else None,
                conflicts=tuple(draw(st.lists(st.sampled_from(ids), max_size=1))),
                **{key: draw(values) for key, values in more.items()},
            )
        )
    return found


THERE = units(
    "old",
    tuple(State),
    sources=st.lists(SPANS, max_size=2).map(tuple),
    pinned=st.booleans(),
    writer=st.sampled_from(("rules/0", "rules/1", "model/1")),
)


@st.composite
def derivations(draw):
    """What a writer makes: it says one thing once at a time, and each time from words of its own."""
    made = draw(units("new", (State.ACTIVE, State.SUPERSEDED, State.RETIRED)))
    spans = draw(st.lists(SPANS, min_size=len(made), max_size=len(made), unique=True))
    open_now, kept = set(), []
    for unit, span in zip(made, spans, strict=True):
        said = (unit.content, unit.subject, unit.scope.agent)
        if unit.state is State.ACTIVE and said in open_now:
            continue
        open_now |= {said} if unit.state is State.ACTIVE else set()
        entry = HistoryEntry(
            unit_id=unit.id, at=NOW, event="created", content=unit.content, state=State.ACTIVE
        )
        kept.append(
            Made(unit=replace(unit, sources=(span,)), tokens=(), fingerprint="", entries=[entry])
        )
    return kept


def held_of(there, edited=frozenset()):
    return {u.id for u in there if u.id in edited or is_held(u, TURNS)}


def carried_out(there, found):
    """The units after the changes."""
    after = {unit.id: unit for unit in there}
    for change in (*found.added, *found.steps, *found.changed, *found.closed):
        assert (change.unit.id in after) != isinstance(change, AddUnit)
        assert change.entry.unit_id == change.unit.id
        after[change.unit.id] = change.unit
    return list(after.values())


EDITED = st.sets(st.sampled_from([f"old{place}" for place in range(6)]), max_size=2)


@given(THERE, derivations(), EDITED)
def test_a_second_run_changes_nothing(there, made, edited):
    first = compare(there, made, held=held_of(there, edited), now=NOW)
    after = carried_out(there, first)
    # The next derivation makes the same under other names.
    names = {one.unit.id: f"again-{one.unit.id}" for one in made}
    again = [
        replace(
            one,
            unit=replace(
                one.unit,
                id=names[one.unit.id],
                superseded_by=names.get(one.unit.superseded_by or ""),
                conflicts=tuple(names[i] for i in one.unit.conflicts if i in names),
            ),
        )
        for one in made
    ]
    second = compare(after, again, held=held_of(after, edited), now=NOW)
    assert (second.added, second.steps, second.changed, second.closed) == ((), (), (), ())


@given(THERE, derivations(), EDITED)
def test_what_is_held_stays_as_it_is(there, made, edited):
    held = held_of(there, edited)
    found = compare(there, made, held=held, now=NOW)
    moved = [change.unit.id for change in (*found.changed, *found.closed)]
    assert held.isdisjoint(moved)
    assert len(moved) == len(set(moved))


@given(THERE, derivations(), EDITED)
def test_what_moves_keeps_everything_but_where_it_stands(there, made, edited):
    found = compare(there, made, held=held_of(there, edited), now=NOW)
    before = {unit.id: unit for unit in there}
    for change in (*found.changed, *found.closed):
        old, new = before[change.unit.id], change.unit
        assert new != old
        standing = {
            "state": old.state,
            "valid_to": old.valid_to,
            "superseded_by": old.superseded_by,
            "conflicts": old.conflicts,
        }
        assert replace(new, **standing) == old


@given(THERE, derivations(), EDITED)
def test_what_is_open_afterwards_is_made_or_merged_or_held(there, made, edited):
    held = held_of(there, edited)
    after = carried_out(there, compare(there, made, held=held, now=NOW))
    closed = (State.SUPERSEDED, State.RETIRED)
    made_open = {
        (one.unit.content, one.unit.subject, one.unit.scope.agent)
        for one in made
        if one.unit.state is State.ACTIVE
    }
    said = {source for one in made for source in one.unit.sources}
    for unit in after:
        # What shares its words with something that was made may have been merged into it.
        if unit.state not in closed and unit.id not in held and said.isdisjoint(unit.sources):
            assert (unit.content, unit.subject, unit.scope.agent) in made_open


@given(THERE, derivations(), EDITED)
def test_names_lead_to_what_is_there(there, made, edited):
    found = compare(there, made, held=held_of(there, edited), now=NOW)
    ids = {unit.id for unit in carried_out(there, found)}
    old = {unit.id for unit in there}
    for change in (*found.added, *found.steps):
        assert set(change.unit.conflicts) <= ids
        assert change.unit.superseded_by in {None, *ids}
    for change in found.changed:
        assert change.unit.superseded_by in {None, "gone", *ids}
        assert {i for i in change.unit.conflicts if i not in old} <= ids


@given(derivations())
def test_from_nothing_all_is_added_but_what_was_taken_back(made):
    found = compare([], made, held=set(), now=NOW)
    assert [change.unit.id for change in found.added] == [
        one.unit.id for one in made if one.unit.state is not State.RETIRED
    ]
    assert (found.changed, found.closed) == ((), ())
