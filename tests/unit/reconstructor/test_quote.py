import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.reconstructor.quote import OMITTED, quotation
from retold.text.counts import count_tokens
from retold.text.sentences import sentences
from retold.text.tokens import query_tokens

LONG = (
    "Thanks, that was a lovely evening. The train was late again. "
    "We left the bicycles at the station in Bergen. The cat slept all day. "
    "Did you see the game? It rained."
)
CHINESE = (
    "昨天谢谢你。火车又晚点了。我们把自行车放在卑尔根车站了。猫睡了一整天。你看比赛了吗？下雨了。"
)


def quoted(text, question, limit):
    return quotation(text, query_tokens(question), limit_tokens=limit)


def test_what_is_short_stands_whole():
    assert quoted("It rained. All day.", "what?", 50) == "It rained. All day."


@pytest.mark.parametrize(
    ("text", "question", "kept"),
    [
        (LONG, "Where are the bicycles?", "We left the bicycles at the station in Bergen."),
        (CHINESE, "自行车在哪里？", "我们把自行车放在卑尔根车站了。"),
    ],
)
def test_of_what_is_long_the_part_asked_for_stands(text, question, kept):
    part = quoted(text, question, 24)
    assert kept in part
    assert OMITTED in part
    assert count_tokens(part) <= 24


def test_nothing_is_left_between_neighbours():
    part = quoted("One is red.  Two is blue. Three is a very long story indeed.", "red blue", 12)
    assert part == f"One is red.  Two is blue. {OMITTED}"


def test_without_a_word_of_the_question_what_tells_most_stands():
    assert "station in Bergen" in quoted(LONG, "你好吗", 20)


def test_a_single_sentence_stands_however_long():
    text = "word " * 50
    assert quoted(text.strip(), "word?", 10) == text.strip()


@given(st.text("ab .?!。？\n中文", max_size=200), st.integers(1, 60))
def test_parts_are_sentences_of_the_text_in_order(text, limit):
    part = quoted(text, "ab 中", limit)
    if part == text:
        return
    said = [span.text for span in sentences(text)]
    place = -1
    for piece in filter(None, (piece.strip() for piece in part.split(OMITTED))):
        for span in sentences(piece):
            place = said.index(span.text, place + 1)
    assert count_tokens(part) <= limit or len(sentences(part.replace(OMITTED, ""))) <= 1
