import json

import pytest

from retold.errors import DatasetError
from retold.evaluate.datasets import read_dataset
from retold.records import Attachment

SAMPLE = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_2_date_time": "12:05 am on 1 January, 2024",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "Happy new year!"}],
        "session_10_date_time": "3:00 pm on 2 March, 2024",
        "session_10": [
            {"speaker": "Ada", "dia_id": "D10:1", "text": "Look.", "blip_caption": "a lake"}
        ],
    },
    "qa": [
        {
            "question": "What did Ben wish?",
            "answer": 2024,
            "evidence": ["D2:01; D:10:1", "D9:9", ""],
            "category": 1,
        },
        {"question": "Unanswerable?", "adversarial_answer": "x", "evidence": [], "category": 5},
    ],
}


def read(tmp_path, *samples):
    file = tmp_path / "locomo10.json"
    file.write_text(json.dumps(samples), encoding="utf-8")
    return read_dataset(file)


def changed(**members):
    return SAMPLE | members


def test_sessions_are_read_in_the_order_of_their_numbers(tmp_path):
    conversation = read(tmp_path, SAMPLE).conversations["conv-1"]
    first, second = conversation.turns
    assert (first.id, first.session, first.at) == ("D2:1", "session_2", "2024-01-01T00:05:00")
    assert (second.id, second.at) == ("D10:1", "2024-03-02T15:00:00")
    assert second.attachments == (Attachment(caption="a lake"),)


def test_evidence_is_read_however_it_was_typed_and_kept_if_it_exists(tmp_path):
    asked, other = read(tmp_path, SAMPLE).conversations["conv-1"].questions
    assert asked.evidence == ("D2:1", "D10:1")
    assert (asked.id, asked.category, asked.answer) == ("conv-1-q0", "1", "2024")
    assert (other.evidence, other.answer) == ((), "")


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        ({}, "sample 1: 'conversation' is missing"),
        (changed(qa=None), "sample 1: 'qa' is missing"),
        (changed(qa=[{"question": "?"}]), "sample 1, question 1: 'evidence' is missing"),
        (
            changed(conversation={"session_1": [{"dia_id": "D1:1", "text": "x"}]}),
            "sample 1, session_1, turn 1: 'speaker' is missing",
        ),
        (
            changed(conversation={"session_1": [], "session_1_date_time": "noon"}),
            "sample 1, session_1: 'noon' is not a time",
        ),
        (7, "sample 1: 'conversation' is missing"),
    ],
)
def test_a_fault_names_its_place(tmp_path, sample, message):
    with pytest.raises(DatasetError, match=message):
        read(tmp_path, sample)


def test_broken_json_is_an_error_of_the_dataset(tmp_path):
    file = tmp_path / "locomo10.json"
    file.write_text("[{", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"locomo10\.json: not JSON"):
        read_dataset(file)
