import hashlib
import hmac

import pytest

from retold.text.normal import clean, digest, fold, normalise, plain, simplify

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
RIGHT_TO_LEFT = "\u202b\u05d0\u05d1\u05d2\u202c"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\0b", "ab"),
        ("a\ud800b", "a\ufffdb"),
        ("\udc00\ud83d", "\ufffd\ufffd"),
        ("\ud83d\ude00", "😀"),
        (FAMILY + RIGHT_TO_LEFT + "e\u0301 \u200b", FAMILY + RIGHT_TO_LEFT + "e\u0301 \u200b"),
        ("line\r\nline\t", "line\r\nline\t"),
        ("\ufeffＡ①", "\ufeffＡ①"),
    ],
)
def test_clean_touches_only_what_cannot_be_stored(text, expected):
    assert clean(text) == expected
    clean(text).encode("utf-8")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("資料庫檢索系統", "资料库检索系统"), ("臺灣", "台湾"), ("頭髮", "头发"), ("發現", "发现"), ("看著", "看着"), ("著名", "着名"),
        ("裡面", "里面"), ("後來", "后来"), ("乾淨", "干净"), ("妳們", "你们"), ("我愛喫麵", "我爱吃面"),
    ],
)  # fmt: skip
def test_simplify_keeps_the_length(text, same):
    assert simplify(text) == same
    assert len(simplify(text)) == len(text)
    assert simplify(same) == same


def test_simplify_leaves_other_text_alone():
    text = "English, 日本のカフェ, 한국어 😀"
    assert simplify(text) == text


def test_plain_keeps_the_length_and_evens_width():
    text = "ＡＢＣ１２３：“資料”　don’t ￥5"
    assert plain(text) == "ABC123:“资料” don't ¥5"
    assert len(plain(text)) == len(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hello", "ＨＥＬＬＯ"), ("Straße", "STRASSE"), ("ﬁne", "FINE"), ("資料", "资料"), ("don’t", "Don't"),
        ("e\u0301", "é"), ("①", "1"), ("ｶﾌｪ", "カフェ"),
    ],
)  # fmt: skip
def test_fold_makes_forms_equal(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I live in Oslo.", "i live in oslo"), ("I live  in\nOslo!!", "I live in Oslo"), ("我住在北京。", "我 住在 北京"),
        ("我住在臺北", "我住在台北"), ("“好”", "好"), ("ＡＢＣ，１２３", "abc123"), ("3,000元", "3000元"), ("好呀~", "好呀"),
        ("**bold**", "bold"), ("- item", "item"), ("#旅行# 很开心", "旅行很开心"), ("20 %", "20%"), ("1–2", "1-2"), ("it is −5", "it is -5"),
    ],
)  # fmt: skip
def test_normalise_ignores_marks_and_spaces(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("it costs 3.5", "it costs 35"), ("at 1:30", "at 130"), ("1/2", "12"), ("C++", "C"), ("C#", "C"),
        ("20%", "20"), ("it is -5", "it is 5"), ("good 😀", "good 😡"), ("a<b", "a>b"), ("कि", "कु"), ("$5", "€5"),
        ("北京", "北极"), ("1-2", "12"), ("1–2", "12"),
    ],
)  # fmt: skip
def test_normalise_keeps_what_carries_meaning(one, other):
    assert normalise(one) != normalise(other)


@pytest.mark.parametrize("text", ["", "...", "？！", " \n"])
def test_only_marks_leave_nothing(text):
    assert normalise(text) == ""


def test_digest_is_keyed_and_blind_to_form():
    key = b"k" * 32
    assert digest(key, "I LIVE in Oslo!") == digest(key, "i live in oslo")
    assert digest(key, "a") != digest(b"x" * 32, "a")
    assert digest(key, "a b") == hmac.new(key, b"ab", hashlib.sha256).hexdigest()


def test_runs_of_combining_marks_do_not_take_quadratic_time():
    text = "a" + "\u0316\u0300" * 100_000
    assert fold(text).startswith("a") or fold(text).startswith("à")
    assert normalise(text)
    assert digest(b"k", text)
