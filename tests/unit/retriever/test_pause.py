from retold.retriever.pause import Pause


def test_it_begins_with_a_failure_and_remembers_why():
    pause = Pause(600)
    assert not pause.lasts
    pause.begin("no route")
    assert pause.lasts
    assert pause.reason == "no route"


def test_of_no_length_it_is_over_at_once():
    pause = Pause(0)
    pause.begin("no route")
    assert not pause.lasts
