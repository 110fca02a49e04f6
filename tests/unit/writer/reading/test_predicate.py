import pytest

from retold.writer.frames import frames
from retold.writer.reading import Flags
from retold.writer.reading.predicate import read_attribute, read_elliptic, read_predicate


def test_progressives_may_be_read_two_ways():
    flags = Flags()
    forms = read_predicate("'m moving to Rome", flags, frames("en").verbs)
    assert forms == ("I be moving to Rome", "I move to Rome")
    assert flags.progressive


def test_nothing_after_the_auxiliaries():
    assert read_predicate(" am", Flags(), frames("en").verbs) == ("I be",)
    assert read_predicate(" do not", Flags(), frames("en").verbs) == ()


@pytest.mark.parametrize(
    ("rest", "form", "negated"),
    [
        ("name is Anna", "my name be Anna", False),
        ("name isn't Anna", "my name be Anna", True),
        ("car broke", "my car broke", False),
    ],
)
def test_attributes(rest, form, negated):
    flags = Flags()
    assert read_attribute(rest, flags) == form
    assert flags.negated is negated


@pytest.mark.parametrize("body", ["Running a business isn't easy", "after my run", "x " * 80, ""])
def test_what_completes_no_subject(body):
    assert read_elliptic(body, Flags(), frames("en").verbs) == ()
