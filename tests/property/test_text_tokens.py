from hypothesis import given
from hypothesis import strategies as st

from retold.text.normal import simplify
from retold.text.tokens import query_tokens, tokens

ANY = st.text(st.characters(exclude_categories=()))
MIXED = st.lists(
    st.sampled_from(
        ["数据库", "检索", "猫", "我喜欢", "Docker", "GPT-4", "running", "3,000", "三千", "https://a.com/x", "5月8日", "😀", "，", ". ", " ", "-", "'"]
    )
).map("".join)  # fmt: skip


@given(ANY)
def test_tokens_are_visible_text_without_spaces(text):
    for token in tokens(text):
        assert token
        assert len(token) <= 48
        assert not any(character.isspace() or ord(character) < 32 for character in token)


@given(st.one_of(ANY, MIXED))
def test_a_text_finds_itself(text):
    assert set(query_tokens(text)) <= set(tokens(text))


@given(st.one_of(ANY, MIXED))
def test_what_is_asked_comes_once_and_is_empty_only_with_the_text(text):
    asked = query_tokens(text)
    assert len(asked) == len(set(asked))
    assert bool(asked) == bool(tokens(text))


@given(
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=12),
    st.data(),
)
def test_any_part_of_a_chinese_text_finds_it(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    part = text[start:end]
    searched = [token for token in query_tokens(part) if len(token) <= 2]
    assert searched
    assert set(searched) <= set(tokens(text))


@given(MIXED)
def test_script_variant_and_case_do_not_matter(text):
    assert tokens(text) == tokens(simplify(text).upper())
