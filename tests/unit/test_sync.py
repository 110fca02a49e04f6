import inspect
import subprocess
import sys
import threading

import pytest

from retold.memory import AsyncMemory
from retold.sync import Memory, UserMemory
from retold.user_memory import AsyncUserMemory


def public_names(cls):
    return {name for name in vars(cls) if not name.startswith("_")}


@pytest.mark.parametrize(
    ("plain", "asynchronous"), [(Memory, AsyncMemory), (UserMemory, AsyncUserMemory)]
)
def test_both_faces_have_the_same_names(plain, asynchronous):
    # `scope` is an attribute of the asynchronous class, set when it is made.
    assert public_names(plain) - {"scope"} == public_names(asynchronous)


@pytest.mark.parametrize(
    ("plain", "asynchronous"), [(Memory, AsyncMemory), (UserMemory, AsyncUserMemory)]
)
def test_both_faces_have_the_same_signatures(plain, asynchronous):
    for name in public_names(asynchronous):
        ours, theirs = getattr(plain, name), getattr(asynchronous, name)
        if not callable(theirs):
            continue
        ours, theirs = inspect.signature(ours), inspect.signature(theirs)
        assert ours.parameters == theirs.parameters, name
        assert str(ours.return_annotation) == str(theirs.return_annotation).replace("Async", ""), (
            name
        )


def test_a_program_that_never_closes_its_memory_ends(tmp_path):
    code = (
        "from retold import Memory, load\n"
        "settings = load({'embedder.driver': 'hashing'}, environment={})\n"
        f"memory = Memory.open({str(tmp_path / 'm.db')!r}, settings=settings)\n"
        "print(len(memory.user('alice').remember('I live in Oslo.').turn_ids))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "1"), done.stderr


def test_several_threads_share_one_memory(memory):
    alice = memory.user("alice")
    threads = [
        threading.Thread(target=alice.remember, args=(f"My locker number is {n}77.",))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(alice.turns()) == 8


def test_a_closed_memory_says_so(tmp_path, quick_settings):
    memory = Memory.open(tmp_path / "m.db", settings=quick_settings)
    memory.close()
    with pytest.raises(RuntimeError, match="closed"):
        memory.health()
