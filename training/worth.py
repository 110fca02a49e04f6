"""`python -m training.worth`: learns what is worth remembering, says how well, writes the weights.

The same data give the same files. Nothing is looked up and nothing is drawn by chance.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

import retold.writer
from retold.evaluate.metrics import area_under_curve
from retold.writer.worth import (
    COUNTED_SENTENCES,
    HEADS,
    Matrix,
    Weights,
    weights_as_stored,
)
from retold.writer.worth_features import FEATURES
from training.labelled import (
    LANGUAGES,
    Bags,
    Labelled,
    bags,
    data_digest,
    golden,
    labelled,
    vectors,
)
from training.model import Labels, balance, fit

WEIGHTS = Path(retold.writer.__file__).parent / "weights"
# What each side of the score is learned from: turns to be kept that are about one of these.
ABOUT = {
    "profile": ("profile", "relation", "fact", "preference"),
    "reuse": ("event", "plan", "goal", "commitment", "feeling"),
    "task": ("constraint", "goal", "plan"),
}
# The inverse of the regularisation, and by how much vectors are scaled against features, for their
# 384 numbers are small: chosen by five folds over what is not for testing. Products of two features
# gained a point there and lost one on conversations that no cue was written after.
STRENGTH = 0.5
THRESHOLD = 0.5
VECTOR_SCALE = 4.0
FOLDS = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, learn, report, write."""
    parser = argparse.ArgumentParser(prog="python -m training.worth", description=__doc__)
    parser.add_argument("--vectors", type=Path, help="keep the vectors of the turns in this file")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder of the weights")
    chosen = parser.parse_args(arguments)
    turns = labelled()
    statements = golden()
    embedder, directions = vectors([*turns, *statements], chosen.vectors)
    chosen.out.mkdir(exist_ok=True)
    for name, known in (("worth.json", None), ("worth-vectors.json", directions)):
        learned = learn(turns, known, embedder)
        path = chosen.out / name
        path.write_text(as_text(learned), "utf-8")
        print(f"{name}: {path.stat().st_size / 1000:.0f} kB")
        report(learned, turns, statements, known)


def learn(turns: Sequence[Labelled], directions: Matrix | None, embedder: str) -> Weights:
    """The weights from all turns that are not for testing.

    The score is shifted so that, at the threshold, precision equals recall in each language, over
    folds that were left out in turn.
    """
    usable = np.array([one.part != "test" for one in turns])
    known = [one for one, use in zip(turns, usable, strict=True) if use]
    features = bags(known)
    scaled = _scaled(features, None if directions is None else directions[: len(turns)][usable])
    heads = [fit(scaled, _wanted(known, head), STRENGTH) for head in HEADS]
    columns = np.array([weights for weights, _ in heads]).T
    offset = np.array([shift for _, shift in heads])
    single, vector = np.split(columns, [len(FEATURES)])
    shifts = _shifts(scaled, known)
    # Chinese sentences have a feature of their own, so each language can be shifted by itself.
    offset[0] += shifts["en"]
    single[FEATURES.index("chinese"), 0] += shifts["zh"] - shifts["en"]
    return Weights(
        data=data_digest(),
        embedder="" if directions is None else embedder,
        offset=offset,
        features=single,
        vector=vector * VECTOR_SCALE,
    )


def as_text(weights: Weights) -> str:
    """The weights' file: JSON with one feature a line, so that changes can be read."""
    stored = weights_as_stored(weights)
    lines = [f" {json.dumps(key)}: {_block(value)}" for key, value in stored.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def report(
    weights: Weights,
    turns: Sequence[Labelled],
    statements: Sequence[Labelled],
    directions: Matrix | None,
) -> None:
    """Print precision, recall and area under the curve for each part and language."""
    everything = [*turns, *statements]
    scores = scores_of(weights, bags(everything), directions)
    for language in LANGUAGES:
        for part in ("train", "validation", "test"):
            inside = [
                i for i, one in enumerate(turns) if (one.part, one.language) == (part, language)
            ]
            wanted = _wanted([turns[i] for i in inside])
            print(f"  {language} {part:10} {_measured(scores[inside], wanted)}")
        inside = [i + len(turns) for i, one in enumerate(statements) if one.language == language]
        print(f"  {language} golden     recall {100 * np.mean(scores[inside] >= THRESHOLD):.1f}")


def scores_of(weights: Weights, turns: Bags, directions: Matrix | None) -> Matrix:
    """What each turn is worth, as `score_turns` has it."""
    logits = weights.offset[0] + turns.rows @ weights.features[:, 0]
    if directions is not None:
        logits += (directions @ weights.vector[:, 0])[turns.owner]
    return _together(logits, turns)


def _together(logits: Matrix, turns: Bags) -> Matrix:
    """The probability that any of the best sentences of a turn is to be kept."""
    count = int(turns.owner.max()) + 1
    order = np.lexsort((-logits, turns.owner))
    owner = turns.owner[order]
    rank = np.arange(len(owner)) - np.searchsorted(owner, owner)
    counted = rank < COUNTED_SENTENCES
    none = np.logaddexp(0, logits[order][counted])
    result: Matrix = -np.expm1(-np.bincount(owner[counted], none, count))
    return result


def _scaled(turns: Bags, directions: Matrix | None) -> Bags:
    """The rows with the vectors of their turns, scaled for learning."""
    blocks = [turns.rows]
    if directions is not None:
        blocks.append(directions[turns.owner] * VECTOR_SCALE)
    return Bags(rows=np.hstack(blocks), owner=turns.owner)


def _wanted(turns: Sequence[Labelled], head: str = "score") -> Labels:
    groups = ABOUT.get(head)
    return np.array([one.keep and (groups is None or one.about in groups) for one in turns], bool)


def _shifts(scaled: Bags, turns: Sequence[Labelled]) -> dict[str, float]:
    """For each language, the shift of the score at which precision equals recall."""
    fold = np.array([_fold(one.conversation) for one in turns])
    keep = _wanted(turns)
    logits = np.zeros(len(scaled.rows))
    for number in range(FOLDS):
        weights, offset = fit(scaled.of(fold != number), keep[fold != number], STRENGTH)
        left_out = fold[scaled.owner] == number
        logits[left_out] = scaled.rows[left_out] @ weights + offset
    shifts: dict[str, float] = {}
    for language in LANGUAGES:
        spoken = np.array([one.language == language for one in turns])
        inside, part = logits[spoken[scaled.owner]], scaled.of(spoken)
        shifts[language] = balance(
            lambda shift, inside=inside, part=part: int(
                (_together(inside + shift, part) >= THRESHOLD).sum()
            ),
            int(keep[spoken].sum()),
        )
        scores = _together(inside + shifts[language], part)
        print(f"  {language} left out   {_measured(scores, keep[spoken])}")
    return shifts


def _fold(conversation: str) -> int:
    return int.from_bytes(sha256(f"fold {conversation}".encode()).digest()[:8], "big") % FOLDS


def _measured(scores: Matrix, wanted: Labels) -> str:
    kept = scores >= THRESHOLD
    right = int((kept & wanted).sum())
    precision, recall = right / max(int(kept.sum()), 1), right / int(wanted.sum())
    return (
        f"precision {100 * precision:.1f} recall {100 * recall:.1f} "
        f"AUC {area_under_curve(scores, wanted):.3f} ({len(wanted)} turns)"
    )


def _block(value: object) -> str:
    if isinstance(value, dict):
        inner = ",\n".join(
            f"  {json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in value.items()
        )
        return "{\n" + inner + "\n }"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in value) + "\n ]"
    return json.dumps(value)


if __name__ == "__main__":
    main()
