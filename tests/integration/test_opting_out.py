"""Whoever asks that nothing be kept is not written about, on any path; nor is who is incognito."""

import pytest

from retold import InputError, Said, Scope
from retold.changes import SetKeeping

BOTH = pytest.mark.parametrize(
    ("stop", "back", "said", "word"),
    [
        ("Don't save what I say.", "You can remember again.", "I live in Bergen.", "Bergen"),
        ("别记我的信息。", "可以继续记了。", "我住在杭州。", "杭州"),
    ],
)


def kept(memory, user):
    """Everything that is stored of a user, in counts."""
    ledger = memory._memory._store.ledger
    return memory._loop.call(ledger.counts, user.scope)


def rows(memory):
    """Every row of every table that is not about the file itself."""

    async def read():
        database = memory._memory._store.ledger._database
        tables = ("owners", "turns", "units", "history", "receipts", "jobs", "vectors", "postings")
        return await database.read(
            lambda c: {t: c.execute(f"SELECT * FROM {t}").fetchall() for t in tables}  # noqa: S608
        )

    return memory._loop.call(read)


@BOTH
def test_508_what_is_said_after_the_wish_is_not_kept(opened, path, stop, back, said, word):
    memory = opened()
    alice = memory.user("alice")
    alice.remember("I'm allergic to hazelnuts.")
    before = kept(memory, alice)
    assert alice.remember(stop).keeping == "stopped"
    assert alice.keeping() is False
    receipt = alice.remember(said, key="k")
    assert (receipt.keeping, receipt.turn_ids, receipt.outcomes) == ("off", (), ())
    assert kept(memory, alice) == before
    assert alice.recall("hazelnuts").hits
    assert memory.traces(said, stop).found == ()
    # It holds in other sessions, for other agents, and when the store is opened again.
    memory.close()
    memory = opened()
    alice = memory.user("alice", session="two", agent="helper")
    assert alice.remember(said).keeping == "off"
    assert memory.user("bob").remember(said).keeping == "on"
    assert alice.remember(back).keeping == "resumed"
    assert alice.remember(said).keeping == "on"
    assert any(word in turn.text for turn in alice.turns())


@BOTH
def test_508_it_holds_in_every_path(opened, stop, back, said, word):
    memory = opened({"embedder.when": "later"})
    alice = memory.user("alice")
    alice.remember("I'm allergic to hazelnuts.")
    alice.keep_nothing()
    before = kept(memory, alice)
    old = Said(text=said, at="2026-05-01T10:00Z", origin="import", id="old")
    restored = Said(text=said, at="2026-05-01T10:00Z", origin="restore", id="older")
    for one in (said, old, restored, [said, old], Said(text=said, role="assistant")):
        assert alice.remember(one).turn_ids == ()
    alice.rebuild()
    memory.fill()
    after = kept(memory, alice)
    assert after == before | {"vectors": after["vectors"], "jobs": 0}
    assert not any(word in turn.text for turn in alice.turns())
    alice.keep_again()
    assert len(alice.remember([old, restored]).turn_ids) == 2


@BOTH
def test_508_in_one_call_the_wish_holds_for_what_comes_after_it(opened, stop, back, said, word):
    alice = opened().user("alice")
    receipt = alice.remember(["Good morning!", stop, said, back, "Good night!"])
    assert [turn.text for turn in alice.turns()] == ["Good morning!", "Good night!"]
    assert (len(receipt.turn_ids), receipt.keeping, alice.keeping()) == (2, "on", True)
    assert alice.remember(["Good day!", stop, said]).keeping == "stopped"
    assert (len(alice.turns()), alice.keeping()) == (3, False)
    assert alice.remember([said, back, "Hello!", stop]).keeping == "off"
    assert ([t.text for t in alice.turns()][3:], alice.keeping()) == (["Hello!"], False)


@BOTH
def test_508_what_is_said_beside_the_wish(opened, stop, back, said, word):
    alice = opened().user("alice")
    assert alice.remember(f"{said} {stop}").keeping == "stopped"
    assert alice.turns() == []
    assert alice.remember(f"{back} {said}").keeping == "resumed"
    assert word in alice.turns()[0].text


@BOTH
def test_508_who_is_remembered_already_says_it_like_anything_else(opened, stop, back, said, word):
    alice = opened().user("alice")
    assert alice.remember(back).keeping == "on"
    assert [turn.text for turn in alice.turns()] == [back]
    alice.remember(stop)
    assert alice.remember(stop).keeping == "off"


@BOTH
def test_508_an_old_chat_and_an_assistant_wish_nothing(opened, stop, back, said, word):
    alice = opened().user("alice")
    alice.remember(Said(text=stop, origin="import", at="2026-05-01T10:00Z"))
    alice.remember(Said(text=stop, role="assistant"))
    assert alice.keeping()
    assert alice.remember(said).keeping == "on"


def test_508_a_write_that_was_under_way_is_not_kept(opened):
    memory, rival = opened(), opened()
    alice = memory.user("alice")
    remembering = memory._memory._store.remembering
    context, raced = remembering._context, []

    async def slow(turns):
        if not raced:
            raced.append(turns)
            await rival._memory.user("alice").keep_nothing()
        return await context(turns)

    remembering._context = slow
    receipt = alice.remember("I live in Bergen.")
    assert raced
    assert (receipt.keeping, alice.turns(), alice.memories()) == ("off", [], [])


