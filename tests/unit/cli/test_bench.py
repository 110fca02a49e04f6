from collections import Counter

from retold.cli.bench import Plan, generated, measured
from retold.records import Scope

PLAN = Plan(units=40, adds=3, recalls=3, seed=1)


def test_units_are_drawn_from_the_seed():
    first = [u.content for u in generated(PLAN, Scope(user="a"))]
    assert first == [u.content for u in generated(PLAN, Scope(user="a"))]
    other = Plan(units=40, adds=3, recalls=3, seed=2)
    assert first != [u.content for u in generated(other, Scope(user="a"))]


def test_both_languages_are_there_and_no_unit_is_like_another():
    units = list(generated(PLAN, Scope(user="a")))
    assert set(Counter(u.language for u in units)) == {"en", "zh"}
    assert len({u.content for u in units}) == len({u.id for u in units}) == PLAN.units


def test_a_small_measurement_has_all_its_parts(tmp_path, quick_settings):
    result = measured(tmp_path, quick_settings, PLAN)
    assert set(result["latency_ms"]) == {"sync", "add", "recall", "context"}
    assert all(0 < t["p50"] <= t["p99"] for t in result["latency_ms"].values())
    assert result["metrics"]["file_bytes"] > 0
    assert (result["command"], result["units"], result["seed"]) == ("bench", 40, 1)
    assert "hashing" in result["embedder"]
