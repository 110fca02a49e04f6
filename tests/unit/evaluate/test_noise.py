from datetime import date

import pytest

from retold.errors import DatasetError
from retold.evaluate.datasets import Conversation, Question
from retold.evaluate.noise import Noise
from retold.evaluate.present import moment
from retold.records import Said


def talk(name, day, count=4, *, dated=True):
    turns = [
        Said(
            text=f"{name} says {i}",
            id=str(i),
            session=f"s{i // 2}",
            at=f"2026-03-{day:02}T10:0{i}:00" if dated else None,
        )
        for i in range(count)
    ]
    return Conversation(turns=turns, questions=[Question(id="q", text="?", evidence=("1",))])


FILE = {"ada": talk("ada", 10), "ben": talk("ben", 3), "cleo": talk("cleo", 28)}


def noisy(times, name="ada", conversations=FILE, seed=0):
    return Noise(conversations, times=times, seed=seed).mixed(name)


def test_so_many_times_as_many_messages_of_others_are_mixed_in():
    mixed = noisy(2)
    others = [t.text for t in mixed.turns if not t.text.startswith("ada")]
    assert len(mixed.turns) == 12
    assert sorted(others) == sorted(
        f"{name} says {i}" for name in ("ben", "cleo") for i in range(4)
    )
    assert noisy(0) == FILE["ada"]


def test_the_evidence_stays_where_it_was_and_is_asked_for():
    mixed = noisy(2)
    own = [turn for turn in mixed.turns if turn.text.startswith("ada")]
    assert own == FILE["ada"].turns
    assert mixed.questions == FILE["ada"].questions


def test_no_id_and_no_session_collides_even_where_the_own_look_like_noise():
    turns = [Said(text="mine", id="noise-0", session="noise-session0")]
    mixed = noisy(4, "dan", FILE | {"dan": Conversation(turns=turns)})
    assert len({turn.id for turn in mixed.turns}) == 5
    assert [turn.text for turn in mixed.turns if turn.session == "noise-session0"] == ["mine"]


def test_sittings_stay_whole_and_stand_in_the_order_of_time():
    turns = noisy(2).turns
    sessions = [turn.session for turn in turns]
    assert len({s for i, s in enumerate(sessions) if not i or sessions[i - 1] != s}) == 6
    first = [moment(turn.at) for i, turn in enumerate(turns) if sessions.index(turn.session) == i]
    assert first == sorted(first)


def test_what_was_said_after_the_end_is_moved_back_by_whole_weeks():
    late = [turn for turn in noisy(2).turns if turn.text.startswith("cleo")]
    assert {moment(turn.at).date() for turn in late} == {date(2026, 3, 7)}
    early = [turn for turn in noisy(2).turns if turn.text.startswith("ben")]
    assert {turn.at for turn in early} == {turn.at for turn in FILE["ben"].turns}


def test_the_seed_decides_what_is_drawn():
    drawn = {tuple(t.text for t in noisy(1, seed=seed).turns) for seed in range(8)}
    assert len(drawn) > 1
    assert noisy(1, seed=3) == noisy(1, seed=3)


def test_the_last_sitting_is_cut():
    odd = FILE | {"eve": Conversation(turns=[Said(text="eve", id="1", session="s")])}
    assert len(noisy(3, "eve", odd).turns) == 4


def test_without_times_nothing_is_moved():
    files = {"ada": talk("ada", 1, dated=False), "ben": talk("ben", 3)}
    mixed = noisy(1, "ada", files)
    assert {t.at for t in mixed.turns if t.text.startswith("ben")} == {
        t.at for t in FILE["ben"].turns
    }


def test_more_noise_than_the_others_have_is_an_error():
    with pytest.raises(DatasetError, match="takes 12 messages, and the others have 8") as raised:
        noisy(3)
    assert raised.value.hint == "at most 2 times its own"
