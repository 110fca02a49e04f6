import pytest

from retold.writer.references import Focus, open_anaphors, resolve, thing_in


@pytest.mark.parametrize(
    "text",
    [
        "she loves it",
        "I want that",
        "it was great",
        "they moved",
        "I need it by Friday",
        "I like this one",
        "Sorry, he's 32",
    ],
)
def test_open_in_english(text):
    assert open_anaphors(text, "en")


@pytest.mark.parametrize(
    "text",
    [
        "my mom says she is fine", "Anna lost her keys", "I bought a car and I love it", "it's raining", "it takes me an hour to get there",
        "I find it hard to sleep", "I think that I know", "I moved this year", "my kids love their school", "I love this town", "I take the bus these days",
        "Started learning guitar, still terrible at it",
    ],
)  # fmt: skip
def test_bound_or_empty_in_english(text):
    assert open_anaphors(text, "en") == ()


@pytest.mark.parametrize("text", ["他想要那个", "我要另一个", "它很贵", "那个不错"])
def test_open_in_chinese(text):
    assert open_anaphors(text, "zh")


@pytest.mark.parametrize(
    "text",
    [
        "我妈妈说她累了",
        "我住在紫荆花园这个小区",
        "这家医院很远",
        "我弹那首《幽兰》",
        "我学吉他",
        "这孩子很乖",
    ],
)
def test_bound_in_chinese(text):
    assert open_anaphors(text, "zh") == ()


def focus(persons=(), things=()):
    found = Focus()
    found.note(dict(persons), things)
    return found


def test_one_person_is_meant():
    spoken_of = focus([("Jack", "my friend Jack")])
    found = resolve("he lives here", open_anaphors("he lives here", "en"), spoken_of, "en")
    assert found.text == "my friend Jack lives here"
    assert found.persons == {"Jack": "my friend Jack"}


def test_of_two_persons_nobody_is():
    spoken_of = focus([("Jack", "Jack"), ("Tom", "Tom")])
    assert resolve("he lives here", open_anaphors("he lives here", "en"), spoken_of, "en") is None


def test_a_pronoun_tells_mother_from_father():
    spoken_of = focus([("mom", "my mom"), ("dad", "my dad")])
    found = resolve("she swims", open_anaphors("she swims", "en"), spoken_of, "en")
    assert found.text == "my mom swims"
    found = resolve(
        "他游泳",
        open_anaphors("他游泳", "zh"),
        focus([("妈妈", "我妈妈"), ("爸爸", "我爸爸")]),
        "zh",
    )
    assert found.text == "我爸爸游泳"


def test_owners_are_put_in_as_owners():
    found = resolve(
        "her dog barks", open_anaphors("her dog barks", "en"), focus([("Ana", "Ana")]), "en"
    )
    assert found.text == "Ana's dog barks"
    found = resolve(
        "其身高是一米八", open_anaphors("其身高是一米八", "zh"), focus([("小王", "小王")]), "zh"
    )
    assert found.text == "小王的身高是一米八"


def test_it_means_only_what_was_named_right_before():
    assert focus(things=("the car",)).thing() == "the car"
    assert focus(things=("the car", "the bike")).thing() == ""
    later = focus(things=("the car",))
    later.note({}, ())
    assert later.thing() == ""


def test_earlier_turns_are_asked_once_and_only_when_needed():
    calls = []

    def earlier():
        calls.append(1)
        return focus([("Jack", "Jack")])

    spoken_of = Focus(earlier=earlier)
    inner = spoken_of.opened()
    assert calls == []
    assert inner.person("he") == ("Jack", "Jack")
    assert spoken_of.person("he") == ("Jack", "Jack")
    assert calls == [1]


@pytest.mark.parametrize(
    ("value", "text", "thing"),
    [
        ("car", "I bought a car", "the car"),
        ("car", "I sold my car", "my car"),
        ("jazz", "I love jazz", "jazz"),
        ("Rust", "I learn Rust", "Rust"),
    ],
)
def test_things_keep_their_article(value, text, thing):
    assert thing_in(value, text, "en") == thing
