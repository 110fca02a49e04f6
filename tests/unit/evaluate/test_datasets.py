import json

import pytest

from retold.errors import DatasetError
from retold.evaluate.datasets import read_dataset
from retold.records import Attachment, Speaking

META = {"type": "meta", "name": "walks", "language": "en"}
TURN = {
    "type": "turn",
    "conversation": "c",
    "session": "s1",
    "id": "1",
    "speaker": "Ada",
    "role": "user",
    "at": "2026-05-03T09:30:00",
    "text": "We walked to the lake.",
}
QUESTION = {
    "type": "question",
    "conversation": "c",
    "id": "q",
    "text": "Where did they walk?",
    "evidence": ["1"],
}


def write(tmp_path, *lines, name="set.jsonl"):
    file = tmp_path / name
    text = "\n".join(x if isinstance(x, str) else json.dumps(x, ensure_ascii=False) for x in lines)
    file.write_text(text, encoding="utf-8")
    return file


def test_turns_questions_and_meta_are_read(tmp_path):
    asked = QUESTION | {"category": 4, "answer": "the lake", "stale": ["1"], "at": None}
    dataset = read_dataset(write(tmp_path, META, "", TURN, asked))
    assert dataset.meta == {"name": "walks", "language": "en"}
    (turn,) = dataset.conversations["c"].turns
    assert (turn.id, turn.text, turn.speaker) == ("1", "We walked to the lake.", "Ada")
    assert (turn.session, turn.at, turn.origin) == ("s1", "2026-05-03T09:30:00", "import")
    (question,) = dataset.conversations["c"].questions
    assert (question.category, question.answer) == ("4", "the lake")
    assert (question.evidence, question.stale, question.at) == (("1",), ("1",), None)


def test_a_question_may_stand_before_its_turns(tmp_path):
    dataset = read_dataset(write(tmp_path, QUESTION, TURN))
    assert len(dataset.conversations["c"].questions) == 1


def test_a_file_without_meta_is_named_after_itself(tmp_path):
    assert read_dataset(write(tmp_path, TURN, name="lake.jsonl")).meta == {"name": "lake"}


def test_captions_roles_and_other_keys_are_kept(tmp_path):
    line = TURN | {"role": "assistant", "caption": "a lake", "place": "湖边", "when": "周日"}
    (turn,) = read_dataset(write(tmp_path, line | {"nested": {}})).conversations["c"].turns
    assert turn.role is Speaking.ASSISTANT
    assert turn.attachments == (Attachment(caption="a lake"),)
    assert turn.metadata == {"place": "湖边", "when": "周日"}


def test_what_is_optional_may_be_missing_or_null(tmp_path):
    line = {"type": "turn", "conversation": "c", "id": 7, "text": "好", "at": None, "session": None}
    (turn,) = read_dataset(write(tmp_path, line)).conversations["c"].turns
    assert (turn.id, turn.at, turn.session, turn.role) == ("7", None, None, Speaking.USER)


def test_only_line_feeds_end_a_line(tmp_path):
    dataset = read_dataset(write(tmp_path, TURN | {"text": "one\u2028two\x85three"}))
    assert dataset.conversations["c"].turns[0].text == "one\u2028two\x85three"


def test_a_byte_order_mark_is_no_error(tmp_path):
    file = tmp_path / "set.jsonl"
    file.write_text("\ufeff" + json.dumps(TURN), encoding="utf-8")
    assert len(read_dataset(file).conversations["c"].turns) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ({"type": "trun"}, "line 2: 'type' is 'trun'"),
        ({}, "line 2: 'type' is None"),
        ({k: v for k, v in TURN.items() if k != "text"}, "line 2: 'text' is missing"),
        (TURN | {"id": ""}, "line 2: 'id' is empty"),
        (TURN | {"id": True}, "line 2: 'id' is not a text"),
        (TURN | {"role": "robot"}, "line 2: 'role' is 'robot'"),
        (TURN | {"at": "yesterday"}, "line 2: 'at' is 'yesterday'"),
        (TURN | {"at": 5}, "line 2: 'at' is 5"),
        (TURN, "conversation 'c' has two turns with the id '1'"),
        (QUESTION | {"evidence": "1"}, "line 2: 'evidence' is not a list"),
        (QUESTION | {"evidence": ["9"]}, "line 2: the conversation has no turn '9'"),
        (QUESTION | {"stale": ["9"]}, "line 2: the conversation has no turn '9'"),
        (QUESTION | {"evidence_sessions": ["s9"]}, "line 2: the conversation has no session 's9'"),
        (QUESTION | {"conversation": "d"}, "line 2: conversation 'd' has no turns"),
        (QUESTION | {"abstain": "yes"}, "line 2: 'abstain' is not true or false"),
    ],
)
def test_a_fault_names_its_line(tmp_path, line, message):
    with pytest.raises(DatasetError, match=r"^(set\.jsonl, |)" + message.replace("[", r"\[")):
        read_dataset(write(tmp_path, TURN, line))


def test_what_is_not_utf8_names_its_line(tmp_path):
    file = tmp_path / "set.jsonl"
    file.write_bytes(json.dumps(TURN).encode() + b"\n\xff\n")
    with pytest.raises(DatasetError, match="line 2: not UTF-8"):
        read_dataset(file)


def test_a_missing_or_empty_file_is_named(tmp_path):
    with pytest.raises(DatasetError, match=r"none\.jsonl cannot be read"):
        read_dataset(tmp_path / "none.jsonl")
    with pytest.raises(DatasetError, match=r"set\.jsonl holds no turns"):
        read_dataset(write(tmp_path, META))