def test_508_nothing_gets_past_the_ledger(opened):
    memory = opened()
    alice = memory.user("alice")
    alice.remember("I live in Bergen.")
    store = memory._memory._store
    wish = SetKeeping(scope=Scope(user="alice"), keeping=False)
    memory._loop.call(store.gateway.write, [wish])

    async def always(scope):
        return True

    store.ledger.keeping = always
    with pytest.raises(InputError, match="nothing they say be kept"):
        alice.remember("I'm allergic to hazelnuts.")
    assert len(alice.turns()) == 1


@BOTH
def test_508_an_incognito_session_reads_and_leaves_no_row(opened, stop, back, said, word):
    memory = opened({"embedder.when": "later"})
    memory.user("alice").remember(said)
    before = rows(memory)
    hidden = memory.user("alice", session="secret", incognito=True)
    assert word in "".join(hit.text for hit in hidden.recall(said, threshold=0))
    assert word in hidden.context(said).text
    assert hidden.answer(said).known
    for text in (said, "I'm allergic to hazelnuts.", stop, back):
        receipt = hidden.remember(text, key=text)
        assert (receipt.keeping, receipt.turn_ids) == ("incognito", ())
    memory._loop.call(memory._memory._store.write_accesses)
    assert rows(memory) == before
    assert memory.user("nobody", incognito=True).remember(said).turn_ids == ()
    assert [scope.user for scope in memory.users()] == ["alice"]


def test_508_an_incognito_session_changes_nothing(opened):
    memory = opened()
    alice = memory.user("alice")
    alice.remember("I live in Bergen.")
    unit = alice.memories()[0].id
    hidden = memory.user("alice", incognito=True)
    for attempt in (
        lambda: hidden.retire(unit),
        lambda: hidden.restore(unit),
        lambda: hidden.erase(unit),
        hidden.erase_all,
        hidden.rebuild,
        hidden.keep_nothing,
        hidden.keep_again,
    ):
        with pytest.raises(InputError, match="incognito"):
            attempt()
    assert [one.id for one in alice.memories()] == [unit]
    with pytest.raises(InputError, match="empty"):
        hidden.remember(" ")


@BOTH
def test_508_what_is_kept_may_be_erased_while_nothing_is_kept(opened, stop, back, said, word):
    alice = opened().user("alice")
    alice.remember(said)
    alice.remember(stop)
    assert alice.erase_all().turns == 1
    assert alice.keeping() is False
    assert alice.remember(said).keeping == "off"


HERE = pytest.mark.parametrize(
    ("stop", "back", "said", "word"),
    [
        (
            "Don't keep what I say in this conversation.",
            "You can save this conversation again.",
            "I live in Bergen.",
            "Bergen",
        ),
        ("这次对话别记。", "这次对话可以继续记了。", "我住在杭州。", "杭州"),
    ],
)


@HERE
@pytest.mark.parametrize("session", ["one", None])
def test_508_of_one_conversation_nothing_is_kept(opened, stop, back, said, word, session):
    memory = opened()
    alice = memory.user("alice", session=session)
    alice.remember("I'm allergic to hazelnuts.")
    before = kept(memory, alice)
    assert alice.remember(stop).keeping == "paused"
    assert alice.remember(said, key="k").keeping == "off"
    assert kept(memory, alice) == before
    assert memory.traces(said, stop).found == ()
    assert alice.recall("hazelnuts").hits
    memory.close()
    # It holds for that conversation alone, also when the store is opened again.
    memory = opened()
    alice = memory.user("alice", session=session)
    assert alice.remember(Said(text=said, session="two")).keeping == "on"
    assert alice.remember(said).keeping == "off"
    assert (alice.keeping(), alice.keeping(session=session or "")) == (True, False)
    assert alice.remember(back).keeping == "resumed"
    assert alice.remember(said).keeping == "on"
    assert [word in turn.text for turn in alice.turns(last=1)] == [True]


@HERE
def test_508_in_one_call_a_wish_holds_for_its_conversation(opened, stop, back, said, word):
    alice = opened().user("alice")
    one, two = ((lambda text, s=s: Said(text=text, session=s)) for s in ("one", "two"))
    receipt = alice.remember([one("Morning!"), one(stop), one(said), two("Hello!")])
    assert [turn.text for turn in alice.turns()] == ["Morning!", "Hello!"]
    assert receipt.keeping == "on"
    receipt = alice.remember([two("Bye!"), one(back), one("Night!"), one(stop), one(said)])
    assert [turn.text for turn in alice.turns()][2:] == ["Bye!", "Night!"]
    assert (receipt.keeping, alice.keeping(session="one")) == ("off", False)


@BOTH
def test_508_to_be_remembered_again_holds_for_the_conversation_too(opened, stop, back, said, word):
    memory = opened()
    alice = memory.user("alice", session="one")
    alice.keep_nothing(session="one")
    alice.remember(stop)
    assert alice.remember(back).keeping == "resumed"
    assert alice.keeping(session="one")
    alice.keep_nothing(session="one")
    alice.keep_nothing()
    assert memory.user("alice", session="two").remember(back).keeping == "resumed"
    assert alice.remember(said).keeping == "off"
    alice.keep_again(session="one")
    assert alice.remember(said).keeping == "on"


def test_508_a_backup_does_not_undo_the_wish_for_a_conversation(opened, path, tmp_path):
    memory = opened()
    alice = memory.user("alice", session="one")
    alice.remember("I'm allergic to hazelnuts.")
    alice.keep_nothing(session="two")
    memory.backup(tmp_path / "old.db")
    alice.keep_nothing(session="one")
    alice.keep_again(session="two")
    memory.close()
    type(memory).restore_backup(tmp_path / "old.db", path)
    alice = opened().user("alice")
    assert [alice.keeping(session=name) for name in ("one", "two")] == [False, True]
