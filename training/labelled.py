"""The labelled turns of the project, and what the scorer sees of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from pathlib import Path

import anyio
import numpy as np
import numpy.typing as npt

from retold.evaluate.datasets import read_dataset
from retold.evaluate.talks import turns_of
from retold.evaluate.writing import Part, part_of
from retold.records import Turn
from retold.registry import driver
from retold.retriever import Encoder
from retold.settings import WriterSettings, load
from retold.text.language import Language
from retold.writer import Sieve
from retold.writer.worth import CONTEXT_TURNS, Matrix, direction, sentence_features

FOLDER = Path(__file__).parent / "writing"
LANGUAGES: tuple[Language, ...] = ("zh", "en")


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A turn with the turns before it, whether it is to be kept, and what it is about."""

    turn: Turn
    before: tuple[Turn, ...]
    keep: bool
    about: str
    language: Language
    conversation: str

    @property
    def part(self) -> Part:
        """Which part of the set its conversation belongs to."""
        return part_of(self.conversation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bags:
    """The sentences of turns as rows: `owner` says for each row which turn it belongs to."""

    rows: Matrix
    owner: npt.NDArray[np.int64]

    def of(self, chosen: npt.NDArray[np.bool_]) -> Bags:
        """The sentences of the chosen turns, which are counted anew."""
        inside = chosen[self.owner]
        renumbered = np.cumsum(chosen) - 1
        return Bags(rows=self.rows[inside], owner=renumbered[self.owner[inside]])


def labelled(pattern: str = "{language}-*.jsonl") -> list[Labelled]:
    """Every labelled turn of both languages in files of this name, in order."""
    found: list[Labelled] = []
    for language in LANGUAGES:
        for path in sorted(FOLDER.glob(pattern.format(language=language))):
            for name, conversation in read_dataset(path).conversations.items():
                turns = turns_of(name, conversation)
                for i, turn in enumerate(turns):
                    found.append(
                        Labelled(
                            turn=turn,
                            before=tuple(turns[max(0, i - CONTEXT_TURNS) : i]),
                            keep=bool(turn.metadata["keep"]),
                            about=str(turn.metadata["about"]),
                            language=language,
                            conversation=name,
                        )
                    )
    return found


def golden() -> list[Labelled]:
    """The statements that must be kept, whatever else is not."""
    return labelled("golden-{language}.jsonl")


def data_digest() -> str:
    """SHA-256 of what the weights are made from: the labelled files and the cues, as text."""
    hashed = sha256()
    for language in LANGUAGES:
        for path in sorted(FOLDER.glob(f"{language}-*.jsonl")):
            hashed.update(path.read_text("utf-8").encode())
    cues = resources.files("retold.writer.cues").joinpath("worth.toml")
    hashed.update(cues.read_text("utf-8").encode())
    return hashed.hexdigest()


def by_rules() -> Sieve:
    """A sieve that says what the rules make of a turn, and no more."""
    return Sieve(WriterSettings(scorer="rules"))


def bags(turns: Sequence[Labelled]) -> Bags:
    """The features of every sentence of the turns."""
    sieve = by_rules()
    blocks = [
        sentence_features(one.turn, one.before, sieve.drafted([one.turn], one.before))
        for one in turns
    ]
    owner = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    return Bags(rows=np.vstack(blocks), owner=owner)


def vectors(turns: Sequence[Labelled], cache: Path | None) -> tuple[str, Matrix]:
    """The embedder's identity and a direction for each turn, as they are stored at a write.

    `cache` keeps them in a file, for embedding takes longer than all the rest.
    """
    settings = load().embedder
    encoder = Encoder(driver("retold.embedders", settings.driver)(settings), settings)
    key = sha256("\0".join((encoder.identity, *_texts(turns))).encode()).hexdigest()
    if cache is not None and cache.exists():
        with np.load(cache) as kept:
            if str(kept["key"]) == key:
                return encoder.identity, kept["vectors"]
    made = anyio.run(encoder.encode, [one.turn for one in turns], [])
    result = np.array([direction(change.vectors) for change in made])
    if cache is not None:
        np.savez(cache, key=np.array(key), vectors=result)
    return encoder.identity, result


def _texts(turns: Iterable[Labelled]) -> Iterable[str]:
    return (text for one in turns for text in (one.turn.speaker, one.turn.text))
