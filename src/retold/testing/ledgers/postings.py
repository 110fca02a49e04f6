"""Keywords: where tokens occur, with the sums that ranking needs."""

from __future__ import annotations

from dataclasses import replace

from retold.ports import LIVE, Ledger, Postings
from retold.records import Corpus, Scope, State
from retold.testing.checks import equal
from retold.testing.samples import adding, scope, turn, unit, updating

_ONE = scope(session="one")
_TWO = scope(session="two", agent="helper")
_ODD = (
    "a.b",
    "a",
    "b",
    "x-y_z",
    "me@example.org",
    "https://example.org/a?b=c#d",
    "c++",
    '"quoted"',
    "it's",
    "%",
    "_",
    "*",
    "(or)",
    "not",
    "near/2",
    "^",
    ":",
    "两 个",
    "数据库",
    "茶",
    "𒀀",
    "é",
)


def _where(found: Postings) -> list[tuple[int, str, int]]:
    """Position of the token, item and count, sorted."""
    return sorted(
        (token, found.ids[item], count)
        for token, item, count in zip(
            found.tokens.tolist(), found.items.tolist(), found.counts.tolist(), strict=True
        )
    )


class PostingsSuite:
    """Exact tokens are found where they were put, and nowhere else."""

    async def test_tokens_are_found_with_their_counts(self, ledger: Ledger) -> None:
        """In the order asked, also when asked twice; lengths are numbers of tokens."""
        await ledger.apply(
            [
                adding(unit("u1", scope()), "tea", "milk", "tea"),
                adding(unit("u2", scope()), "tea", "茶", "加", "奶"),
                adding(unit("u3", scope()), "coffee"),
            ]
        )
        found = await ledger.postings(scope(), Corpus.UNITS, ["milk", "tea", "?", "tea"])
        equal(_where(found), [(0, "u1", 1), *((n, *p) for n in (1, 3) for p in _TEA)])
        equal(dict(zip(found.ids, found.lengths.tolist(), strict=True)), {"u1": 3, "u2": 4})
        equal((found.total, found.total_length), (3, 8))
        equal((found.session_ids, found.session_total, len(found.sessions)), ((), 0, 0))

    async def test_it_is_counted_who_holds_a_token(self, ledger: Ledger) -> None:
        """Of one user, in every state, up to a number; turns and units apart."""
        gone = unit("u4", _TWO, state=State.RETIRED)
        await ledger.apply(
            [*(adding(unit(f"u{n}", _ONE), "tea", "tea") for n in range(3)), adding(gone, "tea")]
        )
        await ledger.apply([adding(turn("t1", _ONE), "milk"), adding(unit("u", scope("bob")), "?")])
        asked = ["milk", "tea", "?", "tea"]
        equal(await ledger.holders(scope(), Corpus.UNITS, asked, most=9), [0, 4, 0, 4])
        equal(await ledger.holders(scope(), Corpus.UNITS, asked, most=2), [0, 2, 0, 2])
        equal(await ledger.holders(_ONE, Corpus.TURNS, asked, most=9), [1, 0, 0, 0])
        equal(await ledger.holders(scope("eve"), Corpus.UNITS, asked, most=9), [0] * 4)
        equal(await ledger.holders(scope(), Corpus.UNITS, [], most=9), [])

    async def test_nothing_is_found_for_nothing(self, ledger: Ledger) -> None:
        """No tokens, unknown tokens, the empty token: totals all the same."""
        await ledger.apply([adding(unit("u1", scope()), "tea")])
        for tokens in ([], ["?"], [""]):
            found = await ledger.postings(scope(), Corpus.UNITS, tokens)
            equal((_where(found), found.ids, found.total), ([], (), 1))

    async def test_numbers_stand_for_ids(self, ledger: Ledger) -> None:
        """They grow in the order of recording; either way only what is in the scope is named."""
        for name, place in (("x2", _ONE), ("x1", _TWO), ("x3", scope("bob"))):
            await ledger.apply([adding(unit(name, place), "tea"), adding(turn(name, place), "tea")])
        for corpus in Corpus:
            found = await ledger.postings(scope(), corpus, ["tea"], names=False)
            first, second = found.numbers.tolist()
            equal((found.ids, first < second), ((), True))
            every = {"x2": first, "x1": second}
            equal(await ledger.named(scope(), corpus, numbers=[second, first, 10**9]), every)
            equal(await ledger.named(scope(), corpus, ids=["x3", "x1", "x2", "?"]), every)
            both = await ledger.named(scope(), corpus, ids=["x1"], numbers=[first])
            equal(both, every)
            equal(await ledger.named(scope(), corpus), {})
            for narrow in (_TWO, scope(agent="helper"), scope(session="two")):
                equal(await ledger.named(narrow, corpus, numbers=[first, second]), {"x1": second})
                equal(await ledger.named(narrow, corpus, ids=["x1", "x2"]), {"x1": second})
            of_bob = await ledger.named(scope("bob"), corpus, ids=["x1", "x3"], numbers=[first])
            equal(list(of_bob), ["x3"])
        outlines = await ledger.outlines(scope(), ["x1", "x2"], radius=0)
        equal({o.id: o.number for o in outlines}, every)

    async def test_odd_tokens_are_whole(self, ledger: Ledger) -> None:
        """No character splits a token or means anything."""
        await ledger.apply([adding(unit(f"u{n}", scope()), token) for n, token in enumerate(_ODD)])
        found = await ledger.postings(scope(), Corpus.UNITS, _ODD)
        equal(_where(found), [(n, f"u{n}", 1) for n in range(len(_ODD))])

    async def test_turns_and_units_are_apart(self, ledger: Ledger) -> None:
        """The same token and id in both."""
        await ledger.apply([adding(unit("x", scope()), "tea"), adding(turn("x", scope()), "milk")])
        equal((await ledger.postings(scope(), Corpus.UNITS, ["milk"])).ids, ())
        equal((await ledger.postings(scope(), Corpus.TURNS, ["milk", "tea"])).ids, ("x",))

    async def test_only_units_in_the_states_count(self, ledger: Ledger) -> None:
        """In rows and in totals; a change of state moves them."""
        held = unit("u2", scope())
        await ledger.apply(
            [adding(unit("u1", scope()), "tea", "milk"), adding(held, "tea", "tea", "tea")]
        )
        await ledger.apply([updating(replace(held, state=State.RETIRED))])

        async def found(*states: State) -> tuple[tuple[str, ...], int, int]:
            p = await ledger.postings(scope(), Corpus.UNITS, ["tea"], states=states)
            return p.ids, p.total, p.total_length

        equal(await found(*LIVE), (("u1",), 1, 2))
        equal(await found(State.RETIRED), (("u2",), 1, 3))
        equal(await found(State.ACTIVE, State.RETIRED), (("u1", "u2"), 2, 5))
        equal(await found(State.COLD), ((), 0, 0))
        await ledger.apply([updating(held)])
        equal(await found(*LIVE), (("u1", "u2"), 2, 5))

    async def test_a_turn_counts_as_active(self, ledger: Ledger) -> None:
        """Asked for other states, the log gives nothing."""
        await ledger.apply([adding(turn("t1", scope()), "tea")])
        found = await ledger.postings(scope(), Corpus.TURNS, ["tea"], states=(State.COLD,))
        equal((found.ids, found.total), ((), 0))

    async def test_sessions_have_their_lengths(self, ledger: Ledger) -> None:
        """Those in which a token occurs are named; all of them are counted."""
        places = {"t1": _ONE, "t2": _TWO, "t3": _ONE, "t4": scope(session="three"), "t5": scope()}
        await ledger.apply(
            [adding(turn(name, place), *_TOKENS[name]) for name, place in places.items()]
        )
        found = await ledger.postings(scope(), Corpus.TURNS, ["tea"])
        sessions = {
            name: found.session_ids[place]
            for name, place in zip(found.ids, found.sessions.tolist(), strict=True)
        }
        equal(sessions, {"t1": "one", "t2": "two", "t5": ""})
        lengths = dict(zip(found.session_ids, found.session_lengths.tolist(), strict=True))
        equal(lengths, {"one": 5, "two": 1, "": 2})
        equal((found.session_total, found.total, found.total_length), (4, 5, 12))

    async def test_a_narrow_scope_narrows_everything(self, ledger: Ledger) -> None:
        """Rows, totals and sessions; by session and by agent."""
        await ledger.apply(
            [
                adding(turn("t1", _ONE), "tea"),
                adding(turn("t2", _TWO), "tea", "milk"),
                adding(unit("u1", _ONE), "tea"),
                adding(unit("u2", _TWO), "tea"),
            ]
        )

        async def found(place: Scope, corpus: Corpus) -> tuple[tuple[str, ...], int, int, int]:
            p = await ledger.postings(place, corpus, ["tea"])
            return p.ids, p.total, p.total_length, p.session_total

        for place in (scope(session="two"), scope(agent="helper"), _TWO):
            equal(await found(place, Corpus.TURNS), (("t2",), 1, 2, 1))
            equal(await found(place, Corpus.UNITS), (("u2",), 1, 1, 0))
        equal(await found(scope(agent="helper", session="one"), Corpus.TURNS), ((), 0, 0, 0))

    async def test_frequent_tokens_are_left_out_unless_all_are(self, ledger: Ledger) -> None:
        """Of the tokens asked, those in more items than `rare` of the user."""
        kinds = {"u1": ("tea", "milk"), "u2": ("tea", "milk"), "u3": ("tea",)}
        await ledger.apply([adding(unit(name, scope()), *words) for name, words in kinds.items()])
        await ledger.apply([adding(unit("u9", scope("bob")), "milk")])

        async def found(*tokens: str, rare: int | None) -> list[tuple[int, str, int]]:
            return _where(await ledger.postings(scope(), Corpus.UNITS, tokens, rare=rare))

        milk = [(1, "u1", 1), (1, "u2", 1)]
        equal(await found("tea", "milk", rare=2), milk)
        equal(await found("tea", "milk", "salt", rare=2), milk)
        equal(len(await found("tea", "milk", rare=3)), 5)
        equal(len(await found("tea", "milk", rare=None)), 5)
        equal(len(await found("tea", rare=2)), 3)


_TEA = (("u1", 2), ("u2", 1))
_TOKENS = {
    "t1": ("tea", "milk"),
    "t2": ("tea",),
    "t3": ("milk", "milk", "sugar"),
    "t4": ("milk", "a", "b", "c"),
    "t5": ("tea", "tea"),
}
