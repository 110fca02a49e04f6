from datetime import UTC, datetime, timedelta, timezone

from retold.evaluate.datasets import Conversation, Question
from retold.evaluate.present import UNDATED, moment, present
from retold.records import Said


def test_a_time_without_a_zone_is_utc_and_one_with_a_zone_keeps_it():
    assert moment("2026-03-01T09:00:00") == datetime(2026, 3, 1, 9, tzinfo=UTC)
    east = datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=8)))
    assert moment("2026-03-01T09:00:00+08:00") == moment(east) == east
    assert moment(None) is None


def test_the_present_is_the_latest_time_of_turns_and_questions():
    said = Said(text="a", at="2026-03-01T09:00:00")
    asked = Question(id="q", text="?", at="2026-03-02T09:00:00")
    assert present(Conversation(turns=[said])) == moment(said.at)
    assert present(Conversation(turns=[said], questions=[asked])) == moment(asked.at)
    assert present(Conversation(turns=[Said(text="a")])) == UNDATED
