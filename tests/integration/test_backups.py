"""Backups of the whole store: taken while others write, put back without what was erased since."""

import pytest

from retold import InputError, Memory, State, StoreError, StoreUnavailableError, load
from retold.errors import NotAStoreError

SAID = {
    "en": ("My favourite singer is Zbigniew Wodecki.", "I'm allergic to hazelnuts."),
    "zh": ("我最喜欢的歌手是毛不易。", "我对榛子过敏。"),
}
SECRET = {"en": "Wodecki", "zh": "毛不易"}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
EVERY = tuple(State)


@pytest.fixture
def settings():
    return load({"embedder.driver": "hashing", "storage.busy_timeout_seconds": 0.2}, environment={})


def everything(memory):
    users = [memory.user(scope.user, tenant=scope.tenant) for scope in memory.users()]
    return [(user.scope, user.memories(states=EVERY), user.turns()) for user in users]


@BOTH
def test_503_an_old_backup_does_not_bring_back_what_was_erased(
    opened, path, tmp_path, settings, clock, language
):
    memory = opened()
    alice = memory.user("alice")
    alice.remember(SAID[language][0])
    alice.remember(SAID[language][1])
    memory.user("bob").remember(SAID[language][0])
    memory.backup(tmp_path / "old.db")
    clock.pass_time(hours=1)
    alice.erase(next(u.id for u in alice.memories() if SECRET[language] in u.content))
    carol = memory.user("carol")
    carol.keep_nothing()
    memory.user("bob").erase_all()
    memory.close()
    done = Memory.restore_backup(tmp_path / "old.db", path, settings=settings)
    assert (done.users, done.units_erased, done.turns_erased, done.turns_redacted) == (1, 2, 1, 1)
    memory = opened()
    alice = memory.user("alice")
    (held,) = alice.memories(states=EVERY)
    assert SECRET[language] not in held.content
    assert len(alice.turns()) == 2
    assert not memory.user("carol").keeping()
    assert memory.traces(SAID[language][0]).found == ()
    memory.close()
    (tmp_path / "old.db").unlink()
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert SECRET[language].encode() not in raw
    assert [file.name for file in tmp_path.iterdir()] == ["memory.db"]


def test_a_backup_is_the_store_as_it_was(opened, path, tmp_path, settings, clock):
    memory = opened()
    memory.user("alice").remember(list(SAID["en"]))
    memory.user("小周").remember(list(SAID["zh"]))
    before = everything(memory)
    memory.backup(tmp_path / "a.db")
    memory.user("alice").remember("I live in Bergen.")
    assert everything(memory) != before
    memory.close()
    Memory.restore_backup(tmp_path / "a.db", path, settings=settings)
    assert everything(opened()) == before
    # And where there was no store.
    Memory.restore_backup(tmp_path / "a.db", tmp_path / "new.db", settings=settings)
    with Memory.open(tmp_path / "new.db", settings=settings, clock=clock) as other:
        assert everything(other) == before


def test_a_store_that_is_open_is_not_replaced(opened, path, tmp_path, settings):
    memory = opened()
    memory.user("alice").remember("I live in Bergen.")
    memory.backup(tmp_path / "a.db")
    memory.user("alice").remember("I'm allergic to hazelnuts.")
    before = everything(memory)
    with pytest.raises(StoreUnavailableError, match="open elsewhere"):
        Memory.restore_backup(tmp_path / "a.db", path, settings=settings)
    assert everything(memory) == before
    memory.user("alice").remember("I work as a nurse.")
    memory.close()
    assert len(everything(opened())[0][2]) == 3


def test_a_backup_overwrites_nothing(opened, path, tmp_path):
    memory = opened()
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        memory.backup(tmp_path / "precious")
    with pytest.raises(InputError, match="no directory"):
        memory.backup(tmp_path / "nowhere" / "a.db")
    assert (tmp_path / "precious").read_text() == "mine"


def test_what_is_no_backup_is_refused(opened, path, tmp_path, settings):
    memory = opened()
    memory.user("alice").remember("I live in Bergen.")
    before = everything(memory)
    memory.backup(tmp_path / "a.db")
    memory.close()
    raw = bytearray((tmp_path / "a.db").read_bytes())
    (tmp_path / "text").write_text("nothing of the kind " * 100)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "half").write_bytes(raw[: len(raw) // 2])
    with Memory.open(tmp_path / "other.db", settings=settings) as other:
        other.user("alice").remember("I live in Oslo.")
    cases = [
        ("text", NotAStoreError, "not a Retold"),
        ("empty", NotAStoreError, "not a Retold"),
        ("half", StoreError, "half"),
        ("missing", InputError, "no file"),
        ("other.db", StoreError, "another store"),
        (path.name, InputError, "the store itself"),
    ]
    for name, kind, words in cases:
        with pytest.raises(kind, match=words):
            Memory.restore_backup(tmp_path / name, path, settings=settings)
    assert not [file for file in tmp_path.iterdir() if "restoring" in file.name]
    assert everything(opened()) == before


def test_1203_a_store_that_cannot_be_written_stays(opened, path, tmp_path, settings, monkeypatch):
    memory = opened()
    memory.user("alice").remember("I live in Bergen.")
    memory.backup(tmp_path / "a.db")
    memory.user("alice").remember("I'm allergic to hazelnuts.")
    before = everything(memory)
    memory.close()

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("retold.drivers.ledgers.sqlite.backups.synced", full)
        with pytest.raises(StoreUnavailableError, match="No space"):
            Memory.restore_backup(tmp_path / "a.db", path, settings=settings)
    with monkeypatch.context() as patched:
        patched.setattr("retold.whole_files.synced", full)
        with pytest.raises(StoreUnavailableError, match="No space"):
            opened().backup(tmp_path / "b.db")
    assert sorted(f.name for f in tmp_path.iterdir() if "wal" not in f.name) == sorted(
        ["a.db", "memory.db", *(f.name for f in tmp_path.iterdir() if f.name.endswith("-shm"))]
    )
    assert everything(opened()) == before
