import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import retold
from retold.errors import DatasetError, InputError, SettingsError
from retold.evaluate.calibrate import (
    GRID,
    CalibrationOptions,
    Row,
    choose,
    closer,
    compromises,
    met,
    run_calibration,
)
from retold.evaluate.datasets import read_dataset
from retold.evaluate.talks import turns_of
from retold.settings import WriterSettings
from retold.writer import Sieve
from retold.writer.drafts import Draft

TALK = (
    "Hi there!",
    "I'm allergic to peanuts.",
    "haha ok",
    "My sister Ruth lives in Leeds and works as a nurse. The train was late.",
    "thanks a lot",
    "I moved to Oslo in May for a job at the harbour.",
    "nice weather today, isn't it",
    "I think the new bakery is quite good.",
)
MUST = ("I'm deathly allergic to penicillin.", "My name is Ines.", "我对花生过敏。")
EASY = CalibrationOptions(least=0, most=50, golden_recall=0)


@pytest.fixture(autouse=True)
def quick_embedder(monkeypatch):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")


@pytest.fixture
def file(tmp_path):
    def write(name, texts, *, keep=(), conversation="c"):
        lines = [
            {"type": "turn", "conversation": conversation, "id": f"t{i}", "text": text}
            | ({"keep": keep[i]} if keep else {})
            for i, text in enumerate(texts)
        ]
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return path

    return write


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """As if Retold ran outside of a checkout."""
    monkeypatch.setattr(retold, "__file__", str(tmp_path / "lib" / "site" / "retold" / "x.py"))


# ── What the writer does at each threshold ─────────────────────────────────────────────────────


def test_rows_count_what_the_writer_drafts_at_each_threshold(file):
    log = file("log.jsonl", TALK)
    result = run_calibration(log, file("golden.jsonl", MUST), EASY)
    assert [row["threshold"] for row in result["rows"]] == [n / 100 for n in GRID]
    turns = turns_of("user", read_dataset(log).conversations["c"])
    for row in result["rows"]:
        found = Sieve(WriterSettings(threshold=row["threshold"])).drafted(turns)
        units = sum(isinstance(one, Draft) for one in found)
        assert row["units_per_20_turns"] == round(20 * units / len(TALK), 2)


def test_golden_recall_is_the_share_of_statements_that_leave_a_unit(file):
    golden = file("golden.jsonl", (*MUST, "haha ok"))
    rows = run_calibration(file("log.jsonl", TALK), golden, EASY)["rows"]
    assert rows[0]["golden_recall"] == 75
    assert rows[-1]["golden_recall"] < 75


def test_a_turn_labelled_as_not_to_be_kept_is_only_context(file):
    golden = file("golden.jsonl", (*MUST, "haha ok"), keep=(True, True, True, False))
    result = run_calibration(file("log.jsonl", TALK), golden, EASY)
    assert (result["rows"][0]["golden_recall"], result["golden_statements"]) == (100, 3)


def test_the_chosen_threshold_meets_both_goals(file):
    options = CalibrationOptions(least=5, most=15, golden_recall=100)
    result = run_calibration(file("log.jsonl", TALK), file("golden.jsonl", MUST), options)
    (row,) = [row for row in result["rows"] if row["threshold"] == result["threshold"]]
    assert 5 <= row["units_per_20_turns"] <= 15
    assert row["golden_recall"] == 100
    assert row["met"] == ["density", "golden_recall"]
    assert (result["unmet"], result["compromises"]) == ([], [])


def test_a_goal_that_no_threshold_meets_is_named(file):
    options = CalibrationOptions(least=50, most=60, golden_recall=10)
    result = run_calibration(file("log.jsonl", TALK), file("golden.jsonl", MUST), options)
    assert (result["threshold"], result["unmet"]) == (None, ["density"])
    (nearest,) = result["compromises"]
    assert nearest["units_per_20_turns"] == max(r["units_per_20_turns"] for r in result["rows"])


def test_a_folder_is_a_log_of_all_its_files_without_what_is_golden(file, tmp_path):
    golden = file("logs/golden.jsonl", MUST)
    file("logs/one.jsonl", TALK)
    file("logs/two.jsonl", TALK[:3])
    result = run_calibration(tmp_path / "logs", golden, EASY)
    assert (result["turns"], result["conversations"]) == (len(TALK) + 3, 2)
    assert result["dataset"] == "logs"


def test_the_golden_statements_of_the_project_are_the_default(file):
    result = run_calibration(file("log.jsonl", TALK[:2]), None, EASY)
    assert result["golden_statements"] == 100
    assert result["rows"][0]["golden_recall"] > 90


