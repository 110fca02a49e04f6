from hypothesis import given
from hypothesis import strategies as st

from retold.text.persons import anaphors, mentions_first, to_first, to_third

WORDS = st.sampled_from(
    ["I", "I'm", "i", "my", "me", "we", "us", "you", "your", "am", "have", "don't", "like", "went", "and", "but", "to",
     "Rome", "dog", "3", "https://a.org/I", '"I am"', ",", ".", "?", "我", "我们", "你", "喜欢", "“我”", "妈妈", "，", "。", "😀"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(WORDS, max_size=14).map(" ".join),
    st.lists(WORDS, max_size=14).map("".join),
)


@given(TEXTS, st.sampled_from(["en", "zh"]), st.sampled_from(["the user", "用户", "Caroline"]))
def test_turning_never_fails_and_keeps_digits_and_addresses(text, language, name):
    turned = to_third(text, name=name, language=language, addressee="Melanie")
    assert [c for c in turned if c.isdigit()] == [c for c in text if c.isdigit()]
    assert turned.count("https://a.org/I") >= text.count(" https://a.org/I ")


@given(TEXTS, st.sampled_from(["en", "zh"]))
def test_what_names_nobody_stays_as_it_is(text, language):
    if not mentions_first(text, language) and text[:4].lower() != "the ":
        turned = to_third(text, name="Ada", language=language)
        assert turned == text or language == "en"


@given(TEXTS, st.sampled_from(["en", "zh"]))
def test_pronouns_are_slices_in_order(text, language):
    found = anaphors(text, language)
    assert all(text[a.start : a.end] == a.text for a in found)
    assert [a.start for a in found] == sorted({a.start for a in found})


@given(TEXTS, st.sampled_from(["en", "zh"]))
def test_the_other_way_round_never_fails(text, language):
    to_first(text, language)
