"""Erasing by unit, turn, session, tag, text and altogether: gone everywhere, and nothing else."""

from dataclasses import replace

import apsw
import pytest

from retold import InputError, NotFoundError, Said, State, StoreUnavailableError
from retold.changes import UpdateUnit
from retold.testing.faults import DiskFaults, StatementFaults
from retold.testing.samples import entry

SAID = {
    "en": (
        "My favourite singer is Zbigniew Wodecki.",
        "I live at 12 Harbour Lane in Bergen.",
        "I'm allergic to hazelnuts.",
    ),
    "zh": ("我最喜欢的歌手是毛不易。", "我住在杭州市文三路八十八号。", "我对榛子过敏。"),
}
SECRET = {
    "en": ("Wodecki", "Harbour Lane", "hazelnuts"),
    "zh": ("毛不易", "文三路", "榛子"),
}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def told(user, language, session="one"):
    """Say three things, each in a turn of its own; the ids of the turns."""
    texts = SAID[language]
    turns = [
        Said(text=text, session=session, id=f"{session}-{n}", key=f"{session}-key-{n}")
        for n, text in enumerate(texts)
    ]
    return user.remember(turns).turn_ids


def everything(user):
    """All text that a caller can get at."""
    units = user.memories(states=tuple(State))
    texts = [turn.text for turn in user.turns()]
    texts += [part for unit in units for part in (unit.content, unit.first_person, unit.value)]
    texts += [step.content for unit in units for step in user.history(unit.id)]
    for question in ("singer", "歌手", "where do I live?", "我住在哪里", "allergic", "过敏"):
        texts += [hit.text for hit in user.recall(question, threshold=0)]
        texts.append(user.context(question).text)
        texts.append(user.answer(question).text)
    return "\n".join(texts)


@BOTH
def test_501_everything_of_a_user_goes_in_one_call(opened, language):
    memory = opened({"writer.threshold": 0.0})
    alice, bob = memory.user("alice"), memory.user("bob")
    noun = {"en": "My locker number {} is {}.", "zh": "我的{}号柜子的密码是{}。"}[language]
    for user in (alice, bob):
        user.remember([noun.format(n, n * 7919 + 1000) for n in range(150)])
    units, turns = alice.memories(states=tuple(State)), alice.turns()
    theirs = everything(bob)
    receipt = alice.erase_all()
    assert (receipt.units, receipt.turns) == (len(units), len(turns))
    assert receipt.turns == 150
    assert set(receipt.unit_ids) == {unit.id for unit in units}
    assert alice.memories(states=tuple(State)) == alice.turns() == []
    assert memory.users() == [bob.scope]
    assert everything(bob) == theirs
    assert len(bob.turns()) == 150


@BOTH
@pytest.mark.parametrize("how", ["unit", "turn", "session", "tag", "all"])
def test_502_whatever_it_is_erased_by_it_is_nowhere(opened, path, language, how):
    memory = opened()
    alice = memory.user("alice")
    turn_ids = told(alice, language)
    told(alice, {"en": "zh", "zh": "en"}[language], session="two")
    unit = next(u for u in alice.memories() if SECRET[language][0] in u.content)
    if how == "tag":
        tagged = replace(unit, tags=("private",))
        change = UpdateUnit(unit=tagged, entry=entry(tagged, "changed"))
        memory._loop.call(memory._memory._store.gateway.write, [change])
    receipt = {
        "unit": lambda: alice.erase(unit.id),
        "turn": lambda: alice.erase(turns=[turn_ids[0]]),
        "session": lambda: alice.erase(session="one"),
        "tag": lambda: alice.erase(tag="private"),
        "all": alice.erase_all,
    }[how]()
    gone = SECRET[language] if how in ("session", "all") else SECRET[language][:1]
    stays = [word for word in SECRET[language] if word not in gone]
    text = everything(alice)
    assert not [word for word in gone if word in text]
    assert all(word in text for word in stays)
    assert receipt.units >= len(gone)
    assert receipt.vectors >= 2
    assert receipt.turns == {"session": 3, "turn": 1, "all": 6}.get(how, 0)
    assert memory.traces(*(SAID[language][: len(gone)])).found == ()
    assert memory.health()["jobs"] == []
    memory.close()
    raw = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert not [word for word in gone if word.encode() in raw]


@BOTH
@pytest.mark.parametrize("how", ["turn", "session", "all"])
def test_503_a_turn_that_was_erased_comes_back_from_no_old_text(opened, clock, language, how):
    alice = opened().user("alice")
    said = [
        Said(text=text, session="one", id=f"t{n}", at=f"2026-05-0{n + 1}T10:00Z", origin="import")
        for n, text in enumerate(SAID[language])
    ]
    alice.remember(said)
    {
        "turn": lambda: alice.erase(turns=["t0", "t1", "t2"]),
        "session": lambda: alice.erase(session="one"),
        "all": alice.erase_all,
    }[how]()
    clock.pass_time(days=1)
    assert alice.remember(said).turn_ids == ()
    # The same under other ids, as another export has them, and in other words.
    alice.remember([replace(one, id=f"other-{one.id}", text=f"{one.text} ") for one in said])
    if alice.memories():
        alice.rebuild()
    assert not [word for word in SECRET[language] if word in everything(alice)]