@pytest.mark.usefixtures("installed")
def test_without_golden_statements_only_the_units_decide(file):
    result = run_calibration(file("log.jsonl", TALK), None, CalibrationOptions(least=5, most=15))
    assert result["threshold"] is not None
    assert result["goals"]["golden_recall"] is None
    assert {row["golden_recall"] for row in result["rows"]} == {None}


def test_progress_counts_every_turn_once_a_threshold(file):
    told = []
    run_calibration(
        file("log.jsonl", TALK),
        file("golden.jsonl", MUST),
        EASY,
        lambda done, total: told.append((done, total)),
    )
    total = len(GRID) * (len(TALK) + len(MUST))
    assert told == [(i + 1, total) for i in range(total)]


# ── Wrong use ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("goals", "told"),
    [
        ({"least": 7}, "least 7 is more than most 6"),
        ({"least": -1}, "least -1 is not a number of units"),
        ({"most": math.inf}, "most inf is not a number of units"),
        ({"least": math.nan}, "least nan is not a number of units"),
        ({"golden_recall": 101}, "golden recall 101 is not from 0 to 100"),
        ({"golden_recall": -0.5}, "golden recall -0.5 is not from 0 to 100"),
    ],
)
def test_a_goal_out_of_its_range_is_named_with_its_limit(file, goals, told):
    with pytest.raises(InputError, match=told):
        run_calibration(file("log.jsonl", TALK), None, CalibrationOptions(**goals))


def test_a_log_without_turns_is_an_error(file, tmp_path):
    with pytest.raises(DatasetError, match=r"log\.jsonl holds no turns"):
        run_calibration(file("log.jsonl", ()), None, EASY)
    (tmp_path / "nothing").mkdir()
    with pytest.raises(DatasetError, match="nothing holds no JSONL files"):
        run_calibration(tmp_path / "nothing", None, EASY)


def test_a_log_that_is_all_golden_is_an_error(file):
    golden = file("golden.jsonl", MUST)
    with pytest.raises(DatasetError, match="every conversation of golden"):
        run_calibration(golden, golden, EASY)


def test_a_golden_file_in_which_nothing_is_to_be_kept_is_an_error(file):
    golden = file("golden.jsonl", TALK[:1], keep=(False,))
    with pytest.raises(DatasetError, match="holds no statement that must be kept"):
        run_calibration(file("log.jsonl", TALK), golden, EASY)


def test_a_preset_that_keeps_no_units_has_no_threshold(file):
    options = CalibrationOptions(preset="verbatim")
    with pytest.raises(SettingsError, match="keeps no units"):
        run_calibration(file("log.jsonl", TALK), None, options)


# ── Which one ──────────────────────────────────────────────────────────────────────────────────

GOALS = CalibrationOptions(least=3, most=6, golden_recall=90)


def rows(*pairs):
    return [
        Row(threshold=(5 + 5 * i) / 100, units_per_20_turns=units, golden_recall=recall)
        for i, (units, recall) in enumerate(pairs)
    ]


def test_the_middle_of_the_longest_run_is_chosen():
    found = rows((7, 99), (6, 98), (6.1, 97), (6, 96), (5, 95), (4, 94), (3, 90), (2, 89))
    assert choose(found, GOALS) == found[4]


def test_of_nothing_nothing_is_chosen():
    assert choose(rows((7, 99), (6, 80)), GOALS) is None
    assert choose([], GOALS) is None


def test_hundredths_are_tried_where_a_goal_begins_or_ceases_to_be_met():
    assert closer(rows((9, 99), (8, 95), (7, 92), (5, 80), (4, 70)), GOALS) == [16, 17, 18, 19]


def test_hundredths_are_tried_where_a_step_leads_past_the_goal():
    assert closer(rows((9, 99), (2, 95)), GOALS) == [6, 7, 8, 9]


def test_compromises_keep_one_goal_and_come_nearest_to_the_other():
    found = rows((9, 99), (7, 91), (6, 85), (5, 80))
    assert compromises(found, GOALS) == [found[2], found[1]]
    assert compromises(rows((9, 50), (7, 40)), GOALS) == []


def test_each_goal_is_met_within_its_limits():
    at_once = rows((6, 90), (3, 89.9), (6.01, 90), (2.99, 0))
    assert [sorted(met(row, GOALS)) for row in at_once] == [
        ["density", "golden_recall"],
        ["density"],
        ["golden_recall"],
        [],
    ]
    assert "golden_recall" in met(Row(threshold=0.5, units_per_20_turns=9), GOALS)


@given(st.lists(st.tuples(st.floats(0, 12), st.floats(0, 100)), max_size=19))
def test_what_is_chosen_meets_both_goals_and_nothing_is_chosen_only_where_nothing_does(pairs):
    found = rows(*pairs)
    chosen = choose(found, GOALS)
    able = [row for row in found if len(met(row, GOALS)) == 2]
    assert (chosen in able) if able else (chosen is None)
