"""Receipts, tombstones, jobs, users, counts, the secret, and what survives closing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio.to_thread import run_sync as to_thread

from retold.changes import AddReceipt, AddTombstone, FinishJob, Job, PutJob
from retold.errors import ConflictError, InputError, StoreError
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Receipt, Scope, State
from retold.testing.checks import equal, holds, raises
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
    updating,
)

OpenLedger = Callable[[], Awaitable[Ledger]]
_ONE = scope(session="one")


def _job(job_id: str, **fields: object) -> Job:
    values: dict[str, object] = {"kind": "embed", "payload": {"units": ["u1"]}, "created_at": AT}
    return Job(id=job_id, scope=_ONE, **(values | fields))  # type: ignore[arg-type]


class KeepingSuite:
    """What is kept beside turns and units."""

    async def test_a_receipt_is_found_by_its_key(self, ledger: Ledger) -> None:
        """Whole, inside its scope; a receipt without a key answers nothing."""
        kept = receipt("key-1")
        await ledger.apply([AddReceipt(scope=_ONE, receipt=kept)])
        await ledger.apply([AddReceipt(scope=_ONE, receipt=receipt(None))])
        equal(await ledger.receipt(_ONE, "key-1"), kept)
        equal(await ledger.receipt(scope(), "key-1"), kept)
        equal(await ledger.receipt(_ONE, "key-2"), None)
        equal(await ledger.receipt(scope(session="two"), "key-1"), None)
        equal(await ledger.receipt(scope("bob", session="one"), "key-1"), None)

    async def test_a_key_is_used_once(self, ledger: Ledger) -> None:
        """Of two writers with one key the second is refused whole; other scopes are free."""
        await ledger.apply([AddReceipt(scope=_ONE, receipt=receipt("k", ("t1",)))])
        again = AddReceipt(scope=_ONE, receipt=receipt("k", ("t2",)))
        with raises(ConflictError):
            await ledger.apply([adding(turn("t2", _ONE)), again])
        equal(await ledger.turns(scope()), [])
        for other in (scope(session="two"), scope("bob", session="one")):
            await ledger.apply([replace(again, scope=other)])
        found = await ledger.receipt(_ONE, "k")
        equal(found and found.turn_ids, ("t1",))

    async def test_receipts_are_read_page_by_page(self, ledger: Ledger) -> None:
        """Each once, with its scope, also where one key has several scopes."""
        places = (_ONE, scope(session="two"), scope(agent="a"), scope())
        kept = [(place, receipt(f"key-{n}")) for n in range(2) for place in places]
        await ledger.apply([AddReceipt(scope=place, receipt=one) for place, one in kept])
        await ledger.apply([AddReceipt(scope=scope("bob"), receipt=receipt("key-0"))])
        found: list[tuple[Scope, Receipt]] = []
        while page := await ledger.receipt_page(
            scope(), after=found[-1] if found else None, limit=3
        ):
            found += page
        holds(len(found) == len(kept), "each receipt comes once")
        holds(all(one in found for one in kept), "every receipt comes")
        narrow = await ledger.receipt_page(scope(agent="a"), after=None, limit=9)
        equal([place for place, _ in narrow], [places[2]] * 2)

    async def test_a_backup_is_a_new_file(self, ledger: Ledger) -> None:
        """It takes no file's place, and needs its directory."""
        await ledger.apply([adding(turn("t1", _ONE))])
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            await ledger.back_up(copy)
            holds((await to_thread(copy.stat)).st_size > 0, "the copy holds something")
            for taken in (copy, copy.with_name("none") / "copy"):
                with raises(InputError):
                    await ledger.back_up(taken)
            equal([one.id for one in await ledger.turns(scope())], ["t1"])

    async def test_a_tombstone_holds_for_the_user(self, ledger: Ledger) -> None:
        """With the latest time, in every session, and for nobody else."""
        early = AddTombstone(scope=_ONE, digest="d1", at=AT)
        late = replace(early, at=later(9))
        await ledger.apply([late, early, replace(early, digest="d2")])
        equal(await ledger.tombstones(scope(), ["d1", "d2", "d3"]), {"d1": later(9), "d2": AT})
        equal(await ledger.tombstones(scope(session="two"), iter(["d2"])), {"d2": AT})
        equal(await ledger.tombstones(scope("bob"), ["d1"]), {})
        equal(await ledger.tombstones(scope(), []), {})
        equal(await ledger.tombstones(scope(), None), {"d1": later(9), "d2": AT})
        equal(await ledger.tombstones(scope("bob"), None), {})

    async def test_a_job_waits_until_it_is_done(self, ledger: Ledger) -> None:
        """Whole, oldest first; put again it is replaced; finished twice it is gone."""
        young = _job("j1", created_at=later(1), payload={"深": [1, {"a": None}]})
        old = _job("j2")
        await ledger.apply([PutJob(job=young), PutJob(job=old)])
        equal(await ledger.jobs(), [old, young])
        failed = replace(young, state="failed", attempts=3, last_error="连接失败")
        await ledger.apply([PutJob(job=failed)])
        equal(await ledger.jobs(scope()), [old, failed])
        equal(await ledger.jobs(scope("bob")), [])
        for elsewhere in (scope("bob"), scope(session="two")):
            await ledger.apply([FinishJob(scope=elsewhere, job_id="j1")])
        for _ in range(2):
            await ledger.apply([FinishJob(scope=_ONE, job_id="j1")])
        equal(await ledger.jobs(), [old])

    async def test_users_are_those_who_have_something(self, ledger: Ledger) -> None:
        """Turns or units, by tenant and name; a tombstone alone is nothing to show."""
        await ledger.apply(
            [
                adding(turn("t1", scope("小明", tenant="b", session="x"))),
                adding(unit("u1", scope("ada", tenant="b"))),
                adding(turn("t1", scope("bob", tenant="a"))),
                AddTombstone(scope=scope("eve", tenant="a"), digest="d", at=AT),
            ]
        )
        names = [(s.tenant, s.user, s.session) for s in await ledger.users()]
        equal(names, [("a", "bob", None), ("b", "ada", None), ("b", "小明", None)])
        equal([s.user for s in await ledger.users("b")], ["ada", "小明"])
        equal(await ledger.users("c"), [])

    async def test_counts_count(self, ledger: Ledger) -> None:
        """Turns, units by state, vectors, jobs and tombstones; of a scope, and of all."""
        said, held = turn("t1", _ONE), unit("u1", _ONE)
        await ledger.apply(
            [
                adding(said),
                adding(turn("t2", scope())),
                adding(held),
                adding(unit("u2", scope(), state=State.RETIRED)),
                adding(unit("u1", scope("bob"))),
                putting(said, (1, 0, 0, 0), (0, 1, 0, 0)),
                putting(held, (1, 0, 0, 0)),
                PutJob(job=_job("j1")),
                AddTombstone(scope=_ONE, digest="d", at=AT),
            ]
        )
        wanted = {
            "turns": 2,
            "units": 2,
            "units_active": 1,
            "units_faded": 0,
            "units_cold": 0,
            "units_superseded": 0,
            "units_retired": 1,
            "vectors": 3,
            "jobs": 1,
            "tombstones": 1,
        }
        equal(await ledger.counts(scope()), wanted)
        equal(await ledger.counts(), wanted | {"units": 3, "units_active": 2})
        narrow = await ledger.counts(_ONE)
        equal((narrow["turns"], narrow["units"], narrow["vectors"]), (1, 1, 3))
        equal(set((await ledger.counts(scope("eve"))).values()), {0})

    async def test_it_all_survives_closing(self, ledger: Ledger, open_ledger: OpenLedger) -> None:
        """What was written is there when the store is opened again, and the secret is the same."""
        said, held = turn("t1", _ONE), unit("u1", _ONE)
        await ledger.apply([adding(said, "tea"), adding(held), putting(held, (1, 0, 0, 0))])
        await ledger.apply([updating(replace(held, state=State.FADED))])
        secret = await ledger.secret()
        await ledger.close()
        again = await open_ledger()
        try:
            equal(await again.turns(scope()), [said])
            equal([u.state for u in await again.units(scope())], [State.FADED])
            equal(len(await again.history(scope(), "u1")), 2)
            equal((await again.postings(scope(), Corpus.TURNS, ["tea"])).ids, ("t1",))
            found = await again.vectors(scope(), Corpus.UNITS, MODEL, after=0)
            equal([row.item_id for row in found.rows], ["u1"])
            equal(await again.secret(), secret)
            await again.apply([adding(turn("t2", _ONE))])
            equal((await again.turns(scope(), last=1))[0].position, 1)
        finally:
            await again.close()

    async def test_the_secret_is_32_bytes(self, ledger: Ledger) -> None:
        """The same each time."""
        secret = await ledger.secret()
        holds(len(secret) == 32 and len(set(secret)) > 8, "the secret is 32 random bytes")
        equal(await ledger.secret(), secret)

    async def test_a_closed_ledger_refuses(self, ledger: Ledger) -> None:
        """Reads and writes raise StoreError; closing twice is closing."""
        await ledger.close()
        await ledger.close()
        with raises(StoreError):
            await ledger.turns(scope())
        with raises(StoreError):
            await ledger.apply([adding(turn("t1", scope()))])

    async def test_an_empty_ledger_answers_empty(self, ledger: Ledger) -> None:
        """To a user that it has never seen, without writing anything."""
        equal(await ledger.turns(scope()), [])
        equal(await ledger.units(scope(), UnitFilter(states=())), [])
        equal(await ledger.outlines(scope(), ["t1"], radius=2), [])
        equal(await ledger.jobs(scope()), [])
        equal(await ledger.lacking_vectors(None, Corpus.UNITS, MODEL, limit=9), [])
        equal((await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)).rows, ())
        await ledger.apply([])
        equal(await ledger.users(), [])
