from datetime import UTC, datetime

from retold.records import Scope, Speaking, Turn
from retold.settings import WriterSettings
from retold.writer import Sieve, TurnVectors
from retold.writer.drafts import Draft, Refusal, TakeBack

AT = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)


def turn(text, number=0, role=Speaking.USER):
    return Turn(
        id=f"t{number}",
        scope=Scope(user="ada", session="s"),
        speaker="",
        role=role,
        text=text,
        occurred_at=AT,
        recorded_at=AT,
    )


def sifted(text, *, before=(), vectors=None, **settings):
    sieve = Sieve(WriterSettings(**settings))
    given = {} if vectors is None else {"vectors": vectors}
    return sieve.drafted([turn(text, 9)], [turn(t, i) for i, t in enumerate(before)], **given)


def test_the_scorer_keeps_what_the_rules_score_too_low():
    text = "got the results back, it's diabetes"
    (by_rules,) = sifted(text, scorer="rules")
    (trained,) = sifted(text)
    assert isinstance(by_rules, Refusal)
    assert by_rules.draft is not None
    assert isinstance(trained, Draft)
    assert trained.content == by_rules.draft.content


def test_a_refusal_says_its_score_and_what_it_would_be():
    (refused,) = sifted("That film was long.", threshold=0.99)
    assert refused.rule == "below the threshold"
    assert 0 < refused.score < 0.99
    assert refused.draft.content
    assert any(reason.startswith("profile ") for reason in refused.reasons)


def test_what_is_refused_for_what_it_is_stays_refused():
    for text in (
        "If I won the lottery I'd buy a house in Oslo and a boat.",
        "如果我中了奖就去冰岛住",
    ):
        assert not any(isinstance(result, Draft) for result in sifted(text))


def test_what_somebody_asks_to_remember_is_kept_whatever_it_is_worth():
    (kept,) = sifted("Remember this: the blue folder is the old one.", threshold=0.9)
    assert isinstance(kept, Draft)
    assert "asked to remember" in kept.reasons


def test_what_ends_something_ends_it_whatever_it_is_worth():
    (ended,) = sifted("Forget the budget.", threshold=1.0)
    assert isinstance(ended, Draft)
    assert ended.withdraws


def test_a_wish_to_take_back_is_none_of_the_scorers_business():
    (wish,) = sifted("don't save that", before=("I smoke.",))
    assert isinstance(wish, TakeBack)


def test_sentences_that_are_worth_it_together_leave_the_best_of_them():
    text = "The new flat has a balcony. We painted the hall. The lift is slow."
    results = sifted(text, threshold=0.0)
    scores = sorted(result.score for result in results)
    alone, together = scores[-1], 1 - (1 - scores[0]) * (1 - scores[1]) * (1 - scores[2])
    assert alone < together
    kept = [r for r in sifted(text, threshold=(alone + together) / 2) if isinstance(r, Draft)]
    assert [r.score for r in kept] == [alone]


def test_vectors_of_another_embedder_are_left_alone():
    plain = sifted("I moved to Oslo in May.")
    others = TurnVectors(embedder="hashing/1/2", by_id={"t9": [[1.0, 0.0]]})
    assert sifted("I moved to Oslo in May.", vectors=others) == plain


def test_a_sentence_that_leans_on_another_is_quoted_with_it_if_it_is_worth_it():
    before = ("My grandmother's surgery went well at the hospital.",)
    (quoted,) = sifted("coming home friday, she'll need someone there for two weeks", before=before)
    assert isinstance(quoted, Draft)
    assert quoted.rule == "quoted in context"
    assert "surgery went well" in quoted.content
    assert "2026" in quoted.content


def test_a_question_that_tells_is_kept_as_a_question():
    (asked,) = sifted("will visit him dec 1 with just my kuya?")
    assert isinstance(asked, Draft)
    assert asked.content.startswith("The user asked:")


def test_a_question_about_the_world_is_not():
    for text in ("What is the capital of France?", "法国的首都是哪里？"):
        assert not any(isinstance(result, Draft) for result in sifted(text))


def test_what_stands_beside_a_withdrawal_is_not_kept_for_its_sake():
    for text in (
        "哦还有，我不想要车筐了，折起来太占地方。",
        "Oh and one more thing, forget the budget.",
    ):
        kept = [result for result in sifted(text) if isinstance(result, Draft)]
        assert all(draft.withdraws for draft in kept)
