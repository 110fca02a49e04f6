import pytest

from retold.text.persons import anaphors, mentions_first, mentions_second, to_first, to_third


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        ("I'm in Guangzhou and want a mini PC.", "The user is in Guangzhou and wants a mini PC."),
        ("I like apples but don't like pears", "The user likes apples but doesn't like pears"),
        ("I have a dog", "The user has a dog"),
        ("I've been working there and I'd like to quit", "The user has been working there and they would like to quit"),
        ("I'd better go", "The user had better go"),
        ("I'd never seen it", "The user had never seen it"),
        ("I'll call my mom", "The user will call their mom"),
        ("I was in Paris", "The user was in Paris"),
        ("I went home", "The user went home"),
        ("I can swim", "The user can swim"),
        ("I don't have time", "The user doesn't have time"),
        ("I no longer have a car", "The user no longer has a car"),
        ("I really don’t have time", "The user really doesn't have time"),
        ("I watch birds, fly kites and go to bed early", "The user watches birds, fly kites and goes to bed early"),
        ("I read every night", "The user reads every night"),
        ("I read it yesterday", "The user read it yesterday"),
        ("I love the inclusivity and support", "The user loves the inclusivity and support"),
        ("My dog loves me and I love my dog", "The user's dog loves them and they love their dog"),
        ("Jack told me that he likes my car", "Jack told the user that he likes their car"),
        ("I told my friends I love them", "The user told the user's friends the user loves them"),
        ("my wife and I live in Berlin", "The user's wife and the user live in Berlin"),
        ("Me and my wife moved", "The user and their wife moved"),
        ("We went to the park with our kids", "The user and others went to the park with their kids"),
        ("we're vegetarians", "The user and others are vegetarians"),
        ("a friend of mine lives here", "a friend of the user's lives here"),
        ("What I like is tea", "What the user likes is tea"),
        ("I fought in World War I", "The user fought in World War I"),
        ("the I/O is slow for me", "The I/O is slow for the user"),
        ("The US helped us", "The US helped the user and others"),
        ('My boss said "I love it" to me', 'The user\'s boss said "I love it" to them'),
        ("I wrote to me@i.org about i.e. nothing", "The user wrote to me@i.org about i.e. nothing"),
    ],
)  # fmt: skip
def test_english_in_the_third_person(said, reported):
    assert to_third(said, name="the user", language="en") == reported


def test_a_name_in_the_place_of_the_speaker_and_of_the_one_spoken_to():
    said = "I love your painting, and you said you need my help"
    reported = to_third(said, name="Caroline", language="en", addressee="Melanie")
    assert (
        reported == "Caroline loves Melanie's painting, and Melanie said Melanie needs their help"
    )


def test_you_stays_where_nobody_is_named():
    assert to_third("I like you", name="Ann", language="en") == "Ann likes you"


@pytest.mark.parametrize(
    ("said", "own", "language"),
    [
        ("You're allergic to nuts and your budget is 3000", "I'm allergic to nuts and my budget is 3000", "en"),
        ("you live in Rome", "I live in Rome", "en"),
        ("Anna likes you", "Anna likes me", "en"),
        ("你对花生过敏", "我对花生过敏", "zh"),
        ("你们住在北京", "我们住在北京", "zh"),
    ],
)  # fmt: skip
def test_what_was_said_to_someone_as_their_own_words(said, own, language):
    assert to_first(said, language) == own


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I live here", "en", True),
        ("im tired", "en", True),
        ("The US is big", "en", False),
        ('She said "I know"', "en", False),
        ("我住这里", "zh", True),
        ("我国很大", "zh", False),
        ("他说“我知道”", "zh", False),
        ("用 I/O 口", "zh", False),
    ],
)
def test_who_is_mentioned_as_the_speaker(text, language, expected):
    assert mentions_first(text, language) is expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("are you there", "en", True),
        ("the youth", "en", False),
        ("你好", "zh", True),
        ("迷你主机", "zh", False),
    ],
)
def test_who_is_spoken_to(text, language, expected):
    assert mentions_second(text, language) is expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("she likes it", "en", [("she", "person"), ("it", "thing")]),
        ("they want the other one", "en", [("they", "several"), ("the other one", "thing")]),
        ('he said "it rains"', "en", [("he", "person")]),
        ("他想要那个", "zh", [("他", "person"), ("那个", "thing")]),
        ("其身高是一米八，其他不变，其实不高", "zh", [("其", "person")]),
        ("我学吉他，那时候很小，这么难", "zh", []),
        ("它们很贵", "zh", [("它们", "several")]),
    ],
)
def test_words_that_stand_for_something_else(text, language, expected):
    assert [(a.text, a.sort) for a in anaphors(text, language)] == expected
    assert all(text[a.start : a.end] == a.text for a in anaphors(text, language))
