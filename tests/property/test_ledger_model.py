"""Random lives of two users, against a model that holds everything in plain dictionaries."""

import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import anyio
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from retold.changes import EraseUnit, RedactTurn
from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import Nearest, UnitFilter
from retold.records import Corpus, State
from retold.settings import StorageSettings
from retold.testing.samples import MODEL, adding, putting, scope, turn, unit, updating, vectors

QUICK = StorageSettings(synchronous="normal", threads=1, vector_cache_megabytes=1)
PLACES = [scope(user, session=session) for user in ("a", "ab") for session in (None, "one", "two")]
WORDS = ["tea", "milk", "茶", "a.b"]
ALL_STATES = tuple(State)

TOKENS = st.lists(st.sampled_from(WORDS), max_size=5)
ROWS = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any), min_size=1, max_size=3
)
STEPS = st.one_of(
    st.tuples(st.just("turn"), st.sampled_from(PLACES), TOKENS),
    st.tuples(st.just("unit"), st.sampled_from(PLACES), TOKENS, st.sampled_from(State)),
    st.tuples(st.just("state"), st.integers(0), st.sampled_from(State)),
    st.tuples(st.just("erase"), st.integers(0)),
    st.tuples(st.just("redact"), st.integers(0), TOKENS),
    st.tuples(st.just("vectors"), st.integers(0), ROWS),
)


class Model:
    """What a user's items are: id → [record, tokens, rows of vectors]."""

    def __init__(self):
        self.items = {Corpus.TURNS: {}, Corpus.UNITS: {}}
        self.count = 0

    def pick(self, corpus, number):
        names = list(self.items[corpus])
        return self.items[corpus][names[number % len(names)]] if names else None

    def step(self, what, *arguments):
        """The change that a step makes; None where there is nothing to change."""
        return getattr(self, f"do_{what}")(*arguments)

    def do_turn(self, place, tokens):
        self.count += 1
        said = turn(f"i{self.count}", place)
        self.items[Corpus.TURNS][said.id] = [said, tokens, None]
        return replace(adding(said), tokens=tuple(tokens))

    def do_unit(self, place, tokens, state):
        self.count += 1
        held = unit(f"i{self.count}", place, state=state)
        self.items[Corpus.UNITS][held.id] = [held, tokens, None]
        return replace(adding(held), tokens=tuple(tokens))

    def do_state(self, number, state):
        item = self.pick(Corpus.UNITS, number)
        if item is None:
            return None
        item[0] = replace(item[0], state=state)
        return updating(item[0])

    def do_erase(self, number):
        item = self.pick(Corpus.UNITS, number)
        if item is None:
            return None
        del self.items[Corpus.UNITS][item[0].id]
        return EraseUnit(scope=item[0].scope, unit_id=item[0].id)

    def do_redact(self, number, tokens):
        item = self.pick(Corpus.TURNS, number)
        if item is None:
            return None
        item[1:] = [tokens, None]
        return RedactTurn(turn=item[0], tokens=tuple(tokens))

    def do_vectors(self, number, rows):
        item = self.pick(Corpus.UNITS if number % 2 else Corpus.TURNS, number // 2)
        if item is None:
            return None
        item[2] = rows
        return putting(item[0], *rows)

    def inside(self, place, corpus, states):
        """Items that a scope and states admit, in the order of writing."""
        return [
            item
            for item in self.items[corpus].values()
            if item[0].scope.user == place.user
            and place.session in (None, item[0].scope.session)
            and getattr(item[0], "state", State.ACTIVE) in states
        ]


async def compare(ledger, index, model, place, states):
    units = await ledger.units(place, UnitFilter(states=states))
    assert units == [item[0] for item in model.inside(place, Corpus.UNITS, states)]
    for corpus in Corpus:
        items = model.inside(place, corpus, states)
        found = await ledger.postings(place, corpus, WORDS, states=states)
        assert found.total == len(items)
        assert found.total_length == sum(len(tokens) for _, tokens, _ in items)
        occurrences = {
            (WORDS[token], found.ids[item]): count
            for token, item, count in zip(found.tokens, found.items, found.counts, strict=True)
        }
        wanted = {
            (token, record.id): count
            for record, tokens, _ in items
            for token, count in Counter(tokens).items()
        }
        assert occurrences == wanted
        compare_sessions(found, items, corpus)
        await compare_nearest(index, place, corpus, states, items)


def compare_sessions(found, items, corpus):
    if corpus is Corpus.UNITS:
        assert (found.session_ids, found.session_total) == ((), 0)
        return
    lengths = Counter()
    for record, tokens, _ in items:
        lengths[record.session] += len(tokens)
    assert found.session_total == len(lengths)
    named = dict(zip(found.session_ids, found.session_lengths.tolist(), strict=True))
    assert named == {name: lengths[name] for name in {r.session for r, t, _ in items if t}}
    sessions = {r.id: r.session for r, _, _ in items}
    assert [found.session_ids[s] for s in found.sessions] == [sessions[i] for i in found.ids]


async def compare_nearest(index, place, corpus, states, items):
    question = vectors((2, 1))[0]
    cosines = {
        record.id: float((vectors(*rows) @ question).max()) for record, _, rows in items if rows
    }
    query = Nearest(
        scope=place, corpus=corpus, model=MODEL, vector=question, limit=3, states=states
    )
    found = await index.nearest(query)
    best = sorted(cosines, key=lambda name: (-round(cosines[name], 6), name))[:3]
    assert found.total == len(cosines)
    assert np.allclose(found.values, [cosines[name] for name in best], atol=1e-5)
    # Names are those of the best, unless two are so near that rounding decides.
    if len({round(value, 4) for value in cosines.values()}) == len(set(cosines.values())):
        assert list(found.ids) == best


async def live(steps, places, states):
    with tempfile.TemporaryDirectory() as folder:
        ledger = await SqliteLedger.open(Path(folder) / "memory.db", QUICK)
        index = SqliteIndex(ledger, QUICK)
        model = Model()
        for number, step in enumerate(steps):
            change = model.step(*step)
            if change is not None:
                await ledger.apply([change])
            if number % 5 == 4:
                await compare(ledger, index, model, places[number % len(places)], ALL_STATES)
        for place in places:
            await compare(ledger, index, model, place, ALL_STATES)
            await compare(ledger, index, model, place, states)
        await index.close()
        await ledger.close()


@settings(max_examples=25)
@given(
    st.lists(STEPS, max_size=25),
    st.lists(st.sampled_from(PLACES), min_size=1, max_size=3),
    st.lists(st.sampled_from(State), min_size=1, unique=True).map(tuple),
)
def test_the_store_agrees_with_a_model(steps, places, states):
    anyio.run(live, steps, places, states)
