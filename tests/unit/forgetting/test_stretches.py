import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.forgetting import erased_stretches
from retold.text.normal import digest

SECRET = b"s" * 32


def found(text, *erased):
    graves = {digest(SECRET, one) for one in erased}
    return [text[a:b] for a, b in erased_stretches(text, graves.__contains__, secret=SECRET)]


@pytest.mark.parametrize(
    ("text", "erased", "stretch"),
    [
        ("I have mild asthma, but I didn't say so.", "I have mild asthma", "I have mild asthma,"),
        ("Well, I HAVE MILD ASTHMA!", "I have mild asthma.", "I HAVE MILD ASTHMA!"),
        ("体检说我有脂肪肝，不过没事。", "我有脂肪肝", "我有脂肪肝"),
        ("我有脂肪肝，不过没事。", "我 有 脂肪肝", "我有脂肪肝"),
        ("Yes. My code is 12,400 now.", "my code is 12400", "My code is 12,400"),
    ],
)
def test_504_a_clause_is_found_inside_a_longer_sentence(text, erased, stretch):
    assert found(text, erased) == [stretch]


def test_the_longest_stretch_counts():
    text = "I live in Hull near the harbour and like it."
    assert found(text, "live in Hull", "I live in Hull near the harbour") == [
        "I live in Hull near the harbour"
    ]


@pytest.mark.parametrize("said", ["OK", "好", "word " * 80 + "end.", "我说的话很长" * 20 + "。"])
def test_a_whole_sentence_is_found_however_short_or_long(said):
    assert found(f"{said}\nAnd more. 还有。", said) == [said]


def test_what_anybody_says_is_left_alone():
    assert found("Yes, yes I do.", "yes") == []


def test_what_differs_is_left_alone():
    assert found("I have no asthma.", "I have asthma") == []
    assert found("我没有脂肪肝", "我有脂肪肝") == []


@given(st.text(max_size=60), st.data())
def test_spans_lie_in_the_text_in_order(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    graves = {digest(SECRET, text[start:end])}
    place = 0
    for first, last in erased_stretches(text, graves.__contains__, secret=SECRET):
        assert place <= first < last <= len(text)
        place = last
