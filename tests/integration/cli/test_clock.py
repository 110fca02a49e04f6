"""forget and maintain, and what doctor says of jobs."""

import pytest


@pytest.fixture
def faded(value, monkeypatch):
    """A teapot of which a month of talk has left little, and an allergy that stays."""
    monkeypatch.setenv("RETOLD_WRITER__THRESHOLD", "0.3")
    for kind in ("FACT", "EVENT", "FEELING"):
        monkeypatch.setenv(f"RETOLD_RETRIEVER__HALF_LIFE_DAYS__{kind}", "5")
    value("remember", "I'm allergic to peanuts.", "--at", "2026-05-01T09:00+00:00")
    value("remember", "I feel sad about the broken teapot.", "--at", "2026-05-01T09:00+00:00")
    for day in range(2, 31):
        value("remember", "ok", "--at", f"2026-05-{day:02}T09:00+00:00")


def texts(value, *flags):
    return {unit["content"]: unit["state"] for unit in value("memories", *flags)}


def test_a_plan_changes_nothing_and_says_how_to_go_on(run, value, faded):
    plan = value("forget", "--plan")
    (move,) = plan["moves"]
    assert (plan["planned"], move["after"], move["reason"]) == (True, "cold", "not used for long")
    shown = run("forget", "--plan")
    assert "teapot" in shown.stdout
    assert "retold forget" in shown.stderr
    assert set(texts(value, "--all").values()) == {"active"}


def test_forget_carries_the_plan_out(run, value, faded):
    moves = value("forget", "--plan")["moves"]
    assert value("forget")["moves"] == moves
    (gone,) = [text for text, state in texts(value, "--all").items() if state == "cold"]
    assert "teapot" in gone
    assert "peanuts" in "".join(texts(value))
    assert "Nothing to do" in run("forget").stdout
    assert "cooled" in run("history", moves[0]["unit_id"]).stdout


def test_forget_speaks_chinese(run, faded):
    shown = run("forget", "--lang", "zh").stdout
    assert "很久没用" in shown
    assert "冷藏" in shown


def test_what_is_not_kept_is_let_go_for_good(run, value, faded, monkeypatch):
    monkeypatch.setenv("RETOLD_FORGETTING__TURN_DAYS", "20")
    monkeypatch.setenv("RETOLD_FORGETTING__COLD_DAYS", "20")
    value("forget")
    plan = run("forget", "--plan").stdout
    assert "For good" in plan
    assert "teapot" in plan
    assert "永久去掉" in run("forget", "--plan", "--lang", "zh").stdout
    gone = value("forget", "--plan")["gone"]
    done = value("forget")
    assert done["gone"] == gone
    assert done["counts"]["gone: cold, and not used for too long"] == 1
    assert "teapot" not in "".join(texts(value, "--all"))
    assert "no memory rests on it" in run("forget").stdout


def test_maintain_runs_what_is_due_once(run, value, faded):
    done = value("maintain")
    assert done["swept"] == {"cold: not used for long": 1}
    assert done["busy"] is False
    again = value("maintain")
    assert (again["swept"], again["next_sweep_at"]) == (None, done["next_sweep_at"])
    assert "next sweep" in run("maintain").stdout
    jobs = [c for c in value("doctor")["checks"] if c["name"] == "jobs"]
    assert [(c["state"], c["detail"]) for c in jobs] == [("ok", "none due")]


def test_maintain_without_a_memory_is_wrong_use(run):
    run("maintain", code=2)
    run("forget", code=2)


def test_maintain_tells_what_was_summed_up(run, value, monkeypatch):
    monkeypatch.setenv("RETOLD_WRITER__THRESHOLD", "0.0")
    monkeypatch.setenv("RETOLD_FORGETTING__SUMMARIES", "true")
    for said in ("I bought a green kayak.", "我妹妹海伦搬到了杭州。"):
        value("remember", said, "--at", "2026-05-01T09:00+00:00")
    shown = run("maintain", "--lang", "zh").stdout
    assert "摘要" in shown
    (day,) = [u for u in value("memories", "--kind", "summary") if "day:2026-05-01" in u["tags"][0]]
    assert "kayak" in day["content"]
    assert "海伦" in day["content"]