@BOTH
def test_505_after_everything_went_the_user_may_begin_anew(opened, clock, language):
    alice = opened().user("alice")
    told(alice, language)
    old = {unit.id for unit in alice.memories()}
    alice.erase_all()
    clock.pass_time(days=1)
    receipt = alice.remember(list(SAID[language]))
    assert len(receipt.turn_ids) == 3
    assert receipt.unit_ids
    assert old.isdisjoint(receipt.unit_ids)


def test_507_a_thousand_memories_go_in_one_transaction(opened):
    memory = opened({"writer.enabled": False, "embedder.when": "later"})
    alice = memory.user("alice")
    alice.remember([Said(text=f"Locker {n} holds {n * 7919}.", id=str(n)) for n in range(1000)])
    revision = memory._loop.call(memory._memory._store.ledger.revision, alice.scope)
    receipt = alice.erase(turns=[str(n) for n in range(1000)])
    assert receipt.turns == 1000
    assert alice.turns() == []
    after = memory._loop.call(memory._memory._store.ledger.revision, alice.scope)
    assert after == revision + 1


def test_units_that_rest_on_a_turn_go_with_it_and_their_other_sentences_stay(opened):
    alice = opened().user("alice")
    alice.remember([Said(text="I'm allergic to hazelnuts.", id=name) for name in ("a", "b")])
    (unit,) = alice.memories()
    assert {source.turn_id for source in unit.sources} == {"a", "b"}
    receipt = alice.erase(turns=["a"])
    assert receipt.unit_ids == (unit.id,)
    assert [turn.text for turn in alice.turns()] == ["I'm allergic to hazelnuts."]


def test_a_late_retry_of_an_erased_turn_is_answered_and_writes_nothing(opened):
    alice = opened().user("alice")
    first = alice.remember("I live in Oslo.", key="k")
    assert alice.erase_all().receipts == 1
    again = alice.remember("I live in Oslo.", key="k")
    assert (again.id, again.repeated, again.turn_ids, again.outcomes) == (first.id, True, (), ())
    assert alice.turns() == []


def test_one_session_of_several_goes_alone(opened):
    memory = opened()
    one, two = (memory.user("alice", session=name) for name in ("one", "two"))
    one.remember("I live in Oslo.")
    two.remember("I'm allergic to hazelnuts.")
    one.erase(session="one")
    assert [turn.text for turn in two.turns()] == ["I'm allergic to hazelnuts."]
    assert "hazelnuts" in "".join(unit.content for unit in two.memories())


def test_what_is_not_there_is_refused_whole(opened):
    memory = opened()
    alice, bob = memory.user("alice"), memory.user("bob")
    told(alice, "en")
    told(bob, "zh")
    mine, theirs = alice.memories()[0].id, bob.memories()[0].id
    before = everything(alice), everything(bob)
    answers = []
    for ids, named in (
        ((mine, theirs), {}),
        ((mine, "no-such-id"), {}),
        ((mine,), {"turns": ["no-such-turn"]}),
        ((), {"session": "nine"}),
        ((), {"tag": "nine"}),
    ):
        with pytest.raises(NotFoundError) as caught:
            alice.erase(*ids, **named)
        answers.append(str(caught.value).replace(theirs, "no-such-id"))
    # Somebody else's is answered like what is not there.
    assert answers[0] == answers[1]
    with pytest.raises(InputError, match="nothing to erase"):
        alice.erase()
    assert (everything(alice), everything(bob)) == before
    alice.erase(mine)
    with pytest.raises(NotFoundError):
        alice.erase(mine)
    assert alice.erase(alice.memories()[0].id, alice.memories()[0].id).units == 1


def test_nothing_to_erase_is_a_receipt_of_zeros(opened):
    memory = opened()
    receipt = memory.user("alice").erase_all()
    assert (receipt.units, receipt.turns, receipt.tombstones) == (0, 0, 0)
    assert memory.verify(receipt)


def test_a_receipt_is_verified_by_its_store_alone(opened, tmp_path, clock):
    memory = opened()
    alice = memory.user("alice")
    told(alice, "en")
    receipt = alice.erase(alice.memories()[0].id)
    assert memory.verify(receipt)
    assert not memory.verify(replace(receipt, units=receipt.units + 1))
    # Units that are there were not erased, whatever a receipt says.
    other = opened()
    assert other.verify(receipt)
    with type(memory).open(
        tmp_path / "other.db", settings=memory.settings, clock=clock
    ) as stranger:
        assert not stranger.verify(receipt)


