from retold.rebuilding.rebuild import _batches
from retold.settings import WindowSettings
from retold.testing.samples import later, scope, turn


def said(number, minute, session=None, agent=None):
    of = scope(session=session, agent=agent)
    return turn(f"t{number}", of, recorded_at=later(minute), occurred_at=later(minute))


def ids(turns, window=None):
    found = _batches(turns, window or WindowSettings())
    return [([t.id for t in batch], [t.id for t in context]) for batch, context in found]


def test_turns_come_call_by_call_with_what_was_in_view():
    turns = [said(0, 0), said(1, 0), said(2, 1), said(3, 2)]
    assert ids(turns) == [(["t0", "t1"], []), (["t2"], ["t0", "t1"]), (["t3"], ["t0", "t1", "t2"])]


def test_other_sessions_and_what_is_long_past_are_out_of_view():
    turns = [said(0, 0, "a"), said(1, 1, "b"), said(2, 2, "a"), said(3, 900, "a")]
    assert [context for _, context in ids(turns)] == [[], [], ["t0"], []]


def test_an_agent_sees_its_own_turns_and_nobody_in_particular_sees_all():
    turns = [
        said(0, 0, agent="cook"),
        said(1, 1, agent="coach"),
        said(2, 2, agent="cook"),
        said(3, 3),
    ]
    assert [context for _, context in ids(turns)] == [[], [], ["t0"], ["t0", "t1", "t2"]]


def test_the_window_is_as_wide_as_the_settings_say():
    turns = [said(number, number) for number in range(4)]
    assert ids(turns, WindowSettings(turns=1))[-1] == (["t3"], ["t2"])
    assert ids(turns, WindowSettings(turns=0))[-1] == (["t3"], [])
