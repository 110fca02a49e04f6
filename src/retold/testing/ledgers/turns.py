"""The turn log: order, positions, windows, redaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from retold.changes import RedactTurn
from retold.errors import InputError, NotFoundError
from retold.ports import Ledger
from retold.records import Corpus
from retold.testing.checks import equal, raises
from retold.testing.samples import AT, adding, later, scope, turn, unit, whole_turn

_ONE = scope(session="one")
_TWO = scope(session="two")


class TurnsSuite:
    """What is said comes back as it was said, in the order it was recorded."""

    async def test_a_turn_comes_back_whole(self, ledger: Ledger) -> None:
        """Every field, in both languages, with punctuation and emoji."""
        said = whole_turn("t1", scope(agent="helper", session="早上"))
        await ledger.apply([adding(said)])
        equal(await ledger.turns(scope()), [said])

    async def test_a_time_comes_back_in_its_zone(self, ledger: Ledger) -> None:
        """A name, an offset, UTC, before 1970, and the later of two equal clock times."""
        times = (
            AT,
            datetime(1931, 1, 2, 3, 4, 5, 6, tzinfo=UTC),
            datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
            datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")),
        )
        for number, at in enumerate(times):
            said = turn(f"t{number}", scope(), occurred_at=at, recorded_at=at)
            await ledger.apply([adding(said)])
            [found] = await ledger.turns(scope(), ids=[said.id])
            equal(found.occurred_at.isoformat(), at.isoformat())
            equal(str(found.occurred_at.tzinfo), str(at.tzinfo))

    async def test_a_time_without_a_zone_is_refused(self, ledger: Ledger) -> None:
        """Nothing of the list is written."""
        naive = turn("t2", scope(), occurred_at=AT.replace(tzinfo=None))
        with raises(InputError):
            await ledger.apply([adding(turn("t1", scope())), adding(naive)])
        equal(await ledger.turns(scope()), [])

    async def test_turns_come_in_the_order_of_recording(self, ledger: Ledger) -> None:
        """Not in that of their times: an import may record what was said long ago."""
        said = [turn(f"t{n}", scope(), occurred_at=later(-n)) for n in range(4)]
        await ledger.apply([adding(one) for one in said[:2]])
        await ledger.apply([adding(one) for one in said[2:]])
        found = await ledger.turns(scope())
        equal([one.id for one in found], ["t0", "t1", "t2", "t3"])
        equal([one.position for one in found], [0, 1, 2, 3])

    async def test_positions_count_inside_a_session(self, ledger: Ledger) -> None:
        """Sessions and users count apart; the position that is passed in is not used."""
        await ledger.apply(
            [
                adding(turn("a", _ONE, position=9)),
                adding(turn("b", _TWO)),
                adding(turn("c", _ONE)),
                adding(turn("d", scope())),
                adding(turn("e", scope("bob", session="one"))),
            ]
        )
        await ledger.apply([adding(turn("f", _ONE))])
        found = [(one.id, one.position) for one in await ledger.turns(scope())]
        equal(found, [("a", 0), ("b", 0), ("c", 1), ("d", 0), ("f", 2)])

    async def test_the_last_few_and_those_named(self, ledger: Ledger) -> None:
        """`last` keeps the newest, `ids` those named; both in the order of recording."""
        places = (_ONE, _TWO, _ONE, _ONE)
        await ledger.apply([adding(turn(f"t{n}", place)) for n, place in enumerate(places)])
        equal([one.id for one in await ledger.turns(scope(), last=2)], ["t2", "t3"])
        equal([one.id for one in await ledger.turns(_ONE, last=2)], ["t2", "t3"])
        equal([one.id for one in await ledger.turns(_ONE, last=9)], ["t0", "t2", "t3"])
        equal([one.id for one in await ledger.turns(scope(), ids=["t3", "t1", "?"])], ["t1", "t3"])
        equal(await ledger.turns(scope(), ids=[]), [])
        equal(await ledger.turns(scope(), last=0), [])
        equal(await ledger.turns(_TWO, ids=["t0"]), [])

    async def test_the_log_is_read_page_by_page(self, ledger: Ledger) -> None:
        """In the order of recording, also what is recorded meanwhile, and nobody else's."""
        said = [turn(f"t{n}", (_ONE, _TWO)[n % 2]) for n in range(5)]
        await ledger.apply([adding(one) for one in (*said[:4], turn("t9", scope("bob")))])
        first, place = await ledger.turn_page(scope(), after=0, limit=3)
        await ledger.apply([adding(said[4])])
        second, end = await ledger.turn_page(scope(), after=place, limit=3)
        equal([one.id for one in (*first, *second)], [one.id for one in said])
        equal(await ledger.turn_page(scope(), after=end, limit=3), ([], end))
        equal([t.id for t in (await ledger.turn_page(_TWO, after=0, limit=9))[0]], ["t1", "t3"])

    async def test_an_id_is_used_once(self, ledger: Ledger) -> None:
        """The whole list is refused; another user may use the same id."""
        await ledger.apply([adding(turn("t1", scope()))])
        with raises(InputError):
            await ledger.apply([adding(turn("t2", scope())), adding(turn("t1", scope()))])
        await ledger.apply([adding(turn("t1", scope("bob")))])
        equal([one.id for one in await ledger.turns(scope())], ["t1"])
        equal(len(await ledger.turns(scope("bob"))), 1)

    async def test_outlines_reach_into_the_neighbourhood(self, ledger: Ledger) -> None:
        """Up to `radius` turns to each side, inside the session, each once."""
        places = (_ONE, _ONE, _TWO, _ONE, _TWO, _ONE, _ONE)
        await ledger.apply([adding(turn(f"t{n}", place)) for n, place in enumerate(places)])

        async def around(*ids: str, radius: int) -> list[str]:
            return [o.id for o in await ledger.outlines(scope(), ids, radius=radius)]

        equal(await around("t3", radius=0), ["t3"])
        equal(await around("t3", radius=1), ["t1", "t3", "t5"])
        equal(await around("t1", "t3", radius=1), ["t0", "t1", "t3", "t5"])
        equal(await around("t2", radius=5), ["t2", "t4"])
        equal(await around("?", radius=5), [])
        equal(await ledger.outlines(_TWO, ["t3"], radius=5), [])
        await ledger.apply([adding(turn("t7", scope(session="one", agent="x")))])
        equal(await around("t6", radius=1), ["t5", "t6", "t7"])
        found = await ledger.outlines(scope(agent="x"), ["t7"], radius=1)
        equal([o.id for o in found], ["t7"])

    async def test_an_outline_says_what_ranking_needs(self, ledger: Ledger) -> None:
        """All but the text; a question is told by its mark, in both languages."""
        texts = ("Tea?", "茶？", "Tea.", "“Tea?”", "Tea? Yes.")
        await ledger.apply([adding(turn(f"t{n}", _ONE, text=text)) for n, text in enumerate(texts)])
        found = await ledger.outlines(scope(), [f"t{n}" for n in range(len(texts))], radius=0)
        equal([o.is_question for o in found], [True, True, False, True, False])
        one = found[1]
        equal(
            (one.session, one.position, one.speaker, one.role, one.occurred_at),
            ("one", 1, "Ada", "user", AT),
        )

    async def test_a_redacted_turn_reads_as_given(self, ledger: Ledger) -> None:
        """The text, the captions and the tokens are replaced; the place stays."""
        said = whole_turn("t1", _ONE)
        await ledger.apply([adding(said, "old", "old", "both"), adding(turn("t2", _ONE), "other")])
        blank = replace(said, text="■■", attachments=(replace(said.attachments[0], caption="■"),))
        await ledger.apply([RedactTurn(turn=blank, tokens=("both", "new"))])
        [found] = await ledger.turns(scope(), ids=["t1"])
        equal(found, blank)
        postings = await ledger.postings(scope(), Corpus.TURNS, ["old", "both", "new"])
        equal(sorted(postings.tokens.tolist()), [1, 2])
        equal((postings.total, postings.total_length), (2, 3))
        equal(postings.lengths.tolist(), [2])

    async def test_of_a_turn_redacted_twice_the_last_counts(self, ledger: Ledger) -> None:
        """Also where others are redacted in between, in one list."""
        said = [turn(f"t{n}", _ONE) for n in range(3)]
        await ledger.apply([adding(one, "old", f"w{one.id}") for one in said])
        steps = [("t1", "one"), ("t0", "two"), ("t1", "three"), ("t2", "four"), ("t1", "five")]
        await ledger.apply(
            [RedactTurn(turn=turn(i, _ONE, text=word), tokens=(word,) * 2) for i, word in steps]
        )
        equal([one.text for one in await ledger.turns(scope())], ["two", "five", "four"])
        words = ["old", "wt0", "wt1", "wt2", "one", "three", "two", "five", "four"]
        postings = await ledger.postings(scope(), Corpus.TURNS, words)
        equal(postings.tokens.tolist(), [6, 7, 8])
        equal(list(postings.ids), ["t0", "t1", "t2"])
        equal((postings.total, postings.total_length), (3, 6))

    async def test_only_a_turn_of_the_scope_is_redacted(self, ledger: Ledger) -> None:
        """Another user's, or another session's, is not found."""
        await ledger.apply([adding(turn("t1", _ONE)), adding(unit("u1", _ONE))])
        for place in (scope("bob"), _TWO):
            with raises(NotFoundError):
                await ledger.apply([RedactTurn(turn=turn("t1", place, text="■"), tokens=())])
        equal((await ledger.turns(scope()))[0].text, turn("t1", _ONE).text)

    async def test_conversations_are_counted_oldest_first(self, ledger: Ledger) -> None:
        """Of one tenant, by user and session, in the order of their last turns."""
        elsewhere = scope("bob", tenant="other", session="one")
        await ledger.apply([adding(turn("t1", _ONE)), adding(unit("u1", _ONE))])
        await ledger.apply([adding(turn("t2", _TWO)), adding(turn("t3", _TWO))])
        await ledger.apply([adding(turn("b1", scope("bob", session="one")))])
        await ledger.apply([adding(turn("b2", elsewhere)), adding(unit("u2", elsewhere))])
        await ledger.apply([adding(turn("t4", _ONE)), adding(unit("u3", _ONE))])
        tenant = scope().tenant
        equal(await ledger.conversations(tenant, last=9, turns=99), [(2, 0), (1, 0), (2, 2)])
        equal(await ledger.conversations(tenant, last=1, turns=99), [(2, 2)])
        equal(await ledger.conversations(tenant, last=9, turns=1), [(1, 2)])
        equal(await ledger.conversations("other", last=9, turns=99), [(1, 1)])
        equal(await ledger.conversations("nobody", last=9, turns=99), [])
