import pytest

from retold.text.counts import count_tokens, truncate

# How many tokens the dearest of cl100k, o200k, Llama 3, Qwen 3 and DeepSeek 3 makes of them,
# counted once with the published vocabularies.
MEASURED = [
    ("I moved to a new apartment last month and I'm still unpacking boxes. My sister Caroline helped me.", 22),
    ("Do you remember the restaurant near the harbor where we celebrated my birthday? They've changed the menu completely.", 21),
    ("My budget for the trip is $3,000, so I'd rather stay in a hostel. On 8 May 2023 (Monday) we leave at 10:30.", 44),
    ("我上个月搬到了新公寓，现在还在收拾东西。我妹妹帮我把厨房刷成了浅绿色，比我想象的好看多了！", 61),
    ("你还记得港口附近那家餐厅吗？我们在那里庆祝过生日。这次旅行的预算是3000元，所以我宁愿住青年旅舍。", 64),
    ("我家用 Docker 部署了 PostgreSQL 18，跑在 16GB 内存的小主机上。", 29),
    ("我上個月搬到了新公寓，現在還在收拾東西。", 28),
    ("See https://www.example.com/a/b?x=1 and mail foo.bar@example.com 🎉", 23),
]  # fmt: skip


def test_the_estimate_is_an_upper_one_and_near():
    assert sum(count_tokens(text) for text, _ in MEASURED) >= sum(
        dearest for _, dearest in MEASURED
    )
    for text, dearest in MEASURED:
        assert 0.95 * dearest <= count_tokens(text) <= 1.35 * dearest + 1


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("tea", 1),
        ("a cup of tea", 4),
        ("2024", 4),
        ("好", 2),
        ("喜欢喝茶", 6),
        ("\n", 1),
        ("a  b", 3),
    ],
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
    for text in (
        "a" * 1_000_000,
        "好" * 1_000_000,
        "😀" * 300_000,
        " " * 1_000_000,
        "\ud800" * 1000,
    ):
        assert count_tokens(text) > 100
        assert count_tokens(truncate(text, 50)) <= 50
