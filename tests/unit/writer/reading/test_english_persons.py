import pytest

from retold.writer.frames import frames
from retold.writer.reading.english import read, tidy
from retold.writer.reading.english_persons import is_finite, own_person

VERBS = frames("en").verbs


def subject(text):
    found = read(tidy(text), VERBS).subject
    return found and found.key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("My hiking buddy Maren is allergic to nuts", "Maren"),
        ("My physiotherapist Tilda lives in Ghent", "Tilda"),
        ("My physiotherapist, Tilda, lives in Ghent", "Tilda"),
        ("My band mate Ruben plays the drums", "Ruben"),
        ("My tax adviser Ms Adeyemi's birthday is on 4 May", "Ms Adeyemi"),
        ("Our caretaker Mr. Novak hates dogs", "Mr Novak"),
        ("My dentist Dr Ida Park lives in Bonn", "Dr Ida Park"),
        ("Our ex-colleague Bo moved to Oslo", "Bo"),
        ("My old flatmate Ines speaks Portuguese", "Ines"),
        ("My study friend Ute has two cats", "Ute"),
        ("My German tutor Luc lives in Bonn", "Luc"),
        ("My son's teacher Ms Lee lives in Bonn", "Ms Lee"),
        ("My dog sitter Jo lives in Bonn", "Jo"),
        # No noun for a person by itself, but only persons bear titles and are vegans.
        ("My yoga legend Mrs Vance is here", "Mrs Vance"),
        ("My chess nemesis Olaf is a vegan", "Olaf"),
    ],
)
def test_who_is_introduced_by_a_role_is_the_subject_by_name(text, key):
    assert subject(text) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("My physiotherapist lives in Ghent", "physiotherapist"),
        ("My physio's allergic to nuts", "physiotherapist"),
        ("My tax advisor is on holiday", "tax adviser"),
        ("My cleaner's birthday is on 4 May", "cleaner"),
        ("My fencing coach can't stand rain", "coach"),
        ("Our postwoman likes jazz", "postman"),
        ("My former driving instructor works at Aldi", "driving instructor"),
    ],
)
def test_without_a_name_the_role_is_the_subject(text, key):
    assert subject(text) == key


@pytest.mark.parametrize(
    "text",
    [
        "My kitchen table broke down",
        "my favourite singer Adele comes from London",
        "My favourite teacher Mr Lee lives in Bonn",
        "my phone number is 0151 2345",
        "My boat Bella leaks",
        "My hometown Lyon is lovely",
        "my name is Ann",
        "My birthday is in May",
        "My budget is 4000",
        "My printer Brother is loud",
        "My older Toyota is red",
        "My supplier Acme is in Austin",
        "My dentist appointment is on Monday",
        "My student loan is 20000 euros",
        "My coach ticket costs 40 euros",
        "My meeting with accountant Jo is on Monday",
        "My vacuum cleaner Dyson is loud",
        "My hiking buddy Maren and I moved to Oslo",
    ],
)
def test_things_stay_with_the_speaker(text):
    assert subject(text) == "user"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("My company Initech is in Austin", "Initech"),
        ("My wife calls doctor Smith every day", "wife"),
        ("My former boss Dr Seidel lives in Graz", "Dr Seidel"),
    ],
)
def test_relatives_are_read_as_ever(text, key):
    assert subject(text) == key


def test_a_title_with_its_mark_is_the_title_without():
    found, lead, rest = own_person("My physio Dr. Becker likes opera", VERBS)
    assert (found.key, found.words) == ("Dr Becker", "My physio Dr. Becker")
    assert (lead, rest) == ("", " likes opera")


@pytest.mark.parametrize(
    ("word", "finite"), [("lives", True), ("are", False), ("hiking", False), ("must", True)]
)
def test_the_verb_of_one_person(word, finite):
    assert is_finite(word, VERBS) is finite
