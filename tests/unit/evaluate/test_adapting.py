import json
import re
import sys

import numpy as np
import pytest

from retold.drivers.embedders.adapters import read_adapter
from retold.errors import DatasetError, InputError, SettingsError
from retold.evaluate import adapting
from retold.evaluate.adapting import AdaptingOptions, Embedded, cut, measure, run_adapting
from retold.evaluate.datasets import Conversation, Question
from retold.records import Said

SIZE = 16


class TurningEmbedder:
    """A direction for every topic; questions are turned away from it by some thirty degrees."""

    identity = f"turning/1/{SIZE}"
    dimensions = SIZE
    turn = 0.12

    def __init__(self, settings):
        askew = np.random.default_rng(1).normal(size=(SIZE, SIZE))
        askew = self.turn * (askew - askew.T)
        self.rotation = np.linalg.inv(np.eye(SIZE) + askew) @ (np.eye(SIZE) - askew)

    def embed(self, texts, *, purpose):
        return [self._embed(text, purpose) for text in texts]

    def _embed(self, text, purpose):
        topic = int(re.search(r"(?:topic|话题) (\d+)", text)[1])
        vector = np.random.default_rng(topic).normal(size=SIZE)
        vector /= np.linalg.norm(vector)
        turned = self.rotation @ vector if purpose == "query" else vector
        return turned.astype(np.float32)[None]


class StraightEmbedder(TurningEmbedder):
    turn = 0.0


@pytest.fixture
def log(tmp_path):
    """Exchanges about a topic each, in Chinese and English, every one a sitting of its own."""

    def write(conversations=40, exchanges=40, speakers=("user", "assistant")):
        made, number = [], 0
        for name in range(conversations):
            word = "topic" if name % 2 else "话题"
            for _ in range(exchanges):
                number += 1
                for place, speaker in enumerate(speakers):
                    made.append(
                        {
                            "type": "turn",
                            "conversation": f"c{name}",
                            "session": f"s{number}",
                            "id": f"{number}-{place}",
                            "role": speaker,
                            "text": f"{word} {number}",
                        }
                    )
        file = tmp_path / "log.jsonl"
        file.write_text("\n".join(map(json.dumps, made)))
        return file

    return write


@pytest.fixture
def out(tmp_path):
    return tmp_path / "adapter.npz"


def using(monkeypatch, embedder):
    monkeypatch.setattr(adapting, "driver", lambda *_: embedder)


def test_what_questions_are_turned_by_is_learnt(monkeypatch, log, out):
    using(monkeypatch, TurningEmbedder)
    told = []
    result = run_adapting(log(), AdaptingOptions(out=out), lambda *done: told.append(done))
    assert result["before"]["MRR@10"] < 60
    assert result["after"]["MRR@10"] > result["before"]["MRR@10"] + 15
    assert result["after"]["R@10"] > result["before"]["R@10"]
    adapter = read_adapter(out, TurningEmbedder.identity, SIZE)
    assert result["adapter"]["name"] == adapter.name
    assert result["adapter"]["bytes"] == out.stat().st_size
    assert result["cut_by"] == "conversations"
    groups = {name: part["groups"] for name, part in result["parts"].items()}
    assert groups == {"learnt": 24, "stop": 8, "measured": 8}
    assert told[-1] == (4800, 4800)


def test_where_nothing_is_to_be_learnt_nothing_is_written(monkeypatch, log, out):
    using(monkeypatch, StraightEmbedder)
    result = run_adapting(log(exchanges=3), AdaptingOptions(out=out))
    assert result["adapter"] is None
    assert result["before"] == result["after"] == {"MRR@10": 100.0, "R@10": 100.0}
    assert not out.exists()


def test_a_log_of_one_conversation_is_cut_by_its_sittings(monkeypatch, log, out):
    using(monkeypatch, TurningEmbedder)
    result = run_adapting(log(conversations=1, exchanges=10), AdaptingOptions(out=out))
    assert result["cut_by"] == "sessions"
    groups = [part["groups"] for part in result["parts"].values()]
    assert groups == [6, 2, 2]


def test_a_log_in_which_nobody_answers_is_refused(monkeypatch, log, out):
    using(monkeypatch, TurningEmbedder)
    with pytest.raises(DatasetError, match="only 0 conversations or sessions"):
        run_adapting(log(speakers=("user", "user")), AdaptingOptions(out=out))


def test_where_it_cannot_be_written_nothing_is_embedded(monkeypatch, log, out, tmp_path):
    monkeypatch.delattr(adapting, "driver")
    out.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        run_adapting(log(), AdaptingOptions(out=out))
    with pytest.raises(InputError, match="no folder"):
        run_adapting(log(), AdaptingOptions(out=tmp_path / "no" / "a.npz"))


def test_the_larger_form_asks_for_its_extra_before_anything_is_embedded(monkeypatch, log, out):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "retold.evaluate.residual", raising=False)
    monkeypatch.delattr(adapting, "driver")
    with pytest.raises(SettingsError, match="torch") as raised:
        run_adapting(log(), AdaptingOptions(out=out, form="residual"))
    assert raised.value.hint == 'pip install "retold[train]"'


def test_the_larger_form_is_learnt_and_written(monkeypatch, log, out):
    pytest.importorskip("torch", reason="the extra `train` is not installed")
    using(monkeypatch, TurningEmbedder)
    result = run_adapting(log(), AdaptingOptions(out=out, form="residual"))
    assert result["after"]["MRR@10"] > result["before"]["MRR@10"] + 10
    assert read_adapter(out, TurningEmbedder.identity, SIZE).name == result["adapter"]["name"]


def said(turn_id, text, *, speaker="Ada", session="s"):
    return Said(id=turn_id, text=text, speaker=speaker, session=session)


def asked(conversation):
    found, _ = cut([conversation] * 5)
    return {one.text: (one.gold, one.own) for one in found[0].asked}


def test_what_another_said_next_in_the_same_sitting_answers():
    turns = [
        said("1", "Tea?"),
        said("2", "Yes.", speaker="Ben"),
        said("3", "With milk.", speaker="Ben"),
        said("4", "", speaker="Ada"),
        said("5", "And?", speaker="Ben"),
        said("6", "Late.", speaker="Ada", session="t"),
    ]
    assert asked(Conversation(turns=turns)) == {"Tea?": ((1,), 0)}


def test_a_question_is_answered_by_its_evidence():
    turns = [said("1", "I drink tea."), said("2", "喝绿茶。"), said("3", "Good night.")]
    questions = [
        Question(id="q", text="Which tea?", evidence=("1", "2")),
        Question(id="r", text="Which film?", abstain=True),
    ]
    conversation = Conversation(turns=turns, questions=questions)
    assert asked(conversation) == {"Which tea?": ((0, 1), None)}


def test_a_question_finds_its_turns_among_those_of_all_groups_but_not_itself():
    one = adapting.Asked(text="a", gold=(1,), own=0)
    group = Embedded(asked=(one,), questions=np.eye(3)[:1], passages=np.eye(3)[[0, 1]])
    other = Embedded(asked=(one,), questions=np.eye(3)[1:2], passages=np.eye(3)[[0, 2]])
    # Both have the cosines 1 and 0 twice; the first group's comes first of those that are equal.
    measured = measure([group, other])
    assert measured == pytest.approx({"MRR@10": 100 * (1 / 2 + 1 / 3) / 2, "R@10": 100.0})
    assert measure([group], lambda rows: rows[:, [1, 0, 2]])["MRR@10"] == 100.0