def counts(path):
    """Rows of every table that text may stand in, read past the driver."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    tables = ("turns", "units", "history", "postings", "vectors", "receipts", "tombstones", "jobs")
    found = {
        name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608
        for name in tables
    }
    connection.close()
    return found


@pytest.mark.parametrize("kind", [StatementFaults, DiskFaults])
@pytest.mark.parametrize("everything_goes", [False, True])
def test_a_disk_that_fails_leaves_all_or_nothing(opened, path, kind, everything_goes):
    with kind() as faults:
        memory = opened()
        alice = memory.user("alice")
        told(alice, "en")
        before = counts(path)
        whole, erased, number = [], [], 0
        while not erased or erased[-1] is not None:
            number += 1
            faults.fail_at(number)
            try:
                receipt = alice.erase_all() if everything_goes else alice.erase(session="one")
            except StoreUnavailableError as error:
                faults.heal()
                if "it is erased" in str(error):
                    assert alice.turns() == alice.memories(states=tuple(State)) == []
                    erased.append(str(error))
                    break
                assert counts(path) == before
                whole.append(number)
                continue
            faults.heal()
            assert receipt.turns == 3
            break
        assert whole
        if erased:
            assert [job["kind"] for job in memory.health()["jobs"]] == ["purge"]
        memory.purge()
        assert memory.health()["jobs"] == []
        assert memory.traces(*SAID["en"]).found == ()
        memory.close()


def test_an_erase_beside_writers_misses_nothing_that_was_there(opened):
    memory, rival = opened(), opened()
    alice, again = memory.user("alice"), rival.user("alice")
    told(alice, "en")
    store = memory._memory._store
    plan, raced = store.erasing._plan, []

    async def slow(*args, **named):
        made = await plan(*args, **named)
        if not raced:
            raced.append(again.scope)
            # Another connection writes between the reading and the writing of the erase.
            await rival._memory.user("alice").remember("I live in Trondheim now.")
        return made

    store.erasing._plan = slow
    alice.erase_all()
    assert raced
    assert "Trondheim" not in everything(alice)
    assert alice.memories(states=tuple(State)) == []


@BOTH
def test_a_purge_that_was_cut_off_is_finished_at_the_next_open(opened, path, monkeypatch, language):
    memory = opened()
    alice = memory.user("alice")
    told(alice, language)
    unit = next(u for u in alice.memories() if SECRET[language][0] in u.content)

    async def cut_off(_):
        raise StoreUnavailableError("cut off")

    with monkeypatch.context() as patched:
        patched.setattr("retold.drivers.ledgers.sqlite.SqliteLedger.purge", cut_off)
        with pytest.raises(StoreUnavailableError, match="it is erased"):
            alice.erase(unit.id)
        memory.close()
        # Where it cannot be finished now, the mark stays, and the store opens all the same.
        memory = opened()
        assert [job["kind"] for job in memory.health()["jobs"]] == ["purge"]
        memory.close()
    memory = opened()
    assert memory.health()["jobs"] == []
    memory.close()
    raw = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert SECRET[language][0].encode() not in raw


@BOTH
def test_504_what_says_it_in_other_words_leaves_no_sentence_in_the_turn(opened, clock, language):
    alice = opened().user("alice")
    told(alice, language)
    alice.erase(next(u.id for u in alice.memories() if SECRET[language][0] in u.content))
    clock.pass_time(days=1)
    other = {
        "en": "Hello! Zbigniew Wodecki is who I like. My favorite singer is Zbigniew Wodecki.",
        "zh": "你好！我最爱的歌手是毛不易。",
    }[language]
    receipt = alice.remember(Said(text=other, at="2026-05-01T10:00Z", origin="import"))
    assert any(outcome.rule == "erased by the user" for outcome in receipt.outcomes)
    text = alice.turns()[-1].text
    assert not text.endswith(other[-12:])
    assert text.startswith(other[:2])
    assert len(text) == len(other)


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("I live in Munich.", "My physiotherapist Tilda lives in Ghent."),
        ("我住在慕尼黑。", "我的理疗师佳佳住在根特。"),
    ],
)
@pytest.mark.parametrize("erased", [0, 1])
def test_to_erase_where_the_user_lives_leaves_where_somebody_else_does(opened, mine, other, erased):
    user = opened().user("alice")
    user.remember([mine, other])
    units = user.memories()
    assert len(units) == 2
    gone = next(unit for unit in units if (unit.subject == "user") is (erased == 0))
    user.erase(gone.id)
    assert [unit.id for unit in user.memories()] == [u.id for u in units if u is not gone]
