"""Recalling: what is remembered that bears on a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import anyio.to_thread

from retold.ports import Index, Ledger, TurnOutline, UnitFilter
from retold.records import Corpus, Explanation, Hit, Kind, Query, Recall, State, Status, Unit
from retold.retriever.agreement import agreeing
from retold.retriever.collapse import collapse
from retold.retriever.cue import MOST_CHARACTERS, Cue, read_cue
from retold.retriever.diversity import diversify
from retold.retriever.encode import Encoder
from retold.retriever.explanation import explanation
from retold.retriever.hits import (
    Asking,
    Scored,
    Trace,
    best_turns,
    turn_candidates,
    turn_hits,
    unit_candidates,
    unit_hits,
)
from retold.retriever.linked import linked
from retold.retriever.newest import COMPARED, asks_for_now, newest_first
from retold.retriever.overview import asks_for_everything, overview
from retold.retriever.parts import joined, questions_in
from retold.retriever.rank import happened
from retold.retriever.rerank import Reading, Reranking, falling, told
from retold.retriever.rewrites import AS_ASKED, Rewritten, beside, probes
from retold.retriever.search import Found, Searcher, Stopwatch, Tier, searched_states, together
from retold.retriever.summaries import closes, standing
from retold.settings import RetrieverSettings

# Turns beside a candidate that are ranked with it; two a side gained a third of a point at R@10.
_RADIUS = 1
# What is no longer so, or is not to be seen.
_CLOSED = (State.SUPERSEDED, State.RETIRED)
_COLD = (State.COLD,)
# How many of the best scores tell how sure a recall is, see `confidence`.
_A_SCORE = 40
_MOST_SCORES = 5


class Retriever:
    """Reads the ledger and the index, decides, and says why."""

    def __init__(
        self,
        ledger: Ledger,
        index: Index,
        encoder: Encoder,
        settings: RetrieverSettings,
        reranking: Reranking | None = None,
    ) -> None:
        """Search these, with the weights of `settings`, and rerank where there is a reranker."""
        self._ledger = ledger
        self._settings = settings
        self._reranking = reranking
        self._searcher = Searcher(ledger, index, encoder, settings)

    async def recall(
        self,
        query: Query,
        *,
        now: datetime,
        explain: bool = False,
        rewritten: Rewritten = AS_ASKED,
    ) -> Recall:
        """At most `query.k` hits, best first, none below the threshold.

        Several questions in one message are searched one by one, and their hits taken in turn. The
        `rewritten` question is searched as well, and what it finds stands beside them.

        The status is `empty` when nothing is stored in the scope, `below_threshold` when nothing
        fits well enough, and `degraded` when vectors could not be used; `note` says why. A reranker
        that fails leaves the order as it was; the status stays, for nothing is missing, and `note`
        says so. With `explain` there is an explanation as well, and everything else is the same.

        Raises:
            StoreError: the ledger or the index could not be read.
        """
        # In a thread, for the first text in Chinese characters loads a table.
        asked = [
            replace(query, text=part.text, last_reply=f"{query.last_reply} {part.before}".strip())
            for part in await anyio.to_thread.run_sync(questions_in, query.text[:MOST_CHARACTERS])
        ]
        reranking = self._reranking if query.signals == "all" else None
        one = partial(self._one, now=now, explain=explain, reranking=reranking)
        own = joined(query, [await one(part) for part in asked])
        # A reranker reads what the question itself found: its word is about the question.
        probe = partial(self._one, now=now, explain=False, reranking=None)
        found = [await probe(other) for other in probes(query, rewritten)]
        return beside(own, found, rewritten, self._settings)

    async def _one(
        self, query: Query, *, now: datetime, explain: bool, reranking: Reranking | None
    ) -> Recall:
        """A single question."""
        watch = Stopwatch()
        with watch.step("total"):
            with watch.step("cue"):
                # In a thread, for the first Chinese text, and the first date, load a dictionary.
                read = partial(read_cue, query, now=now, reply_weight=self._settings.last_reply)
                cue = await anyio.to_thread.run_sync(read)
            corpora = self._corpora(query)
            states = searched_states(query)
            of_kinds = await self._of_kinds(query, states)
            asking = await self._asking(query, cue, now, Trace() if explain else None)
            include = (*(of_kinds or ()), *asking.summaries)
            tier = Tier(states=states, pool=asking.pool, include=include)
            (found, lacking), asleep = await together(
                lambda: self._searcher.search(query, cue, corpora, tier=tier, watch=watch),
                lambda: self._asleep(query, corpora),
            )
            total = sum(part.total for part in found.values())
            with watch.step("rank"):
                scored = await self._scored(asking, found, of_kinds)
                if asleep:
                    scored += await self._cold(asking, found[Corpus.UNITS].total + asleep)
                    total += asleep
                if query.signals == "all":
                    scored = agreeing(scored, weight=self._settings.agreement)
                    weight = self._settings.linked
                    scored = linked(scored, cue.text, weight=weight, least=asking.least)
                everything = await self._everything(query, corpora)
                chosen = Reading(hits=everything)
                if not everything:
                    chosen = await self._chosen(asking, scored, reranking, watch)
            explanation = await self._explained(asking, scored, chosen)
        best = max((one.hit.score for one in scored), default=0.0)
        status, note = _status(total, lacking, best, chosen)
        return Recall(
            query=query,
            status=status,
            hits=chosen.hits,
            confidence=everything[0].score if everything else confidence(scored),
            note=note,
            milliseconds=watch.milliseconds,
            explanation=explanation,
        )

    async def _everything(self, query: Query, corpora: Sequence[Corpus]) -> tuple[Hit, ...]:
        """What matters most, where the question asks for all of it and names nothing."""
        asked = query.as_of is None and not query.kinds and Corpus.UNITS in corpora
        if not asked or not asks_for_everything(query.text):
            return ()
        return overview(await self._ledger.units(query.scope, UnitFilter()), limit=query.k)

    def _corpora(self, query: Query) -> list[Corpus]:
        """What is searched. Turns have no kind, so a question for kinds is one for units."""
        wanted = (Corpus.UNITS,) if query.kinds else tuple(Corpus)
        return [c for c in wanted if c in query.corpora and c in self._settings.corpora]

    async def _of_kinds(self, query: Query, states: tuple[State, ...]) -> Mapping[str, Unit] | None:
        """The units of the kinds asked for, so that a rare kind is found; None for every kind."""
        if not query.kinds:
            return None
        where = UnitFilter(kinds=query.kinds, states=states)
        return {unit.id: unit for unit in await self._ledger.units(query.scope, where)}

    async def _asking(self, query: Query, cue: Cue, now: datetime, trace: Trace | None) -> Asking:
        return Asking(
            query=query,
            cue=cue,
            now=now,
            settings=self._settings,
            trace=trace,
            summaries=await self._summaries(query, cue),
        )

    async def _summaries(self, query: Query, cue: Cue) -> tuple[str, ...]:
        """Ids of the summaries of a time that is asked for as a whole."""
        if not cue.broad or query.kinds:
            return ()
        where = UnitFilter(kinds=(Kind.SUMMARY,))
        there = await self._ledger.units(query.scope, where)
        return tuple(unit.id for unit in there if happened(unit, cue))

    async def _standing(self, asking: Asking, units: Sequence[Unit]) -> list[Unit]:
        """The units without summaries that tell of what was replaced or hidden since."""
        summaries = [unit for unit in units if unit.kind is Kind.SUMMARY]
        if not summaries:
            return list(units)
        ids = {source.turn_id for unit in summaries for source in unit.sources}
        where = UnitFilter(states=_CLOSED, turn_ids=tuple(sorted(ids)))
        closed = await self._ledger.units(asking.query.scope, where)
        return standing(units, closed, as_of=asking.query.as_of)

    async def _asleep(self, query: Query, corpora: Sequence[Corpus]) -> int:
        """How many units have gone cold."""
        if Corpus.UNITS not in corpora:
            return 0
        return (await self._ledger.postings(query.scope, Corpus.UNITS, (), states=_COLD)).total

    async def _cold(self, asking: Asking, total: int) -> list[Scored]:
        """Cold units that match so strongly that they come back, of so many units in all.

        They are searched apart: however many they are, they take the place of no live unit.
        """
        query = asking.query
        of_kinds = await self._of_kinds(query, _COLD)
        tier = Tier(states=_COLD, pool=asking.pool, include=tuple(of_kinds or ()))
        found, _ = await self._searcher.search(
            query, asking.cue, (Corpus.UNITS,), tier=tier, watch=Stopwatch()
        )
        # One strong match in a small tier is as much by chance as in all that is remembered.
        part = replace(found[Corpus.UNITS], total=total)
        return await self._unit_hits(asking, part, of_kinds, _COLD)

    async def _scored(
        self,
        asking: Asking,
        found: Mapping[Corpus, Found],
        of_kinds: Mapping[str, Unit] | None,
    ) -> list[Scored]:
        states = searched_states(asking.query)
        # Each waits for the ledger several times, and can decide while the other waits.
        parts = {
            Corpus.UNITS: lambda: self._unit_hits(asking, found[Corpus.UNITS], of_kinds, states),
            Corpus.TURNS: lambda: self._turn_hits(asking, found[Corpus.TURNS]),
        }
        scored = await together(*(parts[corpus] for corpus in found))
        return [one for some in scored for one in some]

    async def _unit_hits(
        self,
        asking: Asking,
        found: Found,
        of_kinds: Mapping[str, Unit] | None,
        states: tuple[State, ...],
    ) -> list[Scored]:
        units = await self._units(asking, found, states) if of_kinds is None else of_kinds.values()
        return unit_hits(asking, found, await self._standing(asking, list(units)))

    async def _units(
        self, asking: Asking, found: Found, states: tuple[State, ...]
    ) -> Sequence[Unit]:
        ids = unit_candidates(asking, found)
        if not ids:
            return []
        where = UnitFilter(ids=tuple(ids), states=states)
        return await self._ledger.units(asking.query.scope, where)

    async def _turn_hits(self, asking: Asking, found: Found) -> list[Scored]:
        scope = asking.query.scope
        ids = turn_candidates(asking, found)
        if not ids:
            return []
        outlines = await self._ledger.outlines(scope, ids, radius=_RADIUS)
        found.evidence.know({outline.id: outline.number for outline in outlines})
        outdated = await self._outdated(asking.query, outlines)
        if asking.trace is not None:
            asking.trace.outdated |= {i: outdated[i] for i in ids if i in outdated}
        outlines = [outline for outline in outlines if outline.id not in outdated]
        ranked, best = best_turns(asking, found, outlines)
        turns = await self._ledger.turns(scope, ids=best)
        return turn_hits(asking, found, ranked, turns)

    async def _outdated(self, query: Query, outlines: Sequence[TurnOutline]) -> Mapping[str, str]:
        """Those of the turns that said what was replaced, withdrawn or hidden since, and by what.

        What holds beside it in such a turn stands in units of its own, so a quotation of the turn
        could only bring the outdated part back.
        """
        if query.as_of is not None:
            return {}
        ids = tuple(outline.id for outline in outlines)
        where = UnitFilter(states=_CLOSED, turn_ids=ids)
        closed = await self._ledger.units(query.scope, where)
        return {
            source.turn_id: unit.id for unit in closed if closes(unit) for source in unit.sources
        }

    async def _explained(
        self, asking: Asking, scored: Sequence[Scored], chosen: Reading
    ) -> Explanation | None:
        """What the question was taken for, and what became of the other candidates."""
        if asking.trace is None:
            return None
        gone = (*asking.trace.outdated, *asking.trace.said_later)
        turns = await self._ledger.turns(asking.query.scope, ids=gone) if gone else []
        corpora = tuple(self._corpora(asking.query))
        whole = explanation(asking, scored, chosen.hits, corpora=corpora, turns=turns)
        return replace(whole, reranked=chosen.reranked)

    async def _chosen(
        self,
        asking: Asking,
        scored: Sequence[Scored],
        reranking: Reranking | None,
        watch: Stopwatch,
    ) -> Reading:
        """The hits, at most `k`, and what a reranker made of them."""
        query, least = asking.query, asking.least
        hits = [one.hit for one in scored]
        hits.sort(key=lambda hit: (-hit.score, -hit.occurred_at.timestamp(), hit.id))
        able = [hit for hit in await self._newest_first(asking, hits) if hit.score >= least]
        near, diversity = self._settings.near_duplicate, self._settings.diversity
        # What is alike can only come later if there is more to take in its place.
        limit = len(able) if diversity else max(query.k, reranking.most if reranking else 0)
        kept = collapse(able, near_duplicate=near, limit=limit, broad=asking.cue.broad)
        read = Reading(hits=kept)
        if reranking is not None:
            with watch.step("rerank"):
                read = await reranking.reading(asking.cue.text, kept)
        if read.reranked:
            # How well something fits is the reranker's to say, and which of two is newer is not. So
            # the rule that was applied is applied again, to scores from before the new order, by
            # which both pass the same test as then.
            hits = await self._newest_first(asking, read.hits, compared=len(read.reranked))
            kept = tuple(falling(hits))
        kept = diversify(kept, diversity=diversity, limit=query.k)
        by_id = {(one.hit.corpus, one.hit.id): one for one in scored}
        moved = {(one.corpus, one.id): one for one in read.reranked}
        kept = tuple(
            told(by_id[place].explained(hit, asking.cue), moved.get(place))
            for hit in kept
            for place in [(hit.corpus, hit.id)]
        )
        return replace(read, hits=kept)

    async def _newest_first(
        self, asking: Asking, hits: Sequence[Hit], *, compared: int = COMPARED
    ) -> list[Hit]:
        """The hits with what was said last before what it may replace, where that is asked for."""
        query, cue = asking.query, asking.cue
        wanted = self._settings.newest_first and asks_for_now(cue.text)
        if not wanted or query.as_of is not None or cue.moments or len(hits) < 2:
            return list(hits)
        first = hits[:compared]
        positions = {hit.id: hit.turn.position for hit in first if hit.turn is not None}
        sources = dict.fromkeys(turn for hit in first for turn in hit.sources)
        if ids := [turn for turn in sources if turn not in positions]:
            outlines = await self._ledger.outlines(query.scope, ids, radius=0)
            positions |= {outline.id: outline.position for outline in outlines}
        return newest_first(hits, cue.tokens, cue.text, positions, compared=compared)


def confidence(scored: Sequence[Scored]) -> float:
    """`Recall.confidence` of the scored candidates, 0-1: the one place where it is decided.

    The mean of the best few scores, each as it is alone, of memories or of turns, whichever is
    higher. What a large memory knows came up more than once, and the nearest of many is often near
    by chance: so it is the best score of up to `_A_SCORE` things remembered, of twice as many the
    best two, and so on to `_MOST_SCORES`.
    """
    sure = 0.0
    for corpus in Corpus:
        found = [one for one in scored if one.hit.corpus is corpus]
        if found:
            best = sorted((one.alone for one in found), reverse=True)
            best = best[: min(max(found[0].found.total // _A_SCORE, 1), _MOST_SCORES)]
            sure = max(sure, sum(best) / len(best))
    return sure


def _status(total: int, lacking: str, best: float, chosen: Reading) -> tuple[Status, str]:
    if not total:
        return Status.EMPTY, "nothing is remembered here yet"
    if lacking:
        return Status.DEGRADED, "; ".join(filter(None, (lacking, chosen.note)))
    if not chosen.hits:
        return Status.BELOW_THRESHOLD, f"nothing fits well enough; the best scores {best:.2f}"
    return Status.OK, chosen.note
