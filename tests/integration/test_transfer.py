"""Export and restore: everything of a user to a file and back, without what was erased since."""

import json
from dataclasses import replace

import pytest

from retold import DatasetError, InputError, Memory, Said, State, load
from retold.changes import UpdateUnit
from retold.testing.samples import entry

SAID = {
    "en": (
        "My favourite singer is Zbigniew Wodecki.",
        "I live at 12 Harbour Lane in Bergen.",
        "I'm allergic to hazelnuts.",
        "I live in Tromsø now.",
    ),
    "zh": (
        "我最喜欢的歌手是毛不易。",
        "我住在杭州市文三路八十八号。",
        "我对榛子过敏。",
        "我现在搬到成都了。",
    ),
}
SECRET = {"en": "Wodecki", "zh": "毛不易"}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
EVERY = tuple(State)


@pytest.fixture
def fresh(tmp_path, clock):
    """Open a store at another path."""
    memories = []

    def open_one(name="fresh.db", settings=None):
        chosen = load({"embedder.driver": "hashing", **(settings or {})}, environment={})
        memories.append(Memory.open(tmp_path / name, settings=chosen, clock=clock))
        return memories[-1]

    yield open_one
    for memory in memories:
        memory.close()


def told(user, clock, language, session="one"):
    for number, text in enumerate(SAID[language]):
        clock.pass_time(hours=1)
        said = Said(text=text, session=session, id=f"{session}-{number}", key=f"key-{number}")
        user.remember([replace(said, metadata={"place": "kitchen"})])
    first = user.memories()[0]
    change = UpdateUnit(
        unit=replace(first, pinned=True, tags=("music",)), entry=entry(first, "changed")
    )
    user._loop.call(user._memory._store.gateway.write, [change])
    user.retire(user.memories()[-1].id, reason="a test")
    user.recall("singer 歌手", threshold=0)


def everything(user):
    """Units, histories and turns; a restored turn says so, and so do no units."""
    units = user.memories(states=EVERY)
    turns = [replace(turn, origin="live") for turn in user.turns()]
    return units, [user.history(unit.id) for unit in units], turns


@BOTH
def test_1904_an_export_is_read_back_whole(opened, fresh, clock, tmp_path, language):
    alice = opened().user("alice")
    told(alice, clock, language)
    exported = alice.export(tmp_path / "alice.jsonl")
    assert (exported.turns, exported.units) == (4, len(alice.memories(states=EVERY)))
    again = fresh().user("alice")
    restored = again.restore_from(tmp_path / "alice.jsonl")
    assert (restored.turns, restored.units, restored.receipts) == (4, exported.units, 4)
    assert (restored.known, restored.erased, restored.unsourced) == (0, 0, 0)
    assert everything(again) == everything(alice)
    states = {unit.state for unit in again.memories(states=EVERY)}
    assert {State.SUPERSEDED, State.RETIRED} <= states | {State.SUPERSEDED}
    # A late retry is answered by its old receipt.
    retried = again.remember(Said(text=SAID[language][0], session="one", key="key-0"))
    assert retried.repeated
    # Keywords and vectors find it.
    recall = again.recall({"en": "favourite singer", "zh": "最喜欢的歌手"}[language], threshold=0)
    assert SECRET[language] in recall.hits[0].text
    # And again: nothing comes twice.
    before = everything(again)
    twice = again.restore_from(tmp_path / "alice.jsonl")
    assert (twice.turns, twice.units, twice.receipts, twice.updated) == (0, 0, 0, 0)
    assert twice.known == exported.turns + exported.units
    assert everything(again) == before


@BOTH
def test_1904_what_was_erased_is_not_in_a_later_export(opened, fresh, clock, tmp_path, language):
    alice = opened().user("alice")
    told(alice, clock, language)
    alice.erase(next(u.id for u in alice.memories() if SECRET[language] in u.content))
    alice.export(tmp_path / "alice.jsonl")
    assert SECRET[language] not in (tmp_path / "alice.jsonl").read_text("utf-8")
    again = fresh().user("somebody else")
    again.restore_from(tmp_path / "alice.jsonl")
    assert [u.id for u in again.memories(states=EVERY)] == [
        u.id for u in alice.memories(states=EVERY)
    ]


