"""What the demo does with the memory, and the facts that it finds; how they look is not here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from rich.progress import Progress

from retold.cli.language import Language
from retold.cli.outcomes import rows_of
from retold.errors import NotFoundError
from retold.evaluate.datasets import read_dataset
from retold.records import ErasureReceipt, Outcome, Said, State, Status, Turn, Unit
from retold.sync import Memory, UserMemory

# The day after the conversations end, so that the demo tells the same on every day.
NOW = datetime(2026, 5, 18, 8, 0, tzinfo=UTC)
# What the demo forgets: a word that only one sentence holds, one somebody may regret.
REGRETTED: dict[Language, tuple[str, str]] = {"en": ("owen", "asthma"), "zh": ("zhoulan", "脂肪肝")}


class DemoClock:
    """A clock that stands still."""

    def now(self) -> datetime:
        """The day after the conversations."""
        return NOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One bundled conversation: who talks, in which language, what is said and then asked."""

    user: str
    language: str
    turns: tuple[Said, ...]
    questions: tuple[str, ...]

    @property
    def name(self) -> str:
        """As the turns call the one who talks."""
        return self.turns[0].speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence, what became of it, and the memory it made or touched."""

    text: str
    content: str
    kind: str
    outcome: Outcome
    affected: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, its answer, the turns that the answer rests on, and how long it took."""

    question: str
    answer: str
    known: bool
    sources: tuple[Turn, ...]
    status: Status
    context: str
    tokens: int
    budget: int
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What became of one conversation."""

    user: str
    language: str
    turns: int
    milliseconds_a_turn: float
    sentences: tuple[Sentence, ...]
    memories: tuple[Unit, ...]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """A memory before and after it was erased. Bytes are occurrences of `word` in the files."""

    user: str
    name: str
    word: str
    content: str
    receipt: ErasureReceipt
    turn: Turn
    found_before: int
    bytes_before: int
    found_after: int
    bytes_after: int
    history_is_gone: bool
    came_back: int
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All facts of one run. Times are wall-clock."""

    embedder: str
    seconds_to_open: float
    seconds: float
    people: tuple[Told, ...]
    erased: Erased | None


def people() -> Iterator[Person]:
    """The bundled conversations, Chinese first."""
    for name in ("zh", "en"):
        source = resources.files("retold.cli.demo").joinpath(f"{name}.jsonl")
        with resources.as_file(source) as file:
            dataset = read_dataset(file)
        for user, conversation in dataset.conversations.items():
            yield Person(
                user=user,
                language=name,
                turns=tuple(conversation.turns),
                questions=tuple(question.text for question in conversation.questions),
            )


def open_story(path: Path, *, preset: str | None) -> Memory:
    """A memory for the demo, with the embedder loaded."""
    return Memory.open(path, preset=preset, clock=DemoClock())


def tell(memory: Memory, person: Person, progress: Progress) -> Told:
    """Remember a conversation turn by turn, then ask its questions."""
    mine = memory.user(person.user)
    task = progress.add_task(person.name, total=len(person.turns))
    started = time.perf_counter()
    receipts = []
    for said in person.turns:
        receipts.append(mine.remember(said))
        progress.advance(task)
    taken = (time.perf_counter() - started) * 1000 / len(person.turns)
    # What is loaded once, such as dictionaries and the person's vectors, is no part of an answer.
    mine.recall(person.name)
    units = {unit.id: unit for unit in mine.memories(states=tuple(State))}
    sentences = [
        Sentence(
            text=text,
            content=content,
            kind=units[outcome.unit_id].kind if outcome.unit_id in units else "",
            outcome=outcome,
            affected=tuple(units[i].content for i in outcome.affected if i in units),
        )
        for receipt in receipts
        for outcome, text, content in rows_of(mine, receipt)
    ]
    return Told(
        user=person.user,
        language=person.language,
        turns=len(person.turns),
        milliseconds_a_turn=taken,
        sentences=tuple(sentences),
        memories=tuple(mine.memories()),
        asked=tuple(ask(mine, question) for question in person.questions),
    )


def ask(mine: UserMemory, question: str) -> Asked:
    """Ask one question, and look up the turns that the answer rests on."""
    started = time.perf_counter()
    answer = mine.answer(question)
    taken = (time.perf_counter() - started) * 1000
    turns = mine.turns(ids=answer.sources)
    return Asked(
        question=question,
        answer=answer.text,
        known=answer.known,
        sources=tuple(turns),
        status=answer.context.status,
        context=answer.context.text,
        tokens=answer.context.tokens,
        budget=answer.context.budget,
        milliseconds=taken,
    )


def erase_one(memory: Memory, path: Path, *, language: Language) -> Erased | None:
    """Erase the memory that was regretted, look for it everywhere, and try to bring it back.

    None where no memory was made of it, as with a preset that only keeps turns.
    """
    user, word = REGRETTED[language]
    mine = memory.user(user)
    person = next(person for person in people() if person.user == user)
    unit = next((unit for unit in mine.memories() if word in unit.content), None)
    if unit is None:
        return None
    found_before, bytes_before = _found(mine, word), occurrences(path, word)
    started = time.perf_counter()
    receipt = mine.erase(unit.id)
    taken = (time.perf_counter() - started) * 1000
    (turn,) = mine.turns(ids=[unit.sources[0].turn_id])
    return Erased(
        user=user,
        name=person.name,
        word=word,
        content=unit.content,
        receipt=receipt,
        turn=turn,
        found_before=found_before,
        bytes_before=bytes_before,
        found_after=_found(mine, word),
        bytes_after=occurrences(path, word),
        history_is_gone=_has_no_history(mine, unit.id),
        came_back=_told_again(mine, person.turns, word),
        milliseconds=taken,
    )


def occurrences(path: Path, word: str) -> int:
    """How often the word stands in the bytes of the database and the files beside it."""
    wanted = word.encode()
    return sum(file.read_bytes().count(wanted) for file in path.parent.glob(f"{path.name}*"))


def _found(mine: UserMemory, word: str) -> int:
    return sum(word in hit.text for hit in mine.recall(word, threshold=0))


def _has_no_history(mine: UserMemory, unit_id: str) -> bool:
    try:
        mine.history(unit_id)
    except NotFoundError:
        return True
    return False


def _told_again(mine: UserMemory, turns: Sequence[Said], word: str) -> int:
    """Import the old sentences once more, under new ids; how many memories hold the word then."""
    mine.remember([replace(said, id=f"{said.id}-again") for said in turns if word in said.text])
    return sum(word in unit.content for unit in mine.memories(states=tuple(State)))
