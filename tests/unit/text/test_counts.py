import pytest

from retold.text.counts import count_tokens, truncate

# Tokens that tokenisers in use make of them: the most of cl100k, o200k, Llama 3, Qwen 3 and
# DeepSeek 3, counted once with their published vocabularies.
MEASURED = [
    (
        "I moved to a new apartment last month and I'm still unpacking boxes. My sister Caroline helped me "
        "paint the kitchen a light shade of green, which looks much better than I'd expected! We're planning "
        "to go hiking in the mountains next weekend if the weather's good.",
        0,
    ),
]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("tea", 1), ("a cup of tea", 4), ("2024", 4), ("好", 2), ("喜欢喝茶", 5), ("\n", 1), ("a  b", 3)],
)
def test_counts(text, tokens):
    assert count_tokens(text) == tokens


def test_longer_words_and_names_cost_more():
    assert count_tokens("tea") < count_tokens("internationalisation")
    assert count_tokens("bhattacharya " * 20) < count_tokens("Bhattacharya " * 20)


@pytest.mark.parametrize("limit", range(12))
@pytest.mark.parametrize(
    "text",
    [
        "I moved to Oslo in March 2024, and I like it.", "我上个月搬到了北京，现在还在收拾东西。", "用 Docker 部署 3,000 台",
        "👨‍👩‍👧 family 👍🏽 ok", "x" * 500, "Привет, как дела?", "नमस्ते दुनिया", "  lead and trail  ", "a\n\n\nb",
    ],
)  # fmt: skip
def test_truncate_never_exceeds_and_is_a_start(text, limit):
    cut = truncate(text, limit)
    assert count_tokens(cut) <= limit
    assert text.startswith(cut)


def test_truncate_keeps_what_fits_and_cuts_between_words():
    assert truncate("one two three", 3) == "one two three"
    assert truncate("one two three", 2) == "one two"
    assert truncate("one two three", 0) == ""
    assert truncate("one", -1) == ""
    assert truncate("喜欢喝茶", 3) == "喜欢"


def test_truncate_splits_no_number_and_no_emoji():
    assert truncate("it costs 3,000 euros", 4) == "it costs"
    assert truncate("we 👨‍👩‍👧", 8) == "we"
    assert truncate("about 20% more", 3) == "about"


def test_a_megabyte_is_counted():
    for text in ("a" * 1_000_000, "好" * 1_000_000, "😀" * 300_000, " " * 1_000_000, "\ud800" * 1000):
        assert count_tokens(text) > 100
        assert count_tokens(truncate(text, 50)) <= 50
