"""Isolation: no method of the ledger shows or changes what belongs to somebody else."""

from __future__ import annotations

from retold.changes import AddReceipt, AddTombstone, Job, PutJob, TouchUnits
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Scope, Source
from retold.testing.checks import equal
from retold.testing.samples import (
    AT,
    MODEL,
    adding,
    later,
    putting,
    receipt,
    scope,
    turn,
    unit,
)

# Each of these may be taken for another by a prefix, a pattern, a folding or a broken quotation.
NAMES = (
    "a",
    "ab",
    "A",
    "a ",
    " a",
    "a%",
    "%",
    "_",
    "*",
    "a_",
    "?",
    "a'b",
    'a"b',
    "a;--",
    "a\\",
    "张三",
    "张",
    "張三",
    "\u0430",
    "é",
    "e\u0301",
    "😀",
    "default",
    "None",
    "null",
    "0",
)


async def _fill(ledger: Ledger, place: Scope, mark: str) -> None:
    said = turn("t", place, text=f"turn of {mark}")
    held = unit(
        "u",
        place,
        content=f"unit of {mark}",
        subject=mark,
        sources=(Source(turn_id="t", start=0, end=4),),
    )
    await ledger.apply(
        [
            adding(said, "tea", mark),
            adding(held, "tea", mark, fingerprint="f"),
            putting(said, (1, 0, 0, 0)),
            putting(held, (0, 1, 0, 0)),
            AddReceipt(scope=place, receipt=receipt("key", (mark,))),
            AddTombstone(scope=place, digest="digest", at=AT),
            PutJob(job=Job(id="j", scope=place, kind=mark, payload={}, created_at=AT)),
        ]
    )


async def _holds_only(ledger: Ledger, place: Scope, mark: str) -> None:
    equal([t.text for t in await ledger.turns(place)], [f"turn of {mark}"])
    equal(len(await ledger.outlines(place, ["t"], radius=9)), 1)
    for where in (
        UnitFilter(),
        UnitFilter(ids=("u",)),
        UnitFilter(fingerprints=("f",)),
        UnitFilter(turn_ids=("t",)),
        UnitFilter(subject_slots=((mark, ""),)),
    ):
        equal([u.content for u in await ledger.units(place, where)], [f"unit of {mark}"])
    equal([e.content for e in await ledger.history(place, "u")], [f"unit of {mark}"])
    found = await ledger.receipt(place, "key")
    equal(found and found.turn_ids, (mark,))
    equal(await ledger.tombstones(place, ["digest"]), {"digest": AT})
    for corpus in Corpus:
        postings = await ledger.postings(place, corpus, ["tea", mark])
        equal((len(postings.ids), postings.total, postings.tokens.tolist()), (1, 1, [0, 1]))
        equal(len((await ledger.vectors(place, corpus, MODEL, after=0)).rows), 1)
        lacking = await ledger.lacking_vectors(place, corpus, "other", limit=9)
        equal([s for s, _ in lacking], [place])
    equal([job.kind for job in await ledger.jobs(place)], [mark])
    counts = await ledger.counts(place)
    equal((counts["turns"], counts["units"], counts["vectors"], counts["jobs"]), (1, 1, 2, 1))


class IsolationSuite:
    """Users, tenants, agents and sessions."""

    async def test_users_and_tenants_are_apart(self, ledger: Ledger) -> None:
        """However much their names look alike."""
        places = [scope(name) for name in NAMES] + [scope("a", tenant=name) for name in NAMES[:22]]
        for number, place in enumerate(places):
            await _fill(ledger, place, f"m{number}")
        for number, place in enumerate(places):
            await _holds_only(ledger, place, f"m{number}")
        wanted = sorted((place.tenant, place.user) for place in places)
        equal(sorted((s.tenant, s.user) for s in await ledger.users()), wanted)
        equal(len(await ledger.jobs()), len(places))

    async def test_ids_are_plain_text(self, ledger: Ledger) -> None:
        """For turns, units, sessions, agents and keys as well."""
        for name in NAMES:
            place = scope(session=name, agent=name)
            await ledger.apply(
                [
                    adding(turn(name, place, speaker=name)),
                    adding(unit(name, place, subject=name, slot=name), fingerprint=name),
                    AddReceipt(scope=place, receipt=receipt(name, (name,))),
                ]
            )
        for name in NAMES:
            for place in (scope(session=name), scope(agent=name)):
                equal([t.id for t in await ledger.turns(place)], [name])
            for where in (
                UnitFilter(ids=(name,)),
                UnitFilter(subject_slots=((name, name),)),
                UnitFilter(fingerprints=(name,)),
            ):
                equal([u.id for u in await ledger.units(scope(), where)], [name])
            equal([t.speaker for t in await ledger.turns(scope(), ids=[name])], [name])
            found = await ledger.receipt(scope(), name)
            equal(found and found.turn_ids, (name,))

    async def test_an_agent_sees_its_own(self, ledger: Ledger) -> None:
        """And the user, who names none, sees all."""
        for agent in ("x", "xy", None):
            place = scope(agent=agent)
            await ledger.apply(
                [adding(turn(f"t-{agent}", place)), adding(unit(f"u-{agent}", place))]
            )
        equal([t.id for t in await ledger.turns(scope(agent="x"))], ["t-x"])
        equal([u.id for u in await ledger.units(scope(agent="xy"))], ["u-xy"])
        equal(len(await ledger.units(scope())), 3)
        equal(await ledger.history(scope(agent="x"), "u-xy"), [])

    async def test_a_touch_stays_inside_its_scope(self, ledger: Ledger) -> None:
        """Another user's and another session's units are not counted."""
        here, there = scope(session="one"), scope("bob", session="one")
        await ledger.apply([adding(unit("u1", here)), adding(unit("u1", there))])
        for place in (scope(session="two"), here):
            await ledger.apply([TouchUnits(scope=place, unit_ids=("u1",), at=later(1))])
        equal([u.access_count for u in await ledger.units(scope())], [1])
        equal([u.access_count for u in await ledger.units(scope("bob"))], [0])
