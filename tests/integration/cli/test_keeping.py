"""`retold keep`, `pin` and `unpin`."""

import pytest


def test_keep_says_how_it_is_and_changes_it(run, value):
    assert value("keep", "off") == {"user": "me", "session": None, "keeping": False}
    assert value("remember", "I live in Bergen.")["keeping"] == "off"
    assert "Nothing is kept" in run("keep").stdout
    assert "什么都不记" in run("keep", "--lang", "zh").stdout
    assert value("keep", "on")["keeping"] is True
    assert value("remember", "I live in Bergen.")["keeping"] == "on"


def test_keep_of_one_conversation(run, value):
    value("keep", "off", "--session", "monday")
    assert value("remember", "I live in Bergen.", "--session", "monday")["keeping"] == "off"
    assert value("remember", "I live in Bergen.", "--session", "tuesday")["keeping"] == "on"
    assert value("keep")["keeping"] is True
    assert value("keep", "--session", "monday")["keeping"] is False


def test_keep_without_a_memory_shows_nothing(run):
    run("keep", code=2)
    run("keep", "maybe", code=2)


def test_what_is_pinned_says_so_and_can_be_let_go(run, value):
    value("remember", "I live in Bergen.")
    (unit,) = value("memories")
    assert value("pin", unit["id"][:8])["pinned"] is True
    assert "pinned already" in run("pin", unit["id"], code=2).stderr
    assert "固定" in run("history", unit["id"], "--lang", "zh").stdout
    assert value("unpin", unit["id"])["pinned"] is False


@pytest.mark.parametrize(
    ("said", "told"),
    [("Don't save this conversation.", "of this conversation"), ("这次对话别记。", "of this")],
)
def test_chat_hears_the_wish_for_a_conversation(run, value, said, told):
    assert told in run("chat", given=f"{said}\nI live in Bergen.\n").stdout
    assert value("memories") == []
