import string
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.text.tokens import query_tokens, stem, tokens, words


def finds(question, text):
    return set(query_tokens(question)) <= set(tokens(text)) and bool(query_tokens(question))


def test_english_words_are_lower_case_stems():
    assert tokens("She was running; the Dogs happily ran") == [
        "she", "be", "run", "the", "dog", "happili", "run",
    ]  # fmt: skip


def test_tokens_keep_order_and_number_query_tokens_come_once():
    assert tokens("tea, tea and more tea") == ["tea", "tea", "and", "more", "tea"]
    assert query_tokens("tea, tea and more tea") == ["tea"]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # Chinese, whatever the segmenter makes of it
        ("数据库", "数据库检索系统"), ("检索", "数据库检索系统"), ("库", "数据库检索系统"), ("系统", "数据库检索系统"),
        ("猫", "我家的猫咪很可爱"), ("咪", "我家的猫咪很可爱"), ("茶", "我喜欢喝绿茶"),
        # traditional and simplified, full and half width
        ("資料庫", "资料库"), ("资料库", "資料庫"), ("臺灣", "台湾"), ("看著", "看着"), ("ＧＰＵ", "gpu"), ("ｃａｆé", "cafe"),
        # mixed
        ("Docker部署", "用 Docker 部署"), ("docker", "用Docker部署"), ("部署", "用Docker部署"), ("iPhone手机壳", "买了iPhone的手机壳"),
        # numbers, models, addresses
        ("3000", "3,000 yuan"), ("3000", "预算三千块"), ("3.5", "it scored 3.5"), ("iphone 15", "my iPhone15 broke"),
        ("iPhone15", "my iphone15"), ("gpt4", "GPT-4 is fine"), ("GPT-4o", "we use gpt-4o"), ("wifi", "the Wi-Fi is slow"),
        ("16 GB", "16GB of memory"), ("v3.11.2", "Python v3.11.2"), ("foo.bar@example.com", "write to Foo.Bar@example.com!"),
        ("example.com", "see https://www.example.com/a/b?x=1"), ("user_id", "the user_id column"), ("C++", "I write c++ daily"),
        ("10:30", "at 10:30"), ("2024-05-03", "on 2024-05-03"),
        # dates in characters and in digits
        ("5月8日", "五月八号我们见面"), ("2024年", "二〇二四年的夏天"), ("3号", "三日出发"),
        # words in other forms
        ("paintings", "I painted a painting"), ("don’t", "I don't"), ("naïve", "a naive plan"), ("Mel's", "Mel"),
        ("what did she buy", "She bought it"), ("where did Tom go", "tom went home"), ("favorite color", "my favourite colour"), ("kids' teeth", "the kid's tooth"),
        # other scripts and emoji
        ("Москва", "Я живу: москва"), ("カフェ", "駅前のカフェ"), ("🎉", "we won 🎉🎉"), ("👩‍👩‍👧", "my family 👩‍👩‍👧"), ("القاهرة", "أعيش في القاهرة"),
    ],
)  # fmt: skip
def test_a_question_finds_its_text(question, text):
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("wi-fi", "the wi fi"),
        ("我的猫叫什么", "我养了一只猫"),
        ("what did she paint?", "Mel's painting"),
    ],
)
def test_a_question_meets_its_text(question, text):
    assert set(query_tokens(question)) & set(tokens(text))


@pytest.mark.parametrize("mark", string.punctuation)
def test_ascii_marks_are_no_tokens(mark):
    assert tokens(mark) == []
    assert query_tokens(mark) == []
    assert tokens(f"{mark}tea{mark}") == ["tea"] or mark == "'"


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t", "，。！？", "…", "\u200d", "\0", "\ud800", "\u202e", "**__**", "(): OR NOT"],
)
def test_what_says_nothing_has_few_tokens_and_no_error(text):
    assert query_tokens(text) in ([], ["or", "not"])


def test_stop_words_are_searched_for_only_when_nothing_else_is_left():
    assert query_tokens("what is the capital") == ["capit"]
    assert query_tokens("who are you") == ["who", "be", "you"]
    assert query_tokens("我喜欢什么茶") == ["喜欢", "喜", "欢", "茶"]
    assert query_tokens("你是谁")


def test_pairs_cross_only_telling_words():
    assert "欢茶" not in query_tokens("我喜欢的茶")
    assert "喝茶" in query_tokens("喝茶")


@pytest.mark.parametrize(
    "text",
    [
        "a b\tc\nd\u3000e\u00a0f",
        "用 Docker\u2028部署\u0085!",
        "x\u200by\ufeffz",
        "\x1b[31mred\x07",
        "我\0们",
    ],
)
def test_no_token_holds_space_or_control_characters(text):
    for token in tokens(text) + query_tokens(text):
        assert token
        assert token.isprintable()
        assert not any(character.isspace() for character in token)


def test_long_runs_are_cut_and_found_again():
    blob = "Ab1" * 60_000
    found = tokens(blob)
    assert max(map(len, found)) <= 48
    assert finds(blob, f"key: {blob}")


def test_a_megabyte_of_each_kind_is_read():
    for text in (
        "a" * 1_000_000,
        "资" * 200_000,
        "😀" * 200_000,
        "a." * 200_000,
        "e\u0301" * 200_000,
    ):
        assert tokens(text)


def test_leading_zeros_do_not_matter():
    assert finds("5月3日", "05月03日")
    assert finds("007", "7")


def test_stems_are_right_from_many_threads():
    expected = {word: stem(word) for word in ("running", "happily", "relational", "nationalities")}
    wrong = []

    def work(number):
        for i in range(300):
            for word, known in expected.items():
                made = tokens(
                    f"{word} unseen{'x' * (i % 7)}{chr(97 + number)}{chr(97 + i % 26)}ings"
                )
                if made[0] != known or not made[1].startswith("unseen"):
                    wrong.append(made)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_words_are_the_telling_ones_unstemmed():
    assert words("The dogs were running to 北京的公园") == ["dogs", "running", "北京", "公园"]


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_text_in_ascii_is_divided_as_beside_other_writing(text):
    # What is beside a space cannot change what is before it.
    assert [*tokens(text), "ж"] == tokens(f"{text} ж")
    assert [*words(text), "ж"] == words(f"{text} ж")