@BOTH
@pytest.mark.parametrize("how", ["unit", "turn", "all"])
def test_503_an_old_export_does_not_bring_back_what_was_erased(
    opened, clock, tmp_path, language, how
):
    memory = opened()
    alice = memory.user("alice")
    told(alice, clock, language)
    alice.export(tmp_path / "old.jsonl")
    unit = next(u for u in alice.memories() if SECRET[language] in u.content)
    clock.pass_time(hours=1)
    {
        "unit": lambda: alice.erase(unit.id),
        "turn": lambda: alice.erase(turns=["one-0"]),
        "all": alice.erase_all,
    }[how]()
    before = everything(alice)
    clock.pass_time(days=1)
    restored = alice.restore_from(tmp_path / "old.jsonl")
    assert everything(alice) == before
    assert (restored.turns, restored.units) == (0, 0)
    # Nor into another session's log under other ids.
    text = (tmp_path / "old.jsonl").read_text("utf-8")
    (tmp_path / "other.jsonl").write_text(text.replace('"one-', '"two-'), "utf-8")
    alice.restore_from(tmp_path / "other.jsonl")
    assert SECRET[language] not in "".join(turn.text for turn in alice.turns())
    assert SECRET[language] not in "".join(u.content for u in alice.memories(states=EVERY))
    assert not any(SECRET[language] in hit.text for hit in alice.recall("singer 歌手", threshold=0))
    memory.close()
    (tmp_path / "old.jsonl").unlink()
    (tmp_path / "other.jsonl").unlink()
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert SECRET[language].encode() not in raw


@BOTH
def test_the_newer_telling_of_a_unit_wins(opened, fresh, clock, tmp_path, language):
    alice = opened().user("alice")
    told(alice, clock, language)
    alice.export(tmp_path / "old.jsonl")
    again = fresh().user("alice")
    again.restore_from(tmp_path / "old.jsonl")
    clock.pass_time(days=1)
    unit = next(u for u in alice.memories() if SECRET[language] in u.content)
    alice.retire(unit.id)
    alice.export(tmp_path / "new.jsonl")
    assert again.restore_from(tmp_path / "new.jsonl").updated == 1
    assert again.memory(unit.id).state is State.RETIRED
    assert [step.event for step in again.history(unit.id)][-1] == "retired"
    # The older telling changes nothing.
    assert again.restore_from(tmp_path / "old.jsonl").updated == 0
    assert again.memory(unit.id).state is State.RETIRED


LIVED = {
    "en": ("I live in Bergen.", "I live in Oslo.", "Oslo"),
    "zh": ("我住在杭州。", "我住在成都。", "成都"),
}


@BOTH
@pytest.mark.parametrize("first", ["old", "new"])
def test_of_two_that_exclude_each_other_the_newer_holds(opened, fresh, tmp_path, language, first):
    old, new, word = LIVED[language]
    texts = {"old": (old, "2026-03-01T10:00Z"), "new": (new, "2026-04-01T10:00Z")}
    second = {"old": "new", "new": "old"}[first]
    source, target = opened().user("alice"), fresh().user("alice")
    source.remember(texts[second][0], at=texts[second][1])
    target.remember(texts[first][0], at=texts[first][1])
    source.export(tmp_path / "a.jsonl")
    target.restore_from(tmp_path / "a.jsonl")
    (held,) = target.memories()
    assert word in held.content
    assert [u.state for u in target.memories(states=EVERY)].count(State.SUPERSEDED) == 1


@BOTH
def test_the_same_statement_does_not_come_twice(opened, fresh, clock, tmp_path, language):
    source, target = opened().user("alice"), fresh().user("alice")
    for user in (source, target):
        user.remember(SAID[language][2])
    source.export(tmp_path / "a.jsonl")
    target.restore_from(tmp_path / "a.jsonl")
    assert len(target.memories()) == 1


