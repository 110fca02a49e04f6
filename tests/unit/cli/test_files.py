import json
from datetime import UTC, datetime

import pytest

from retold.cli.files import named_apart, turn_line, unit_line
from retold.evaluate.datasets import read_dataset
from retold.records import Attachment, Kind, Said, Scope, Speaking, Turn, Unit

AT = datetime(2026, 5, 4, 20, 11, tzinfo=UTC)


def turn(**changed):
    return Turn(
        **{
            "id": "t1",
            "scope": Scope(user="alice", session="s1"),
            "speaker": "Alice",
            "role": Speaking.USER,
            "text": "你好，{Oslo}",
            "occurred_at": AT,
            "recorded_at": AT,
            **changed,
        }
    )


def read_back(tmp_path, *lines):
    file = tmp_path / "export.jsonl"
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return read_dataset(file).conversations["alice"].turns


def test_a_turn_is_read_back_as_it_was(tmp_path):
    told = turn(
        metadata={"place": "kitchen", "loud": True, "none": None},
        attachments=(Attachment(caption="a cat"),),
    )
    (said,) = read_back(tmp_path, turn_line(told))
    assert (said.id, said.text, said.speaker, said.session) == ("t1", told.text, "Alice", "s1")
    assert datetime.fromisoformat(said.at) == AT
    assert said.attachments[0].caption == "a cat"
    assert said.metadata == {"place": "kitchen", "loud": True}


def test_an_undated_turn_stays_undated(tmp_path):
    assert read_back(tmp_path, turn_line(turn(dated=False)))[0].at is None


@pytest.mark.parametrize("key", ["text", "id", "type", "conversation"])
def test_metadata_never_takes_the_place_of_a_field(key):
    assert turn_line(turn(metadata={key: "mine"}))[key] == turn_line(turn())[key]


def test_a_unit_line_holds_unit_and_history():
    unit = Unit(
        id="u1",
        scope=Scope(user="alice"),
        content="Alice lives in Oslo.",
        first_person="I live in Oslo.",
        kind=Kind.PROFILE,
        subject="user",
        created_at=AT,
        occurred_at=AT,
    )
    line = unit_line(unit, [])
    assert (line["type"], line["conversation"], line["content"], line["history"]) == (
        "unit",
        "alice",
        unit.content,
        [],
    )


def test_conversations_of_one_user_keep_ids_and_sessions_apart():
    said = [Said(text="a", id="1", session="s"), Said(text="b", id="2")]
    assert [(s.id, s.session) for s in named_apart(said, "c1")] == [
        ("c1/1", "c1/s"),
        ("c1/2", "c1"),
    ]
