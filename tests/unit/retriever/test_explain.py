import pytest

from retold.records import State
from retold.retriever.explain import Findings, reasons, signals
from retold.testing import samples

ADA = samples.scope()


def findings(**fields):
    values = {
        "asked": 4,
        "matched": 0,
        "keywords": 0.0,
        "cosine": None,
        "parts": {},
        "fresh": 1.0,
    }
    return Findings(**(values | fields))


def test_a_signal_that_is_unknown_is_left_out():
    assert signals(findings()) == {"keywords": 0.0, "freshness": 1.0}


def test_signals_of_a_turn_are_shares_and_higher_is_better():
    best = {"neighbours": 9.0, "session": 0.0, "person": 0.0, "statement": 0.0, "time": 0.6}
    worst = {"neighbours": -1.0, "session": -9.0, "person": -0.8, "statement": -1.0, "time": 0.0}
    high = signals(findings(keywords=1.4, cosine=0.9, parts=best))
    low = signals(findings(keywords=-0.1, cosine=-0.2, parts=worst))
    assert set(high) == set(low)
    for name, value in high.items():
        assert 0.0 <= low[name] <= value <= 1.0
        assert name == "freshness" or low[name] < value
    assert high["keywords"] == 1.0
    assert high["vectors"] == 0.9


def test_signals_of_a_unit_tell_its_importance():
    unit = samples.unit("u", ADA, importance=0.8)
    parts = {"importance": 0.15, "person": 0.5, "time": 0.0}
    told = signals(findings(unit=unit, parts=parts, fresh=0.7))
    assert (told["importance"], told["person"], told["time"], told["freshness"]) == (0.8, 1, 0, 0.7)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"matched": 3}, "3 of 4 keywords"),
        ({"cosine": 0.871}, "close in meaning (0.87)"),
        ({"parts": {"neighbours": 0.5}}, "beside turns that fit"),
        ({"parts": {"time": 0.6}}, "lies in the time asked for"),
        ({"parts": {"person": 0.5}}, "about the person asked for"),
        ({"parts": {"slot": 1.0}}, "tells what is asked for"),
        ({"parts": {"person": -0.8}}, "said by somebody else than was asked for"),
        ({"parts": {"statement": -1.0}}, "itself a question"),
        ({"fresh": 0.5}, "its age leaves 50%"),
        ({"unit": samples.unit("u", ADA, importance=0.8)}, "important"),
        ({"unit": samples.unit("u", ADA, pinned=True)}, "pinned"),
        ({"unit": samples.unit("u", ADA, state=State.SUPERSEDED)}, "was true then"),
    ],
)
def test_each_finding_has_a_reason(fields, reason):
    assert reasons(findings(**fields)) == (reason,)


def test_nothing_found_gives_no_reason():
    parts = {"neighbours": 0.1, "time": 0.0, "person": 0.0, "statement": 0.0}
    assert reasons(findings(parts=parts, unit=samples.unit("u", ADA))) == ()