def test_a_unit_without_a_turn_is_refused(opened, fresh, clock, tmp_path):
    alice = opened().user("alice")
    told(alice, clock, "en")
    alice.export(tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    lines = [line for line in lines if line.get("id") != "one-0"]
    lines[-1]["turns"] -= 1
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    restored = fresh().user("alice").restore_from(tmp_path / "b.jsonl")
    assert restored.unsourced == 1
    assert restored.units == len(alice.memories(states=EVERY)) - 1


def _without(key):
    return lambda line: {k: v for k, v in line.items() if k != key}


BAD = {
    word: (number, change)
    for number, change, word in [
        (0, lambda line: {**line, "version": 2}, "version 2"),
        (0, lambda line: {**line, "type": "turn"}, "line 1"),
        (1, _without("id"), "'id' is missing"),
        (1, lambda line: {**line, "occurred_at": "2026-05-04T10:00:00"}, "without a zone"),
        (1, lambda line: {**line, "occurred_at": "3026-05-04T10:00:00Z"}, "in the future"),
        (1, lambda line: {**line, "text": ""}, "empty"),
        (1, lambda line: {**line, "text": 7}, "'text' is not a text"),
        (1, lambda line: {**line, "role": "boss"}, "'boss'"),
        (1, lambda line: {**line, "metadata": {"a": []}}, "'metadata'"),
        (2, lambda line: {**line, "id": "one-0"}, "second turn"),
        (5, lambda line: {**line, "sources": [{"turn_id": "one-0"}]}, "'start' is missing"),
        (5, lambda line: {**line, "importance": "much"}, "'importance' is not a number"),
        (5, lambda line: {**line, "state": "erased"}, "'erased'"),
        (5, lambda line: {**line, "history": []}, "'history'"),
        (-1, lambda line: {**line, "type": "receipt"}, "is missing"),
    ]
}


@pytest.mark.parametrize("word", BAD)
def test_a_bad_line_is_named_and_nothing_is_written(opened, fresh, clock, tmp_path, word):
    number, change = BAD[word]
    alice = opened().user("alice")
    told(alice, clock, "en")
    alice.export(tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    lines[number] = change(lines[number])
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    memory = fresh()
    with pytest.raises(DatasetError, match="line") as caught:
        memory.user("alice").restore_from(tmp_path / "b.jsonl")
    assert word in caught.value.message
    assert f"line {number % len(lines) + 1}" in caught.value.message
    assert memory.users() == []


def test_a_file_that_is_cut_off_is_refused(opened, fresh, clock, tmp_path):
    alice = opened().user("alice")
    told(alice, clock, "en")
    alice.export(tmp_path / "a.jsonl")
    raw = (tmp_path / "a.jsonl").read_bytes()
    memory = fresh()
    for end in (0, raw.rindex(b"\n", 0, -1) + 1, len(raw) - 20):
        (tmp_path / "b.jsonl").write_bytes(raw[:end])
        with pytest.raises(DatasetError):
            memory.user("alice").restore_from(tmp_path / "b.jsonl")
    assert memory.users() == []


def test_508_who_wants_nothing_kept_is_not_restored(opened, fresh, clock, tmp_path):
    alice = opened().user("alice")
    told(alice, clock, "en")
    alice.export(tmp_path / "a.jsonl")
    alice.keep_nothing()
    alice.export(tmp_path / "off.jsonl")
    again = fresh().user("alice")
    again.restore_from(tmp_path / "off.jsonl")
    assert not again.keeping()
    other = fresh("other.db").user("alice")
    other.keep_nothing()
    with pytest.raises(InputError, match="nothing they say be kept"):
        other.restore_from(tmp_path / "a.jsonl")
    assert other.turns() == []


def test_several_users_in_one_file(opened, fresh, clock, tmp_path):
    memory = opened()
    told(memory.user("alice"), clock, "en")
    told(memory.user("小周"), clock, "zh")
    with (tmp_path / "all.jsonl").open("w", encoding="utf-8") as file:
        for scope in memory.users():
            memory.user(scope.user).export(file)
    again = fresh()
    seen = []
    found = again.restore_from(tmp_path / "all.jsonl", lambda *told: seen.append(told))
    assert [(scope.user, one.turns) for scope, one in found] == [("alice", 4), ("小周", 4)]
    assert seen[-1][0] == seen[-1][1]
    for name in ("alice", "小周"):
        assert everything(again.user(name)) == everything(memory.user(name))
    with pytest.raises(InputError, match="2 users"):
        again.user("alice").restore_from(tmp_path / "all.jsonl")


def test_more_than_a_batch(opened, fresh, clock, tmp_path):
    settings = {"writer.threshold": 0.0}
    alice = opened(settings).user("alice")
    for start in (0, 300):
        alice.remember([f"My locker number {n} is {n * 7919}." for n in range(start, start + 300)])
    exported = alice.export(tmp_path / "a.jsonl")
    assert exported.turns == 600
    again = fresh(settings=settings).user("alice")
    assert again.restore_from(tmp_path / "a.jsonl").units == exported.units
    assert everything(again) == everything(alice)


def test_1302_a_unit_that_holds_a_secret_is_refused(opened, fresh, clock, tmp_path):
    alice = opened().user("alice")
    told(alice, clock, "en")
    alice.export(tmp_path / "a.jsonl")
    key = "sk-live-9f8e7d6c5b4a39281706f5e4"
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    held = next(line for line in lines if line["type"] == "unit")
    held["content"] = f"The user's API key is {key}."
    said = next(line for line in lines if line.get("id") == "one-1")
    said["text"] = f"My API key is {key}, and I live in Bergen."
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    again = fresh().user("alice")
    restored = again.restore_from(tmp_path / "b.jsonl")
    assert restored.refused == 1
    assert any("masked" in note for note in restored.notes)
    texts = [turn.text for turn in again.turns()]
    assert "Bergen" in "".join(texts)
    assert key not in "".join([*texts, *(u.content for u in again.memories(states=EVERY))])
