import pytest

from retold.records import Corpus, Hit, Source
from retold.retriever.collapse import collapse
from retold.testing import samples

ADA = samples.scope()


def unit_hit(unit_id, content, score, sources=(), **fields):
    unit = samples.unit(unit_id, ADA, content=content, sources=tuple(sources), **fields)
    return Hit(
        id=unit_id,
        corpus=Corpus.UNITS,
        text=content,
        score=score,
        signals={},
        reasons=(),
        sources=tuple(source.turn_id for source in sources),
        occurred_at=unit.occurred_at,
        unit=unit,
    )


def turn_hit(turn_id, text, score):
    turn = samples.turn(turn_id, ADA, text=text)
    return Hit(
        id=turn_id,
        corpus=Corpus.TURNS,
        text=text,
        score=score,
        signals={},
        reasons=(),
        sources=(turn_id,),
        occurred_at=turn.occurred_at,
        turn=turn,
    )


def collapsed(*hits, limit=10):
    ordered = sorted(hits, key=lambda hit: -hit.score)
    kept = collapse(ordered, near_duplicate=0.9, limit=limit)
    return [(hit.id, hit.duplicates, hit.sources) for hit in kept]


def test_a_turn_joins_the_unit_that_was_made_from_it():
    text = "Well, you know, I take my tea with milk these days."
    unit = unit_hit("u", "Ada takes tea with milk.", 0.8, [Source(turn_id="t", start=16, end=40)])
    assert collapsed(unit, turn_hit("t", text, 0.7)) == [("u", ("t",), ("t",))]


def test_a_unit_that_says_most_of_a_better_turn_takes_its_place_and_score():
    text = "I take my tea with milk."
    unit = unit_hit("u", "Ada takes tea with milk.", 0.4, [Source(turn_id="t", start=0, end=24)])
    hits = collapse([turn_hit("t", text, 0.9), unit], near_duplicate=0.9, limit=5)
    assert [(hit.id, hit.score) for hit in hits] == [("u", 0.9)]


def test_a_turn_that_says_more_and_scores_clearly_better_stays():
    text = "I take my tea with milk, and on Friday I fly to Lisbon with my two sisters."
    unit = unit_hit("u", "Ada takes tea with milk.", 0.4, [Source(turn_id="t", start=0, end=24)])
    assert collapsed(unit, turn_hit("t", text, 0.9)) == [("t", (), ("t",)), ("u", (), ("t",))]


def test_a_unit_joins_a_better_one_that_says_the_same():
    first = unit_hit("u", "Ada takes tea with milk.", 0.8, [Source(turn_id="s", start=0, end=9)])
    again = unit_hit("v", "Ada takes tea, with milk", 0.7, [Source(turn_id="t", start=0, end=9)])
    assert collapsed(first, again) == [("u", ("v",), ("s", "t"))]
    assert collapsed(unit_hit("u", "小明喝茶加奶。", 0.8), unit_hit("v", "小明喝茶加奶", 0.7)) == [
        ("u", ("v",), ())
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada's budget is 3000 euros.", "Ada's budget is 4000 euros."),
        ("Ada likes coffee in the morning.", "Ada doesn't like coffee in the morning."),
        ("Ada met Ben in Lisbon.", "Ada met Tom in Lisbon."),
        ("小明的预算是三千元。", "小明的预算是四千元。"),
    ],
)
def test_units_that_differ_in_what_matters_stay_apart(first, second):
    assert len(collapsed(unit_hit("u", first, 0.8), unit_hit("v", second, 0.7))) == 2


def test_units_about_others_or_of_the_opposite_stay_apart():
    plain = unit_hit("u", "Takes tea with milk.", 0.8)
    of_ben = unit_hit("v", "Takes tea with milk!", 0.7, subject="Ben")
    assert len(collapsed(plain, unit_hit("w", "takes tea with milk", 0.7))) == 1
    other = unit_hit("x", "Takes some tea with milk.", 0.7, polarity=-1)
    assert len(collapsed(plain, other)) == 2
    assert len(collapsed(unit_hit("y", "Takes some tea with milk.", 0.8), of_ben)) == 2


def test_turns_with_the_same_text_are_one():
    assert collapsed(turn_hit("s", "Yes!", 0.5), turn_hit("t", "Yes!", 0.4)) == [
        ("s", ("t",), ("s", "t"))
    ]
    assert len(collapsed(turn_hit("s", "Yes!", 0.5), turn_hit("t", "Yes.", 0.4))) == 2


def test_a_turn_and_a_unit_with_one_text_and_no_tie_stay_apart():
    assert len(collapsed(turn_hit("t", "Tea.", 0.5), unit_hit("u", "Tea.", 0.4))) == 2


def test_the_limit_is_hard_and_later_hits_still_join():
    hits = [turn_hit("a", "one", 0.9), turn_hit("b", "two", 0.8), turn_hit("c", "one", 0.7)]
    assert collapsed(*hits, limit=1) == [("a", ("c",), ("a", "c"))]
