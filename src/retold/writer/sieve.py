"""What of each turn would be kept: drafted by rules, weighed by the scorer. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from retold.changes import Vector
from retold.records import Turn
from retold.settings import WriterSettings
from retold.writer.drafting import Scene, draft_turn
from retold.writer.drafts import Result, TakeBack, draft_of
from retold.writer.reading import SPEAKER
from retold.writer.rewrite import Speaker
from retold.writer.weighing import weighed
from retold.writer.worth import Judgement, judges_vectors_of, together

# Names under which a caller's turns come when no person is named.
_NOBODY = frozenset(
    """user assistant human me you ai bot system tool 用户 我 助手 机器人""".split()
) | {""}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnVectors:
    """Vectors of turns by id, and the embedder that made them."""

    embedder: str
    by_id: Mapping[str, Vector]


NO_VECTORS = TurnVectors(embedder="", by_id=MappingProxyType({}))


class Sieve:
    """Lets through what is worth keeping, with everything else as refusals."""

    def __init__(self, settings: WriterSettings) -> None:
        """Judge under these settings."""
        self._settings = settings

    def drafted(
        self,
        turns: Sequence[Turn],
        context: Sequence[Turn] = (),
        vectors: TurnVectors = NO_VECTORS,
    ) -> list[Result]:
        """What each sentence would become, before it is compared with what is known. Pure."""
        found: list[Result] = []
        usable = _usable(vectors)
        for scene in self._scenes(turns, context):
            results = draft_turn(scene)
            # Most turns hold nothing that could be kept, and need no weighing.
            trained = self._settings.scorer == "trained"
            if trained and any(draft_of(result) for result in results):
                results, _ = self._weighed(scene, results, usable.get(scene.turn.id))
            found += results
        return found

    def judged(
        self,
        turns: Sequence[Turn],
        context: Sequence[Turn] = (),
        vectors: TurnVectors = NO_VECTORS,
    ) -> list[tuple[list[Result], float]]:
        """For each turn, what its sentences would become, and its standing, 0-1. Pure."""
        usable = _usable(vectors)
        judged: list[tuple[list[Result], float]] = []
        for scene in self._scenes(turns, context):
            results = draft_turn(scene)
            if self._settings.scorer == "rules":
                scores = [result.score for result in results if not isinstance(result, TakeBack)]
                judged.append((results, together(scores)))
            else:
                found, judgement = self._weighed(scene, results, usable.get(scene.turn.id))
                judged.append((found, judgement.standing))
        return judged

    def speakers(self, turns: Sequence[Turn], context: Sequence[Turn]) -> dict[str, Speaker]:
        """Who speaks in each of the turns, by its id."""
        return {scene.turn.id: scene.speaker for scene in self._scenes(turns, context)}

    def _scenes(self, turns: Sequence[Turn], context: Sequence[Turn]) -> Iterator[Scene]:
        sessions: dict[str, list[Turn]] = {}
        for turn in context:
            sessions.setdefault(turn.session, []).append(turn)
        for turn in turns:
            before = sessions.setdefault(turn.session, [])
            yield Scene(
                turn=turn,
                speaker=_speaker(turn, before),
                before=_last(before, self._settings.context_turns),
                settings=self._settings,
            )
            before.append(turn)

    def _weighed(
        self, scene: Scene, results: list[Result], vector: Vector | None
    ) -> tuple[list[Result], Judgement]:
        least = self._settings.threshold
        return weighed(scene.turn, scene.before, results, threshold=least, vector=vector)


def _usable(vectors: TurnVectors) -> Mapping[str, Vector]:
    """The vectors, if the scorer was trained on such."""
    return vectors.by_id if vectors.by_id and judges_vectors_of(vectors.embedder) else {}


def _last(turns: Sequence[Turn], count: int) -> Sequence[Turn]:
    return turns[-count:] if count else ()


def _speaker(turn: Turn, before: Sequence[Turn]) -> Speaker:
    """Who speaks, and to whom: the one other speaker of the talk, where there is just one."""
    name = _person(turn)
    others = {_person(other) for other in before} - {name}
    addressee = others.pop() if len(others) == 1 else ""
    return Speaker(key=name or SPEAKER, name=name, addressee=addressee)


def _person(turn: Turn) -> str:
    """The proper name of a speaker, or the empty text."""
    speaker = turn.speaker.strip()
    return "" if speaker.lower() in _NOBODY else speaker
