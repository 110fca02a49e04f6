from hypothesis import example, given
from hypothesis import strategies as st

from retold.text.counts import count_tokens, truncate
from retold.text.language import language
from retold.text.names import names
from retold.text.numbers import quantities
from retold.text.secrets import find_secrets, mask
from retold.text.sentences import LONGEST_CHARACTERS, sentences

CHAT = st.lists(
    st.sampled_from(
        [
            "I went home", "Mr. Smith", "3.50", "p.m.", "我去了", "。", "！", ". ", "? ", "“", "”", '"', "\n", "e.g. ", "https://a.com/x?y=1", "😀",
            "密码是", "abc123", "password: ", "13800138000", "4111111111111111", "三千块", "五月八号", "3pm", "半", "个", "点", "$1.5k", "-5°C", "第",
            "Caroline", "New York", "iPhone 15", "《三体》", "李小明", "叫", "·", " ", ",", "'s", "11010519491231002X", "+86 ", "is ", "Ａ", "１",
        ]
    ),
    max_size=14,
).map("".join)  # fmt: skip
ANY = st.one_of(CHAT, st.text(st.characters(exclude_categories=())))


@given(ANY)
@example("a" * 3000)
@example(", " * 3000)
def test_sentences_are_slices_in_order_that_hold_all_but_space(text):
    end = 0
    for span in sentences(text):
        assert text[span.start : span.end] == span.text
        assert 0 < len(span.text) <= LONGEST_CHARACTERS
        assert text[end : span.start].isspace() or span.start == end
        assert span.text == span.text.strip()
        end = span.end
    assert not text[end:].strip()


@given(ANY)
def test_masking_keeps_all_but_the_secrets(text):
    masked, kinds = mask(text)
    secrets = find_secrets(text)
    assert len(masked) == len(text)
    assert set(kinds) == {secret.kind for secret in secrets}
    hidden = {i for secret in secrets for i in range(secret.start, secret.end)}
    assert all(masked[i] == ("*" if i in hidden else text[i]) for i in range(len(text)))
    ends = [0, *(secret.end for secret in secrets)]
    assert all(end <= secret.start for end, secret in zip(ends, secrets, strict=False))


@given(ANY)
def test_quantities_are_slices_in_order(text):
    end = 0
    for quantity in quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text
        assert end <= quantity.start < quantity.end
        assert quantity.value.is_finite()
        end = quantity.end


@given(ANY)
def test_names_are_parts_of_the_text(text):
    assert all(name and name in text for name in names(text))


@given(ANY, st.integers(-2, 40))
def test_a_truncated_text_is_a_start_within_the_limit(text, limit):
    cut = truncate(text, limit)
    assert text.startswith(cut)
    assert count_tokens(cut) <= max(limit, 0)
    assert limit < count_tokens(text) or cut == text


@given(ANY, ANY)
def test_counting_parts_is_never_less_than_one_short_of_the_whole(one, other):
    assert count_tokens(one + other) <= count_tokens(one) + count_tokens(other) + 3


@given(ANY)
def test_every_text_has_a_language(text):
    assert language(text) in ("zh", "en")
