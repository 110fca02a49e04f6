"""Searching: both signals over units and turns, read from the ledger and the index."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import numpy as np

from retold.changes import Vector
from retold.errors import EmbedderError
from retold.ports import LIVE, Index, Ledger, Nearest, Similarities
from retold.records import Corpus, Query, State
from retold.retriever.associations import score_associations
from retold.retriever.circles import nearby
from retold.retriever.cue import Cue
from retold.retriever.encode import Encoder
from retold.retriever.fuse import Evidence
from retold.retriever.keywords import Bm25, KeywordScores, score_keywords
from retold.settings import RetrieverSettings
from retold.text.language import language
from retold.text.names import names

Call = Callable[[], Awaitable[Any]]

# What a recall lacks where the embedder failed before there were vectors, or after.
_BY_KEYWORDS = "found by keywords alone: {}"
_AS_ASKED = "not compared with what the question bears on: {}"


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds by the name of a step."""

    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time what happens inside."""
        started = time.perf_counter()
        yield
        self.milliseconds[name] = (time.perf_counter() - started) * 1000


def added(times: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The milliseconds of several searches together, by the name of a step."""
    total = Counter[str]()
    for one in times:
        total.update(one)
    return dict(total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What searching one corpus gave. `total` counts the items that could have been found."""

    keywords: KeywordScores
    evidence: Evidence
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """What is searched together: units in these states, of which `pool` are to be ranked.

    `include` are items to compare anyway.
    """

    states: tuple[State, ...]
    pool: int
    include: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as a vector, or why there is none."""

    vector: Vector | None
    failure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worded:
    """Keyword scores, the best items' numbers by their ids, and which of them to compare."""

    scores: KeywordScores
    names: dict[str, int]
    compared: frozenset[int]


class Searcher:
    """Reads both signals for a question."""

    def __init__(
        self, ledger: Ledger, index: Index, encoder: Encoder, settings: RetrieverSettings
    ) -> None:
        """Search these."""
        self._ledger = ledger
        self._index = index
        self._encoder = encoder
        self._settings = settings

    async def search(
        self,
        query: Query,
        cue: Cue,
        corpora: Sequence[Corpus],
        *,
        tier: Tier,
        watch: Stopwatch,
    ) -> tuple[dict[Corpus, Found], str]:
        """What was found in each corpus, and in words what it lacks if the embedder failed.

        Raises StoreError.
        """
        with watch.step("keywords_and_question"):
            asked, worded = await together(
                lambda: self._ask(query, cue, corpora),
                lambda: self._keywords(query, cue, corpora, tier),
            )
        lacking = _BY_KEYWORDS.format(asked.failure) if asked.failure else ""
        similar: dict[Corpus, Similarities] = {}
        if asked.vector is not None:
            with watch.step("vectors"):
                try:
                    similar = await self._similar(query, asked.vector, worded, tier)
                except EmbedderError as error:
                    lacking = _BY_KEYWORDS.format(error.message)
        await self._name(query, worded, similar, tier)
        found = {
            corpus: await self._joined(cue, corpus, part, similar.get(corpus))
            for corpus, part in worded.items()
        }
        if Corpus.UNITS in similar and self._encoder.may_turn:
            with watch.step("turned"):
                try:
                    await self._turn(query, cue, asked.vector, worded, found, tier)
                except EmbedderError as error:
                    lacking = _AS_ASKED.format(error.message)
        if query.signals == "all":
            with watch.step("associations"):
                for corpus, one in found.items():
                    await self._associate(query, cue, corpus, one.evidence, tier)
        return found, lacking

    async def _name(
        self,
        query: Query,
        worded: Mapping[Corpus, _Worded],
        similar: Mapping[Corpus, Similarities],
        tier: Tier,
    ) -> None:
        """Look up the numbers of what is nearest, so that its keywords are known."""

        async def name(corpus: Corpus, part: _Worded) -> None:
            near = similar[corpus].ids[: tier.pool] if corpus in similar else ()
            if ids := [one for one in (*tier.include, *near) if one not in part.names]:
                part.names.update(await self._ledger.named(query.scope, corpus, ids=ids))

        await together(*(partial(name, *one) for one in worded.items()))

    async def _turn(
        self,
        query: Query,
        cue: Cue,
        vector: Vector,
        worded: Mapping[Corpus, _Worded],
        found: dict[Corpus, Found],
        tier: Tier,
    ) -> None:
        """Compare units with the question turned, unless one answers it as it is."""
        # What was learnt is what bears on the asker; who asks about others names them.
        if not found[Corpus.UNITS].evidence.unanswered or (not cue.own and names(cue.text)):
            return
        units = {Corpus.UNITS: worded[Corpus.UNITS]}
        (turned,) = await self._encoder.turned(vector[None])
        similar = await self._similar(query, turned, units, tier)
        await self._name(query, units, similar, tier)
        found[Corpus.UNITS] = await self._joined(
            cue, Corpus.UNITS, units[Corpus.UNITS], similar[Corpus.UNITS], turned=True
        )

    async def _joined(
        self,
        cue: Cue,
        corpus: Corpus,
        part: _Worded,
        similar: Similarities | None,
        *,
        turned: bool = False,
    ) -> Found:
        spoken = language(cue.text)
        evidence = Evidence(
            part.scores,
            similar,
            None if similar is None else await self._encoder.scale(corpus, turned=turned),
            pair=(spoken, spoken),
            rank_constant=self._settings.fusion_k if self._settings.fusion == "reciprocal" else 0,
        )
        evidence.know(part.names)
        total = max(part.scores.total, 0 if similar is None else similar.total)
        return Found(keywords=part.scores, evidence=evidence, total=total)

    async def _associate(
        self, query: Query, cue: Cue, corpus: Corpus, evidence: Evidence, tier: Tier
    ) -> None:
        """Look for what the question brings to mind, unless something answers it by itself."""
        weights = self._settings.units if corpus is Corpus.UNITS else self._settings.turns
        if not weights.associations or not evidence.unanswered:
            return
        # In a thread, for the first question of a process loads a table.
        near = await anyio.to_thread.run_sync(nearby, cue.text)
        if not near.tokens:
            return
        postings = await self._ledger.postings(
            query.scope, corpus, near.tokens, states=tier.states, names=False
        )
        scores = score_associations(postings, near)
        best = scores.best(tier.pool)
        if best:
            evidence.know(await self._ledger.named(query.scope, corpus, numbers=best))
        evidence.associate(scores)

    async def _ask(self, query: Query, cue: Cue, corpora: Sequence[Corpus]) -> Asked:
        if query.signals == "keywords":
            return Asked(vector=None)
        try:
            vector = await self._encoder.question(cue.text)
            if cue.reply:
                # The cosine with a sum is the weighted sum of the cosines: two searches in one.
                reply = await self._encoder.question(cue.reply)
                vector = vector + self._settings.last_reply * reply
                vector = vector / np.linalg.norm(vector)
            for corpus in corpora:
                await self._encoder.scale(corpus)
        except EmbedderError as error:
            return Asked(vector=None, failure=error.message)
        return Asked(vector=vector)

    async def _keywords(
        self, query: Query, cue: Cue, corpora: Sequence[Corpus], tier: Tier
    ) -> dict[Corpus, _Worded]:
        """By corpus; one after the other, for two threads that parse rows hinder each other."""
        used = query.signals != "vectors"
        tokens, weights = (cue.tokens, cue.weights) if used else ((), cue.weights[:0])
        form = Bm25(k1=self._settings.bm25_k1, b=self._settings.bm25_b)
        found = {}
        for corpus in corpora:
            postings = await self._ledger.postings(
                query.scope, corpus, tokens, states=tier.states, names=False
            )
            scores = score_keywords(postings, weights, form)
            compared = scores.best(max(self._settings.pool, query.k))
            # Of equals others may be among the best of another number of items.
            best = sorted({*compared, *scores.best(tier.pool)})
            names = await self._ledger.named(query.scope, corpus, numbers=best) if best else {}
            found[corpus] = _Worded(scores=scores, names=names, compared=frozenset(compared))
        return found

    async def _similar(
        self,
        query: Query,
        vector: Vector,
        worded: Mapping[Corpus, _Worded],
        tier: Tier,
    ) -> dict[Corpus, Similarities]:
        """By corpus."""

        async def nearest(corpus: Corpus, part: _Worded) -> Similarities:
            compared = (one for one, number in part.names.items() if number in part.compared)
            return await self._index.nearest(
                Nearest(
                    scope=query.scope,
                    corpus=corpus,
                    model=self._encoder.identity,
                    vector=vector,
                    limit=max(self._settings.depth, query.k),
                    include=(*tier.include, *compared),
                    states=tier.states,
                )
            )

        found = await together(*(partial(nearest, *one) for one in worded.items()))
        return dict(zip(worded, found, strict=True))


def searched_states(query: Query) -> tuple[State, ...]:
    """States of units that are searched first: old ones only by date, cold ones on their own."""
    return LIVE if query.as_of is None else (*LIVE, State.SUPERSEDED)


async def together(*calls: Call) -> list[Any]:
    """The results of calls made at the same time; the first error, as it was raised."""
    results: list[Any] = [None] * len(calls)

    async def run(place: int, call: Call) -> None:
        results[place] = await call()

    try:
        async with anyio.create_task_group() as group:
            for place, call in enumerate(calls):
                group.start_soon(run, place, call)
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return results
