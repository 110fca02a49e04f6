"""A process that puts a backup back is killed at random moments, over and over."""

import os
import random
import signal
import time

import pytest

from retold import Memory, load
from retold.errors import StoreError
from retold.testing.faults import DiskFaults, StatementFaults

ROUNDS = 15
LONGEST_LIFE_SECONDS = 0.5
ERASED = ("My favourite singer is Zbigniew Wodecki.", "我最喜欢的餐厅是望湖楼饭庄。")
KEPT = ("I'm allergic to hazelnuts.", "我住在成都。")
LATER = "I work as a nurse."


@pytest.fixture
def settings():
    chosen = {"embedder.driver": "hashing", "storage.busy_timeout_seconds": 0.2}
    return load(chosen, environment={})


@pytest.fixture
def path(tmp_path, settings):
    """A store in which something was erased after the backup old.db, and something was said."""
    with Memory.open(tmp_path / "memory.db", settings=settings) as memory:
        alice = memory.user("alice")
        alice.remember([*KEPT, *(f"My locker number {n} is {n * 7919}." for n in range(60))])
        made = [alice.remember(text).unit_ids for text in ERASED]
        memory.backup(tmp_path / "old.db")
        for (unit_id,) in made:
            alice.erase(unit_id)
        alice.remember(LATER)
    return tmp_path / "memory.db"


def contents(path, settings):
    """The turns that are there; nothing of what was erased is, nor a file that was left over."""
    with Memory.open(path, settings=settings) as memory:
        alice = memory.user("alice")
        turns, units = alice.turns(), alice.memories()
        assert memory.traces(*ERASED).found == ()
    texts = "".join([*(turn.text for turn in turns), *(unit.content for unit in units)])
    assert "Wodecki" not in texts
    assert "望湖楼" not in texts
    assert [file.name for file in path.parent.iterdir() if "restoring" in file.name] == []
    # An erase leaves the full stop of a blanked sentence, a restore blanks the whole of it.
    return [turn.text.strip("█。.") for turn in turns]


def test_1203_a_restore_that_is_killed_leaves_the_store_or_the_backup(
    path, settings, writers, check_store
):
    chance = random.Random(11)
    before = contents(path, settings)
    outcomes = set()
    for number in range(ROUNDS):
        writers.start("restore", path, number)
        _, process = writers.read()
        time.sleep(chance.random() * LONGEST_LIFE_SECONDS)
        os.kill(int(process), signal.SIGKILL)
        writers.wait()
        texts = contents(path, settings)
        check_store(path)
        assert texts in (before, before[:-1])
        outcomes.add(len(texts))
        if texts != before:
            with Memory.open(path, settings=settings) as memory:
                memory.user("alice").remember(LATER)
    assert len(before) in outcomes
    writers.start("restore", path, "whole")
    lines, codes = writers.wait()
    assert codes == [0]
    assert ("restored", "whole") in lines
    assert contents(path, settings) == before[:-1]


@pytest.mark.parametrize("kind", [StatementFaults, DiskFaults])
def test_1203_a_fault_on_the_way_leaves_the_store(path, settings, kind):
    before = contents(path, settings)
    numbers = sorted(random.Random(5).sample(range(1, 60), 8))
    with kind() as faults:
        for number in numbers:
            faults.fail_at(number)
            with pytest.raises(StoreError):
                Memory.restore_backup(path.with_name("old.db"), path, settings=settings)
            faults.heal()
            assert contents(path, settings) == before
        Memory.restore_backup(path.with_name("old.db"), path, settings=settings)
    assert contents(path, settings) == before[:-1]
