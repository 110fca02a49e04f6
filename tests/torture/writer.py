"""Processes that write to a store and say what was acknowledged. Run by the tests.

Each line of the input starts one, by forking this process, whose imports they share:

    loop PATH NAME              write whole memories until killed
    many PATH NAME TASKS TURNS  write so many from so many tasks, then end
    restore PATH NAME           put the backup old.db, which lies beside, in the place of the store
    maintain PATH NAME MINUTES  run the jobs that are due so many minutes after AT, then end

An empty line waits for all of them, and answers `ended` with their exit codes.
"""

import os
import sys
import traceback
from dataclasses import replace
from pathlib import Path

import anyio

from retold.backfill import Backfill
from retold.changes import AddReceipt, EraseUnit, TouchUnits
from retold.condensing import Condensing
from retold.drivers.embedders.hashing import HashingEmbedder
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.gateway import Gateway
from retold.ports import UnitFilter
from retold.records import Corpus, Source, State
from retold.retriever import Encoder
from retold.scanning import Scanning
from retold.settings import EmbedderSettings, Settings, StorageSettings
from retold.sweeping import Sweeping
from retold.testing.samples import adding, later, putting, receipt, scope, turn, unit, updating
from retold.transfer import apply_erasures
from retold.upkeep import Tasks, Upkeep
from retold.writer import Writer

SHARED = scope(session="shared")


def memory(name):
    """A turn, a unit that rests on it, their vectors, and a receipt."""
    said = turn(f"t-{name}", SHARED, text=f"Ada said {name}. " * 20)
    held = unit(f"u-{name}", SHARED, sources=(Source(turn_id=said.id, start=0, end=3),))
    return (
        adding(said, "tea", f"turn-{name}"),
        adding(held, "tea", f"unit-{name}", fingerprint=name),
        putting(said, (1, 0, 0, 0)),
        putting(held, (0, 1, 0, 0)),
        AddReceipt(scope=SHARED, receipt=receipt(f"key-{name}", (said.id,))),
    )


def acknowledge(*words):
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


async def loop(path, name):
    ledger = await SqliteLedger.open(path, StorageSettings())
    number = 0
    while True:
        one = f"{name}-{number}"
        await ledger.apply(memory(one))
        acknowledge("kept", one)
        held = unit(f"u-{one}", SHARED, state=State.RETIRED)
        await ledger.apply([updating(held, "retired")])
        acknowledge("retired", one)
        if number % 3 == 0:
            await ledger.apply([EraseUnit(scope=SHARED, unit_id=held.id)])
            acknowledge("erased", one)
        number += 1


async def many(path, name, tasks, turns):
    # The file may not be there yet: the processes create it together.
    ledger = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))

    async def write(task):
        for number in range(turns):
            one = f"{name}-{task}-{number}"
            await ledger.apply(memory(one))
            await ledger.apply([TouchUnits(scope=SHARED, unit_ids=("common",), at=later(number))])
            [mine] = await ledger.units(SHARED, UnitFilter(ids=(f"u-{one}",)))
            await ledger.apply([updating(replace(mine, pinned=True))])
            found = await ledger.postings(scope(), Corpus.UNITS, [f"unit-{one}"])
            assert found.ids == (f"u-{one}",)

    async with anyio.create_task_group() as group:
        for task in range(tasks):
            group.start_soon(write, task)
    await ledger.close()


async def restore(path, name):
    backup = Path(path).with_name("old.db")
    async with SqliteLedger.replacing(path, backup, StorageSettings()) as ledger:
        await apply_erasures(ledger, Gateway(ledger, Settings().limits))
    acknowledge("restored", name)


async def maintain(path, name, minutes):
    ledger = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))
    chosen, embedding = Settings(), EmbedderSettings(driver="hashing")
    gateway = Gateway(ledger, chosen.limits)
    encoder = Encoder(HashingEmbedder(embedding), embedding)
    writer = Writer(ledger, chosen.writer)
    tasks = Tasks(
        backfill=Backfill(ledger, gateway, encoder, embedding),
        sweeping=Sweeping(ledger, gateway, chosen),
        condensing=Condensing(ledger, gateway, encoder, chosen),
        scanning=Scanning(ledger, gateway, writer, encoder, chosen),
    )
    upkeep = Upkeep(ledger, gateway, tasks, chosen.forgetting)
    done = await upkeep.maintain(
        lambda: later(minutes), progress=lambda user, _: acknowledge("swept", name, str(user))
    )
    acknowledge("done", name, "busy" if done.busy else str(done.users))
    await ledger.close()


def start(command):
    """The id of a new process that does what a line says."""
    child = os.fork()
    if child == 0:
        run(command)
    return child


def run(command):
    """Do what a line says, and end this process."""
    mode, path, name, *numbers = command
    status = 1
    try:
        acknowledge("started", str(os.getpid()))
        anyio.run(
            {"loop": loop, "many": many, "maintain": maintain, "restore": restore}[mode],
            path,
            name,
            *map(int, numbers),
        )
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it was, the test is told
        traceback.print_exc()
    os._exit(status)


def main():
    children = []
    for line in sys.stdin:
        if line.strip():
            children.append(start(line.split()))
            continue
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        children.clear()
        acknowledge("ended", *map(str, codes))


if __name__ == "__main__":
    main()
