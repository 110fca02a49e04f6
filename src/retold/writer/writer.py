"""The writer: reads what the drafts need from the ledger, lets pure rules decide, returns changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import anyio.to_thread
import numpy as np

from retold.changes import Change
from retold.ports import Ledger, UnitFilter
from retold.records import Action, Corpus, Outcome, Scope, Turn
from retold.settings import WriterSettings
from retold.text.tokens import query_tokens
from retold.writer.desk import OPEN, Desk
from retold.writer.drafting import Result, Scene, draft_turn
from retold.writer.drafts import Draft, Refusal, TakeBack
from retold.writer.frames import slots
from retold.writer.reading import SPEAKER
from retold.writer.reconcile import reconcile, take_back
from retold.writer.rewrite import Speaker

# Names under which a caller's turns come when no person is named.
_NOBODY = frozenset(("", "user", "assistant", "human", "me", "you", "用户", "我", "助手", "ai", "bot", "system", "tool"))
# Drafts whose words are looked up in one read of the ledger.
_DRAFTS_A_READ = 32
# Of the words of a statement, a near duplicate shares at least this part.
_LEAST_SHARED = 0.6
# Units a statement is compared with.
_CANDIDATES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a call writes, in order, and what became of each sentence."""

    changes: tuple[Change, ...]
    outcomes: tuple[Outcome, ...]


class Writer:
    """Turns what was said into units: select, rewrite, check, reconcile. By rules alone."""

    def __init__(self, ledger: Ledger, settings: WriterSettings) -> None:
        """Compare with this ledger, under these settings."""
        self._ledger = ledger
        self._settings = settings

    async def write(
        self, turns: Sequence[Turn], *, context: Sequence[Turn], now: datetime
    ) -> Written:
        """What the turns change in memory. Nothing is written.

        Args:
            turns: turns of one user, in order; not in the ledger yet.
            context: turns before them; those of a turn's own session help to understand it.
            now: the present.

        Returns:
            Changes that see each other: the second of two statements in one call supersedes the
            first. An outcome a sentence at least, also for what was refused.

        Raises:
            StoreError: the ledger could not be read.
        """
        if not turns:
            return Written(changes=(), outcomes=())
        # Judging long text takes long, and an event loop must not wait for it.
        results = await anyio.to_thread.run_sync(self.drafted, turns, context)
        desk = Desk(secret=await self._ledger.secret(), now=now)
        await self._lay_out(results, turns[0].scope, desk)
        await anyio.to_thread.run_sync(_carry_out_all, results, desk, self._settings)
        return Written(changes=tuple(desk.changes), outcomes=tuple(desk.outcomes))

    def drafted(self, turns: Sequence[Turn], context: Sequence[Turn] = ()) -> list[Result]:
        """What each sentence would become, before it is compared with what is known. Pure."""
        results: list[Result] = []
        sessions: dict[str, list[Turn]] = {}
        for turn in context:
            sessions.setdefault(turn.session, []).append(turn)
        for turn in turns:
            before = sessions.setdefault(turn.session, [])
            scene = Scene(
                turn=turn,
                speaker=_speaker(turn, before),
                before=_last(before, self._settings.context_turns),
                settings=self._settings,
            )
            results += draft_turn(scene)
            before.append(turn)
        return results

    async def _lay_out(self, results: Sequence[Result], scope: Scope, desk: Desk) -> None:
        """Read every unit that one of the results may be compared with."""
        # Sessions come and go; what a user said in another one is known all the same.
        wide = replace(scope, session=None)
        drafts = [result for result in results if isinstance(result, Draft)]
        await self._load_statements(drafts, wide, desk)
        for i in range(0, len(drafts), _DRAFTS_A_READ):
            await self._load_similar(drafts[i : i + _DRAFTS_A_READ], wide, desk)
        for result in results:
            if isinstance(result, TakeBack):
                where = UnitFilter(turn_id=result.turn_id, states=OPEN)
                desk.load(await self._ledger.units(wide, where))

    async def _load_statements(self, drafts: Sequence[Draft], scope: Scope, desk: Desk) -> None:
        if not drafts:
            return
        prints = tuple(dict.fromkeys(desk.fingerprint(draft.content) for draft in drafts))
        desk.load(await self._ledger.units(scope, UnitFilter(fingerprints=prints, states=OPEN)))
        pairs = tuple(dict.fromkeys(pair for draft in drafts for pair in _pairs(draft)))
        if pairs:
            where = UnitFilter(subject_slots=pairs, states=OPEN)
            desk.load(await self._ledger.units(scope, where))

    async def _load_similar(self, drafts: Sequence[Draft], scope: Scope, desk: Desk) -> None:
        """Units that share most words with a statement without a slot, or all with an ending."""
        texts = [text for draft in drafts if (text := _looked_up(draft))]
        words = [query_tokens(text) for text in texts]
        every = list(dict.fromkeys(word for line in words for word in line))
        if not every:
            return
        found = await self._ledger.postings(scope, Corpus.UNITS, every, states=OPEN)
        if not found.ids:
            return
        present = np.zeros((len(every), len(found.ids)), dtype=bool)
        present[found.tokens, found.items] = True
        place = {word: i for i, word in enumerate(every)}
        wanted: dict[str, None] = {}
        for line in words:
            shared = present[[place[word] for word in line]].sum(axis=0)
            best = np.argsort(-shared, kind="stable")[:_CANDIDATES]
            wanted.update((found.ids[i], None) for i in best if shared[i] >= _LEAST_SHARED * len(line))
        if wanted:
            desk.load(await self._ledger.units(scope, UnitFilter(ids=tuple(wanted), states=OPEN)))


def _looked_up(draft: Draft) -> str:
    if "*" in draft.withdraws:
        return draft.value
    return "" if draft.withdraws else draft.content


def _pairs(draft: Draft) -> Iterable[tuple[str, str]]:
    """Subject and slot of everything that the draft may touch."""
    if draft.slot:
        yield draft.subject, draft.slot
        yield draft.subject, draft.slot.removeprefix("former ")
    for slot in draft.withdraws:
        names = slots() if slot == "*" else (slot,)
        yield from ((draft.subject, name) for name in names)


def _carry_out_all(results: Sequence[Result], desk: Desk, settings: WriterSettings) -> None:
    for result in results:
        _carry_out(result, desk, settings)


def _carry_out(result: Result, desk: Desk, settings: WriterSettings) -> None:
    if isinstance(result, Draft):
        reconcile(result, desk, near_duplicate=settings.near_duplicate)
    elif isinstance(result, TakeBack):
        take_back(result, desk)
    elif isinstance(result, Refusal):
        desk.outcomes.append(
            Outcome(
                action=Action.REFUSED, rule=result.rule, score=result.score,
                source=result.source, reasons=result.reasons,
            )
        )  # fmt: skip


def _last(turns: Sequence[Turn], count: int) -> Sequence[Turn]:
    return turns[-count:] if count else ()


def _speaker(turn: Turn, before: Sequence[Turn]) -> Speaker:
    """Who speaks, and to whom: the one other speaker of the talk, where there is just one."""
    name = _person(turn)
    others = {_person(other) for other in before if _person(other) != name}
    addressee = others.pop() if len(others) == 1 else ""
    return Speaker(key=name or SPEAKER, name=name, addressee=addressee)


def _person(turn: Turn) -> str:
    """The proper name of a speaker, or the empty text."""
    speaker = turn.speaker.strip()
    return "" if speaker.lower() in _NOBODY else speaker
