import pytest

from retold.text.sentences import LONGEST_CHARACTERS, sentences


def divided(text):
    return [span.text for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # English marks
        ("I went home. It was nice.", ["I went home.", "It was nice."]),
        ("i went home. it was nice", ["i went home.", "it was nice"]),
        ("Really?! No way... Yes!", ["Really?!", "No way...", "Yes!"]),
        ("wow!I did it", ["wow!", "I did it"]),
        ("He left (finally). We stayed.", ["He left (finally).", "We stayed."]),
        ("Great! 😀 I won 🎉. Thanks", ["Great! 😀", "I won 🎉.", "Thanks"]),
        ("It is **done.** Next one.", ["It is **done.**", "Next one."]),
        ("Great! :) I won <3. Thanks. <3 Bye", ["Great! :)", "I won <3.", "Thanks. <3", "Bye"]),
        # dots that do not end
        ("Mr. Smith met Dr. Lee.", ["Mr. Smith met Dr. Lee."]),
        ("It costs $3.50 at St. Mary's.", ["It costs $3.50 at St. Mary's."]),
        ("Use e.g. tea, i.e. no coffee.", ["Use e.g. tea, i.e. no coffee."]),
        ("See you at 5 p.m. on Monday", ["See you at 5 p.m. on Monday"]),
        ("We met at 5 p.m. It rained.", ["We met at 5 p.m.", "It rained."]),
        ("The U.S. is big. I moved to the U.S. I like it.", ["The U.S. is big.", "I moved to the U.S.", "I like it."]),
        ("J. K. Rowling and J.R.R. Tolkien wrote.", ["J. K. Rowling and J.R.R. Tolkien wrote."]),
        ("Version 3.11.2 is out. Get it.", ["Version 3.11.2 is out.", "Get it."]),
        ("See https://a.com/x?y=1&z=2. Done", ["See https://a.com/x?y=1&z=2.", "Done"]),
        ("Mail a.b@c.org or see node.js docs.", ["Mail a.b@c.org or see node.js docs."]),
        ("So I. did", ["So I.", "did"]),
        # Chinese marks
        ("我搬家了。现在住北京！你呢？", ["我搬家了。", "现在住北京！", "你呢？"]),
        ("好呀……我明天去；你呢", ["好呀……", "我明天去；", "你呢"]),
        ("太好了！！！😀我走了", ["太好了！！！😀", "我走了"]),
        ("我用 Docker 部署.很方便", ["我用 Docker 部署.", "很方便"]),
        ("真的吗?我不信", ["真的吗?", "我不信"]),
        ("价格是3.5万元。买了", ["价格是3.5万元。", "买了"]),
        # quotations stay whole
        ("他说“我不去。我恨你。”然后走了。", ["他说“我不去。我恨你。”", "然后走了。"]),
        ("“真的吗？”他问。", ["“真的吗？”他问。"]),
        ("「好。走吧。」她说道。我们走了。", ["「好。走吧。」她说道。", "我们走了。"]),
        ('She said "I love it. I hate it." Then left.', ['She said "I love it. I hate it."', "Then left."]),
        ('"Really? Now?" he asked.', ['"Really? Now?" he asked.']),
        ('It is 5\'10" tall. OK.', ['It is 5\'10" tall.', "OK."]),
        # lines and lists
        ("1. Buy milk\n2. Call Tom\n\n- rest", ["1. Buy milk", "2. Call Tom", "- rest"]),
        ("one\r\ntwo", ["one", "two"]),
        ("  padded .  ", ["padded ."]),
        # nothing
        ("", []), (" \n ", []), ("...", ["..."]), ("？", ["？"]),
    ],
)  # fmt: skip
def test_divides(text, expected):
    assert divided(text) == expected


def test_spans_are_slices():
    text = "  First one.  第二句。\n\nThird?  "
    for span in sentences(text):
        assert text[span.start : span.end] == span.text


def test_what_is_too_long_is_cut_at_a_space_or_comma():
    text = "word, " * 1000
    found = sentences(text)
    assert len(found) > 1
    assert all(len(span.text) <= LONGEST_CHARACTERS for span in found)
    assert all(span.text.startswith("word") for span in found)


def test_a_line_without_spaces_is_cut_whole():
    text = "x" * 200_000
    found = sentences(text)
    assert "".join(span.text for span in found) == text
    assert all(len(span.text) <= LONGEST_CHARACTERS for span in found)


@pytest.mark.parametrize(
    "piece", [".", "!", "“", "“a。", '"', " ", "\n", "Mr. ", "a.", "。", "1. ", "😀", ". "]
)
def test_a_megabyte_of_marks_takes_linear_time(piece):
    text = piece * (1_000_000 // len(piece))
    assert "".join("".join(divided(text)).split()) == "".join(text.split())
