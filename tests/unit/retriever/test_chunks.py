import pytest

from retold.retriever.chunks import chunk_texts, preceding
from retold.testing import samples


def turn(name, text, *, session="s", speaker="Ana"):
    return samples.turn(name, samples.scope(session=session), speaker=speaker, text=text)


ASKED = turn("1", "Where do you live?", speaker="Bo")
SAID = turn("2", "In Hull. Near the harbour.")
ZH = turn("3", "在赫尔。靠近港口。")


def test_a_turn_alone_has_no_further_chunks():
    assert chunk_texts(SAID, [ASKED], "turn") == []


def test_sentences_are_chunks_where_there_are_several():
    assert chunk_texts(SAID, [ASKED], "sentence") == [
        'Ana said, "In Hull."',
        'Ana said, "Near the harbour."',
    ]
    assert chunk_texts(ASKED, [], "sentence") == []
    assert chunk_texts(ZH, [], "sentence") == ["Ana说：“在赫尔。”", "Ana说：“靠近港口。”"]


def test_an_exchange_is_the_turn_with_the_one_before_it():
    assert chunk_texts(SAID, [ASKED], "exchange") == [
        'Bo said, "Where do you live?" Ana said, "In Hull. Near the harbour."'
    ]
    assert chunk_texts(ASKED, [], "exchange") == []


def test_what_tells_by_itself_stands_alone():
    assert chunk_texts(SAID, [ASKED], "exchange", longest_tokens=4) == []
    assert len(chunk_texts(ZH, [ASKED], "exchange", longest_tokens=16)) == 1


def test_of_a_long_turn_before_it_the_end_is_joined():
    before = turn("1", "It rained all day here. And so on. Where do you live?", speaker="Bo")
    (text,) = chunk_texts(SAID, [before], "exchange", longest_tokens=10)
    assert text.startswith('Bo said, "And so on. Where do you live?" Ana said,')
    (text,) = chunk_texts(SAID, [turn("1", "word " * 60)], "exchange", longest_tokens=10)
    assert "word word" in text


def test_a_window_slides_over_three_turns():
    (text,) = chunk_texts(ZH, [turn("0", "Hi."), ASKED, SAID], "window")
    assert text.startswith('Bo said, "Where do you live?" Ana said, "In Hull.')
    assert text.endswith("Ana说：“在赫尔。靠近港口。”")


def test_turns_precede_each_other_inside_their_session():
    other = turn("4", "Bye.", session="t")
    found = preceding([SAID, other, ZH], [turn("0", "Hi."), ASKED])
    assert [[one.id for one in found[name]] for name in ("2", "4", "3")] == [
        ["0", "1"],
        [],
        ["1", "2"],
    ]


@pytest.mark.parametrize("how", ["turn", "sentence", "exchange", "window"])
def test_nothing_said_has_no_chunks(how):
    assert chunk_texts(turn("0", ""), [], how) == []
