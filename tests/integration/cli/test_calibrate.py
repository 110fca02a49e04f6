"""`retold calibrate`: a table with the chosen row, what to set, and what was missed."""

import json

import pytest

SAID = (
    "Hi there!",
    "I'm allergic to peanuts.",
    "haha ok",
    "I moved to Oslo in May for a job at the harbour.",
    "thanks a lot",
)
EASY = ("--least", "4", "--most", "12", "--golden-recall", "50")


@pytest.fixture
def log(lines, place):
    (place / "log.jsonl").write_text(lines(*SAID), "utf-8")
    golden = lines("My name is Ines.", "I'm allergic to nuts.", conversation="golden")
    (place / "golden.jsonl").write_text(golden, "utf-8")
    return ("calibrate", "log.jsonl", "--golden", "golden.jsonl")


def test_the_chosen_row_is_marked_and_the_setting_told(log, run, value):
    chosen = f"{value(*log, *EASY)['threshold']:.2f}"
    shown = run(*log, *EASY).stdout
    (marked,) = [line for line in shown.splitlines() if line.startswith("→")]
    assert chosen in marked
    assert f"writer.threshold = {chosen}" in shown
    assert f"RETOLD_WRITER__THRESHOLD={chosen}" in shown
    assert "█" in shown


def test_the_setting_that_is_told_is_read(log, run, value, place):
    shown = run(*log, *EASY).stdout
    start = shown.index("  [writer]")
    told = [line.strip() for line in shown[start:].splitlines()[:2]]
    (place / "retold.toml").write_text("\n".join(told), "utf-8")
    (setting,) = [s for s in value("config") if s["name"] == "writer.threshold"]
    assert setting["origin"] == "retold.toml"
    assert setting["value"] == value(*log, *EASY)["threshold"]


@pytest.mark.parametrize(
    ("goals", "told"),
    [
        (("--least", "90", "--most", "99"), "leaves 90 to 99 units per 20 turns; there are"),
        (("--least", "0", "--most", "0"), "No threshold leaves 0 to 0 units"),
    ],
)
def test_what_no_threshold_meets_is_1_with_the_table_and_what_was_missed(log, run, goals, told):
    shown = run(*log, *goals, code=1).stdout
    assert told in " ".join(shown.split())
    assert "0.95" in shown
    assert "→" not in shown
    assert "RETOLD_WRITER__THRESHOLD" not in shown


def test_golden_statements_that_are_never_kept_are_told(log, run, lines, place):
    (place / "golden.jsonl").write_text(lines("haha ok", conversation="golden"), "utf-8")
    shown = " ".join(run(*log, "--least", "0", code=1).stdout.split())
    assert "keeps 90 % of the golden statements; the most is 0.0 %" in shown


def test_goals_that_each_can_be_had_alone_are_told_with_both_compromises(
    log, run, value, lines, place
):
    strong, weak = "My name is Ines.", "I think the new bakery is quite good."
    (place / "log.jsonl").write_text(lines(strong, "hi"), "utf-8")
    (place / "golden.jsonl").write_text(lines(weak, conversation="golden"), "utf-8")
    goals = ("--least", "0", "--most", "7", "--golden-recall", "100")
    result = value(*log, *goals, code=1)
    assert result["unmet"] == ["density", "golden_recall"]
    dense, recalled = result["compromises"]
    assert dense["units_per_20_turns"] <= 7 < recalled["units_per_20_turns"]
    assert dense["golden_recall"] < 100 == recalled["golden_recall"]
    shown = " ".join(run(*log, *goals, code=1).stdout.split())
    assert "each alone can be had" in shown
    for row in result["compromises"]:
        assert f"At {row['threshold']:.2f}: {row['units_per_20_turns']:.1f} units" in shown


def test_in_json_nothing_met_is_1_and_the_whole_result(log, value):
    result = value(*log, "--least", "90", "--most", "99", code=1)
    assert (result["threshold"], result["unmet"]) == (None, ["density"])
    assert len(result["rows"]) >= 19


def test_it_speaks_chinese(log, run):
    assert "必留召回" in run(*log, *EASY, "--lang", "zh").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl cannot be read"),
        (("log.jsonl", "--least", "7"), "least 7 is more than most 6"),
        (("log.jsonl", "--golden-recall", "101"), "golden recall 101 is not from 0 to 100"),
        (("log.jsonl", "--golden", "none.jsonl"), "none.jsonl cannot be read"),
        (("log.jsonl", "--preset", "verbatim"), "keeps no units"),
        (("empty.jsonl",), "empty.jsonl holds no turns"),
    ],
)
@pytest.mark.usefixtures("log")
def test_wrong_use_is_2_and_names_value_and_limit(run, place, arguments, told):
    (place / "empty.jsonl").write_text(json.dumps({"type": "meta", "name": "x"}), "utf-8")
    result = run("calibrate", *arguments, code=2)
    assert told in result.stderr
    assert result.stdout == ""
