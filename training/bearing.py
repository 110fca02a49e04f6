"""`python -m training.bearing`: learns to turn a question towards the facts that bear on it.

`bearing/` holds facts in English and Chinese, each with a question that asks for it and three that
only imply it. Learnt are a matrix and an offset for vectors of questions, by multiple negatives
(Henderson et al. 2017, "Efficient Natural Language Response Suggestion for Smart Reply") with every
fact of the same language as a negative. What is stored is not turned. The same data give the same
result, but for the last digits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import retold.retriever
from retold.drivers.embedders.e5 import E5Embedder
from retold.evaluate.contrast import Adam, Floats, Integers, multiple_negatives
from retold.evaluate.pairs import LANGUAGES
from retold.retriever.bearing import COMMON, COMMON_SHARE
from retold.settings import EmbedderSettings

FOLDER = Path(__file__).parent / "bearing"
MADE = Path(retold.retriever.__file__).parent / "bearing.npz"
# Chosen by facts of two areas that nothing was learnt from, and by `bench/questions/tune-*.jsonl`.
TEMPERATURE = 0.03
RIDGE = 1e-3
STEP = 5e-4
BATCH = 256
EPOCHS = 10
# How far to go from the start to what was learnt: most of the way finds more than all of it, also
# among what the data do not hold (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
WAY = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Vectors of facts and of their questions, by language.

    `facts` have shape (facts, dimensions), `asks` (facts, questions a fact, dimensions).
    """

    facts: dict[str, Floats]
    asks: dict[str, Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Questions of one language and the places of their facts among the facts of one language."""

    questions: Floats
    facts: Floats
    own: Integers


def read(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Every fact with its questions. Raises ValueError for a line of another form."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            fact = json.loads(line)
            texts = [fact, *fact["asks"]]
            if not all(text.get(language) for text in texts for language in LANGUAGES):
                raise ValueError(f"{path.name}, line {number}: a text is missing")
            found.append(fact)
    return found


def digest(facts: list[dict[str, Any]]) -> str:
    """What tells whether the weights were learnt from these facts."""
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()


def start(common: Floats) -> Floats:
    """The transformation to start from, shape (dimensions, dimensions + 1); the last is the offset.

    It takes off a part of what all questions have in common.
    """
    return np.concatenate([np.eye(len(common)), -COMMON_SHARE * common[:, None]], axis=1)


def learnt(facts: Facts, common: Floats, *, seed: int = 0, epochs: int = EPOCHS) -> Floats:
    """The transformation after so many epochs of Adam, its steps ever smaller."""
    generator = np.random.default_rng(seed)
    begun = start(common)
    turn, adam = begun, Adam(begun.shape)
    batches: list[Batch] = []
    for _ in range(epochs):
        some = list(_batches(facts, generator))
        batches += [some[i] for i in generator.permutation(len(some))]
    for steps, batch in enumerate(batches, 1):
        _, gradient = loss(turn, begun, batch)
        turn = turn - STEP * (1 - steps / len(batches)) * adam.direction(gradient)
    result: Floats = begun + WAY * (turn - begun)
    return result


def loss(turn: Floats, begun: Floats, batch: Batch) -> tuple[float, Floats]:
    """The loss of a batch and its gradient by the transformation.

    It is the mean over the questions of -log softmax of the cosine with the own fact, among all
    facts, over the temperature; plus `RIDGE` times the squared distance from the start.
    """
    given = np.concatenate([batch.questions, np.ones((len(batch.questions), 1))], axis=1)
    away = turn - begun
    value, by_turned = multiple_negatives(
        given @ turn.T, batch.facts, batch.own, temperature=TEMPERATURE
    )
    gradient: Floats = by_turned.T @ given + 2 * RIDGE * away
    return value + float(RIDGE * (away**2).sum()), gradient


def _batches(facts: Facts, generator: np.random.Generator) -> Iterator[Batch]:
    """All questions against all facts of one language each, in an order by chance."""
    for asked, told in product(LANGUAGES, LANGUAGES):
        asks = facts.asks[asked]
        places = np.repeat(np.arange(len(asks)), asks.shape[1])
        questions = asks.reshape(len(places), -1)
        order = generator.permutation(len(places))
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            yield Batch(questions=questions[rows], facts=facts.facts[told], own=places[rows])


def found(turn: Floats, facts: Facts) -> float:
    """The mean reciprocal rank of the own fact among all of a language, over all pairs of those."""
    means = []
    for asked, told in product(LANGUAGES, LANGUAGES):
        asks = facts.asks[asked]
        questions = asks.reshape(-1, asks.shape[2])
        turned = questions @ turn[:, :-1].T + turn[:, -1]
        cosines = turned @ facts.facts[told].T
        own = cosines[np.arange(len(cosines)), np.repeat(np.arange(len(asks)), asks.shape[1])]
        means.append(float((1.0 / (1 + (cosines > own[:, None]).sum(axis=1))).mean()))
    return float(np.mean(means))


def embedded(facts: list[dict[str, Any]], embedder: E5Embedder) -> Facts:
    """The vectors of all texts; it takes two minutes."""

    def vectors(texts: list[str]) -> Floats:
        return np.stack([parts[0] for parts in embedder.embed(texts, purpose="query")]).astype(
            np.float64
        )

    size = len(facts[0]["asks"])
    return Facts(
        facts={one: vectors([fact[one] for fact in facts]) for one in LANGUAGES},
        asks={
            one: vectors([ask[one] for fact in facts for ask in fact["asks"]]).reshape(
                len(facts), size, -1
            )
            for one in LANGUAGES
        },
    )


def main() -> None:
    """Learn, write the file, and say what it finds of what it was learnt from."""
    texts = read()
    embedder = E5Embedder(EmbedderSettings())
    common = embedder.embed([COMMON], purpose="query")[0][0].astype(np.float64)
    facts = embedded(texts, embedder)
    turn = learnt(facts, common)
    with MADE.open("wb") as file:
        np.savez_compressed(
            file,
            identity=np.array(embedder.identity),
            digest=np.array(digest(texts)),
            matrix=turn[:, :-1].astype(np.float16),
            offset=turn[:, -1].astype(np.float16),
        )
    before, after = (found(one, facts) for one in (start(common), turn))
    print(
        f"{len(texts)} facts: MRR {100 * before:.1f} before, {100 * after:.1f} after: {MADE.name}"
    )


if __name__ == "__main__":
    main()
