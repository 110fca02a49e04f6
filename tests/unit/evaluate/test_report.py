import json

import pytest

from retold.evaluate.report import Heading, Measured, machine, outline, report

HEADING = Heading(
    command="eval retrieval",
    dataset="walks",
    preset="verbatim",
    split="all",
    embedder="hashing/1/256",
    seed=3,
)


def test_shares_are_in_percent_over_questions_and_categories():
    rows = [{"MRR": 1.0}, {"MRR": 0.5}, {"MRR": 0.0}]
    result = report(
        HEADING,
        rows,
        ["1", "1", "2"],
        coverage=[{"250": 0.5}, {"250": 1.0}, {"250": 0.0}],
        milliseconds=[1.0, 2.0, 9.0],
        seconds=1.234,
    )
    assert result["metrics"] == {"MRR": 50.0}
    assert result["by_category"] == {"1": {"MRR": 75.0}, "2": {"MRR": 0.0}}
    assert result["macro"] == {"MRR": 37.5}
    assert result["coverage"] == {"250": 50.0}
    assert result["latency_ms"]["p50"] == 2.0
    low, high = result["interval"]["MRR"]
    assert 0.0 <= low < 50.0 < high <= 100.0
    assert (result["questions"], result["seconds"], result["seed"]) == (3, 1.2, 3)
    assert result["machine"] == machine()


def test_what_was_not_measured_is_empty():
    result = report(HEADING, [{"MRR": 1.0}], [""])
    assert result["coverage"] == {}
    assert result["latency_ms"] == {"p50": 0.0, "p99": 0.0}


def test_the_result_is_plain_data():
    result = report(HEADING, [{"MRR": 1.0}], [""], coverage=[{"250": 1.0}], milliseconds=[1.0])
    assert json.loads(json.dumps(result)) == result


@pytest.mark.parametrize("part", ["cores", "Python"])
def test_the_machine_is_told_in_a_line(part):
    assert part in machine()
    assert "\n" not in machine()


def test_a_category_counts_for_the_measures_that_it_has_and_areas_keep_more_places():
    measured = Measured(
        metrics={"auroc": 0.123456},
        interval={"auroc": [0.05555, 0.2]},
        by_category={"a": {"auroc": 0.12344, "injected": 50.0}, "b": {"injected": 100.0}},
        questions=2,
        milliseconds=[],
    )
    result = outline(HEADING, measured, seconds=1.0)
    assert result["metrics"] == {"auroc": 0.1235}
    assert result["interval"] == {"auroc": [0.0556, 0.2]}
    assert result["macro"] == {"auroc": 0.1234, "injected": 75.0}
