from hypothesis import given
from hypothesis import strategies as st

from retold.text.negation import negations, polarity, qualifiers
from retold.text.similarity import differing, similarity

WORDS = st.lists(
    st.sampled_from(
        "I you like love hate jazz tea not don't no never without Tom Oslo 3000 three Monday red blue 我 喜欢 不 没有 猫 狗 北京 三千 周一 妈妈 讨厌 的 ， .".split()
    ),
    max_size=9,
).map(" ".join)
ANY = st.one_of(WORDS, st.text(st.characters(exclude_categories=())))


@given(ANY, ANY)
def test_likeness_is_symmetric_and_between_0_and_1(one, other):
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, other) == similarity(other, one)
    assert differing(one, other) == differing(other, one)


@given(ANY)
def test_a_text_is_like_itself(text):
    assert similarity(text, text) == 1
    assert not differing(text, text)


@given(WORDS, st.integers(1, 9999), st.integers(1, 9999))
def test_another_number_is_a_difference(text, one, other):
    if one != other:
        assert differing(f"{text} budget {one} euros", f"{text} budget {other} euros")


@given(ANY)
def test_a_denial_has_a_negation(text):
    assert polarity(text) in (1, -1)
    assert polarity(text) == 1 or negations(text)
    assert set(qualifiers(text)) <= set(negations(text))
