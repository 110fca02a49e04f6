"""The knobs of retrieval: what each signal counts for, and the second reading of its hits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from retold.records import Corpus
from retold.settings.section import Section


class RerankerSettings(Section):
    """What reads the first hits of a question once more, and how much its word counts."""

    driver: str = Field("", description="`jina` for any endpoint that speaks its rerank API.")
    url: str = Field("", description="Base address of the endpoint.")
    name: str = Field("", description="Name of the endpoint's model.")
    timeout_seconds: float = Field(
        5.0, gt=0, le=600, description="Limit of one call; then the order stays as it was."
    )
    retry_seconds: float = Field(
        30.0, ge=0, le=86400, description="Pause after a failure, so that recalls stay quick."
    )
    hits: int = Field(
        20, ge=2, le=200, description="First hits that are read; each costs the model a run."
    )
    characters: int = Field(
        1000,
        ge=50,
        le=100_000,
        description="Of question and text each, from the start; many models read 512 tokens.",
    )
    weight: float = Field(
        0.5, ge=0, le=1, description="Its part in the order, beside the score; 0 does not ask it."
    )


class TurnWeights(Section):
    """What each signal counts for when turns are ranked, as parts of one sum."""

    keywords: float = Field(3.7, ge=0, le=10, description="BM25 of the turn, 1 for every word.")
    vectors: float = Field(1.5, ge=0, le=10, description="Relatedness of question and turn.")
    associations: float = Field(
        0.0, ge=0, le=10, description="It has words that the question brings to mind."
    )
    neighbours: float = Field(0.2, ge=0, le=10, description="Sums of another's turns beside it.")
    answered: float = Field(0.4, ge=0, le=10, description="More from a question it answers.")
    session_keywords: float = Field(1.5, ge=0, le=10, description="BM25 of its whole session.")
    session_vectors: float = Field(1.2, ge=0, le=10, description="Best cosines of its session.")
    person: float = Field(0.8, ge=0, le=10, description="Its speaker is whom the question names.")
    question: float = Field(1.0, ge=0, le=10, description="Taken off a turn that asks itself.")
    assistant: float = Field(
        1.5, ge=0, le=10, description="Taken off what the assistant said, unless it is asked for."
    )
    time: float = Field(0.6, ge=0, le=10, description="It lies in a time the question names.")
    middle: float = Field(3.1, description="The sum that scores one half among 100 turns.")
    growth: float = Field(0.2, ge=0, le=2, description="Added to it for every 2.7 times as many.")
    width: float = Field(1.0, gt=0, description="How far from the middle the score is 0.73.")
    lift: float = Field(0.5, ge=0, lt=1, description="Share of the best turn's sum in the others'.")


class UnitWeights(Section):
    """What each signal counts for when units are ranked, as parts of one sum."""

    keywords: float = Field(0.6, ge=0, le=10, description="BM25; in short facts words mislead.")
    vectors: float = Field(4.0, ge=0, le=10, description="Relatedness of question and unit.")
    associations: float = Field(
        4.0, ge=0, le=10, description="It has words that the question brings to mind."
    )
    importance: float = Field(0.5, ge=0, le=10, description="From the least to the most important.")
    person: float = Field(0.5, ge=0, le=10, description="Its subject is whom the question names.")
    others: float = Field(
        1.0, ge=0, le=10, description="Taken off what is about others if one asks about oneself."
    )
    slot: float = Field(1.0, ge=0, le=10, description="It tells what of a person is asked for.")
    time: float = Field(0.6, ge=0, le=10, description="It lies in a time the question names.")
    middle: float = Field(2.8, description="The sum that scores one half among 100 units.")
    growth: float = Field(0.2, ge=0, le=2, description="Added to it for every 2.7 times as many.")
    width: float = Field(0.5, gt=0, description="How far from the middle the score is 0.73.")
    lift: float = Field(0.0, ge=0, lt=1, description="Share of the best unit's sum in the others'.")


class HalfLives(Section):
    """Days until half has faded, by kind; 0: never. Ranks by all days, forgets by active ones."""

    profile: float = Field(0, ge=0, description="Who somebody is does not fade.")
    preference: float = Field(730, ge=0, description="Tastes change over years.")
    constraint: float = Field(0, ge=0, description="An allergy does not fade.")
    fact: float = Field(730, ge=0, description="Facts about a life change over years.")
    event: float = Field(365, ge=0, description="What happened matters less next year.")
    plan: float = Field(60, ge=0, description="A plan is soon carried out or dropped.")
    relation: float = Field(0, ge=0, description="Family and friends do not fade.")
    feeling: float = Field(14, ge=0, description="A mood passes.")
    commitment: float = Field(90, ge=0, description="A promise is soon kept or moot.")
    summary: float = Field(365, ge=0, description="As the events it sums up.")
    turn: float = Field(0, ge=0, description="The log is searched for what was said, however old.")


class RetrieverSettings(Section):
    """How a question finds what is remembered."""

    k: int = Field(8, ge=1, le=200, description="Hits when the caller names no number.")
    pool: int = Field(48, ge=10, le=10_000, description="Candidates that are ranked in full.")
    depth: int = Field(1000, ge=10, le=100_000, description="Cosines known of what is beside them.")
    threshold: float = Field(
        0.25, ge=0, le=1, description="Least score of a hit; below it silence is better."
    )
    faded_threshold: float = Field(
        0.5, ge=0, le=1, description="Least match that finds what has faded, whatever its age."
    )
    cold_threshold: float = Field(
        0.8, ge=0, le=1, description="Least match that brings back what has gone cold."
    )
    near_duplicate: float = Field(
        0.9, ge=0, le=1, description="Token similarity from which two hits say the same."
    )
    diversity: float = Field(
        0.0, ge=0, le=1, description="How much a hit loses by repeating words of better ones."
    )
    agreement: float = Field(
        0.4, ge=0, le=1, description="How much a memory and its turn lift each other if both fit."
    )
    linked: float = Field(
        0.5, ge=0, le=1, description="How much it lifts a hit to share the best one's names."
    )
    newest_first: bool = Field(
        True, description="Of what tells of the same amount or time, the last said first."
    )
    fusion: Literal["weighted", "reciprocal"] = Field(
        "weighted", description="How keywords and vectors are joined: sums, or reciprocal ranks."
    )
    fusion_k: int = Field(
        60, ge=1, le=10_000, description="Of reciprocal ranks: the larger, the less first ones win."
    )
    corpora: tuple[Corpus, ...] = Field(
        (Corpus.UNITS, Corpus.TURNS), min_length=1, description="What is searched at the most."
    )
    bm25_k1: float = Field(1.2, ge=0, le=10, description="How much repetition counts.")
    bm25_b: float = Field(0.75, ge=0, le=1, description="How much length is corrected for.")
    last_reply: float = Field(
        0.3, ge=0, le=1, description="Weight of the assistant's last reply in the search."
    )
    rewrite_by_model: bool = Field(
        False, description="A language model words the question otherwise; both are searched."
    )
    rewrite_timeout_seconds: float = Field(
        1.0, gt=0, le=600, description="How long a recall waits for that; then it does without."
    )
    rewritten: float = Field(
        0.5, ge=0, le=1, description="Weight of what these words find: they may be wrong."
    )
    decay_floor: float = Field(
        0.5, ge=0, le=1, description="Share of a score that never fades with age."
    )
    turns: TurnWeights = TurnWeights()
    units: UnitWeights = UnitWeights()
    half_life_days: HalfLives = HalfLives()
