"""Learning an adapter from a log: `retold embed train`.

What was said next by somebody else mostly answers what was said before, and a log's own questions
name their evidence. From such pairs a matrix is learnt that turns the vectors of questions; whether
it helps is measured on conversations that nothing was learnt from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Literal

import anyio
import numpy as np

from retold.drivers.embedders.adapters import (
    AnyFloats,
    FileAdapter,
    LinearAdapter,
    ResidualAdapter,
    write_adapter,
)
from retold.errors import DatasetError, InputError, SettingsError
from retold.evaluate.contrast import Fitted, Floats, Pairs, fit
from retold.evaluate.datasets import Conversation, read_log
from retold.evaluate.metrics import average, recall_at, reciprocal_rank
from retold.evaluate.report import machine
from retold.evaluate.talks import turns_of
from retold.records import Turn
from retold.registry import driver
from retold.retriever import Encoder
from retold.settings import load

Form = Literal["linear", "residual"]
Progress = Callable[[int, int], None]

DEPTH = 10
# Fewer conversations with an exchange cannot be told apart; their sittings then stand for them.
LEAST_GROUPS = 5
# One part in five stops the learning, one in five measures it.
_PART = 5
# What is searched of a long question.
_QUESTION_CHARACTERS = 2000
# Questions compared with all passages at a time: a bound for memory.
_ROWS = 512
_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptingOptions:
    """What to run: `out` is the file to write, `preset` None the one that the settings name.

    `form` is what is learnt: a matrix, or a hidden layer, which needs the extra `train`.
    """

    out: Path
    form: Form = "linear"
    preset: str | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A text to find turns by: their places in its group, and its own place, or none."""

    text: str
    gold: tuple[int, ...]
    own: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Turns that are kept together, learnt from or measured on, and what is asked of them."""

    turns: tuple[Turn, ...]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """A group with its vectors: a row for each of `asked`, and one for each turn."""

    asked: tuple[Asked, ...]
    questions: Floats
    passages: Floats


def run_adapting(
    log: str | Path, options: AdaptingOptions, progress: Progress | None = None
) -> dict[str, Any]:
    """Learn an adapter from a log and measure it; write it where it helps.

    Of its conversations (sittings where these are too few) three in five are learnt from, one stops
    the learning, one is measured on: each question is to find its turns among all of that part.

    Args:
        log: a data set in either format that `read_dataset` reads, or a folder of JSONL files.
        options: what to run.
        progress: told how many texts of how many are embedded.

    Returns:
        The result as `retold embed train --json` writes it; measures are in percent. `adapter` is
        None where it does not raise MRR@10, and nothing is written then.

    Raises:
        InputError: the file to write exists already, or its folder does not.
        DatasetError: the log does not follow its format, or has too few exchanges.
        SettingsError: no such preset, or the extra `train` is missing.
        EmbedderError: the vectors could not be made.
    """
    started = time.perf_counter()
    _check(options.out)
    fitting, make = _form(options.form)
    groups, kind = cut(read_log(Path(log)))
    encoder = _encoder(options.preset)
    embedded = anyio.run(_embedded, groups, encoder, progress)
    learnt, stop, measured = _parts(embedded, options.seed)

    def quality(*weights: Floats) -> float:
        return measure(stop, make(encoder.identity, *weights).adapt)[f"MRR@{DEPTH}"]

    fitted = fitting(_pairs(learnt), quality, seed=options.seed)
    adapter = make(encoder.identity, *fitted.weights)
    before, after = measure(measured), measure(measured, adapter.adapt)
    helps = after[f"MRR@{DEPTH}"] > before[f"MRR@{DEPTH}"]
    parts = {"learnt": learnt, "stop": stop, "measured": measured}
    return {
        **_heading(log, encoder, options),
        "cut_by": kind,
        "parts": {name: _counts(part) for name, part in parts.items()},
        "best_epoch": fitted.best_epoch,
        "epochs": fitted.epochs,
        "before": {name: round(value, _DECIMALS) for name, value in before.items()},
        "after": {name: round(value, _DECIMALS) for name, value in after.items()},
        "adapter": _written(options.out, adapter) if helps else None,
        "seconds": round(time.perf_counter() - started, 1),
    }


def cut(conversations: Sequence[Conversation]) -> tuple[list[Group], str]:
    """The groups in which something is asked, and what they are: conversations, or sessions.

    Raises:
        DatasetError: fewer than `LEAST_GROUPS`.
    """
    talks = [
        (turns_of(str(number), conversation), conversation)
        for number, conversation in enumerate(conversations)
    ]
    whole = [_group(turns, conversation) for turns, conversation in talks]
    found, kind = [group for group in whole if group.asked], "conversations"
    if len(found) < LEAST_GROUPS:
        sittings = chain.from_iterable(_sittings(turns, talk) for turns, talk in talks)
        found, kind = [group for group in sittings if group.asked], "sessions"
    if len(found) < LEAST_GROUPS:
        raise DatasetError(
            f"only {len(found)} conversations or sessions hold an exchange, {LEAST_GROUPS} at least"
            " are needed",
            hint="a log where two people answer each other, or with questions and their evidence",
        )
    return found, kind


def measure(
    groups: Sequence[Embedded], adapt: Callable[[AnyFloats], AnyFloats] | None = None
) -> dict[str, float]:
    """`MRR@10` and `R@10` of the questions among all turns of the groups, in percent."""
    passages = np.concatenate([group.passages for group in groups])
    rows: list[dict[str, float]] = []
    first = 0
    for group in groups:
        for start in range(0, len(group.asked), _ROWS):
            asked = group.asked[start : start + _ROWS]
            questions = group.questions[start : start + _ROWS]
            cosines = (questions if adapt is None else adapt(questions)) @ passages.T
            for one, values in zip(asked, cosines, strict=True):
                if one.own is not None:
                    values[first + one.own] = -np.inf
                rows.append(_measured(values, [first + place for place in one.gold]))
        first += len(group.passages)
    return average(rows)


def _measured(values: Floats, gold: Sequence[int]) -> dict[str, float]:
    # The length of a turned question is left out: it is the same for all passages.
    best = np.argsort(-values, kind="stable")[:DEPTH]
    ranked, wanted = [str(place) for place in best.tolist()], {str(place) for place in gold}
    return {
        f"MRR@{DEPTH}": reciprocal_rank(ranked, wanted),
        f"R@{DEPTH}": recall_at(ranked, wanted, DEPTH),
    }


def _heading(log: str | Path, encoder: Encoder, options: AdaptingOptions) -> dict[str, Any]:
    return {
        "command": "embed train",
        "dataset": Path(log).name,
        "embedder": encoder.identity,
        "machine": machine(),
        "seed": options.seed,
        "form": options.form,
    }


def _counts(part: Sequence[Embedded]) -> dict[str, int]:
    return {"groups": len(part), "questions": sum(len(group.asked) for group in part)}


def _check(out: Path) -> None:
    """Before an hour of work, whether its result can be written."""
    if out.exists():
        raise InputError(f"{out} exists already", hint="name another file")
    if not out.absolute().parent.is_dir():
        raise InputError(f"there is no folder {out.absolute().parent}", hint="make it first")


def _encoder(preset: str | None) -> Encoder:
    """The embedder that the settings name, without the adapter that they may name."""
    settings = load(preset=preset).embedder
    return Encoder(driver("retold.embedders", settings.driver)(settings), settings)


def _form(form: Form) -> tuple[Callable[..., Fitted], Callable[..., FileAdapter]]:
    """What learns an adapter of that form, and what makes one of what was learnt."""
    if form == "linear":
        return fit, LinearAdapter
    try:
        from retold.evaluate.residual import fit_residual
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"the form {form!r} needs a package that is not installed: {error.name}",
            hint='pip install "retold[train]"',
        ) from error
    return fit_residual, ResidualAdapter


def _written(out: Path, adapter: FileAdapter) -> dict[str, Any]:
    size = write_adapter(out, adapter)
    return {"path": str(out), "name": adapter.name, "bytes": size}


# ── Cutting ────────────────────────────────────────────────────────────────────────────────────


def _group(turns: Sequence[Turn], conversation: Conversation) -> Group:
    place = {turn.id: number for number, turn in enumerate(turns)}
    asked = list(_exchanges(turns))
    for question in conversation.questions:
        # Evidence in several sittings is only that of the group.
        gold = tuple(place[turn_id] for turn_id in question.evidence if turn_id in place)
        if gold:
            asked.append(Asked(text=question.text, gold=gold))
    return Group(turns=tuple(turns), asked=tuple(asked))


def _exchanges(turns: Sequence[Turn]) -> Iterator[Asked]:
    """What was said, and what somebody else said next in the same sitting."""
    for (number, one), (_, following) in pairwise(enumerate(turns)):
        answered = one.session == following.session and _who(one) != _who(following)
        if answered and one.text.strip() and following.text.strip():
            yield Asked(text=one.text, gold=(number + 1,), own=number)


def _sittings(turns: Sequence[Turn], conversation: Conversation) -> Iterator[Group]:
    for session in dict.fromkeys(turn.session for turn in turns):
        yield _group([turn for turn in turns if turn.session == session], conversation)


def _who(turn: Turn) -> str:
    return turn.speaker or turn.role.value


def _parts(
    groups: Sequence[Embedded], seed: int
) -> tuple[list[Embedded], list[Embedded], list[Embedded]]:
    """What is learnt from, what stops the learning, and what is measured on."""
    order = np.random.default_rng(seed).permutation(len(groups)).tolist()
    size = len(groups) // _PART
    drawn = [groups[number] for number in order]
    return drawn[2 * size :], drawn[:size], drawn[size : 2 * size]


# ── Embedding ──────────────────────────────────────────────────────────────────────────────────


async def _embedded(
    groups: Sequence[Group], encoder: Encoder, progress: Progress | None
) -> list[Embedded]:
    total = sum(len(group.turns) + len(group.asked) for group in groups)
    done = 0
    found: list[Embedded] = []
    for group in groups:
        passages = [put.vectors for put in await encoder.encode(group.turns, [])]
        texts = [one.text[:_QUESTION_CHARACTERS] for one in group.asked]
        questions = [await encoder.question(text) for text in texts]
        found.append(
            Embedded(
                asked=group.asked,
                questions=np.array(questions, dtype=np.float64),
                passages=_unit(np.array([parts.mean(axis=0) for parts in passages], np.float64)),
            )
        )
        done += len(group.turns) + len(group.asked)
        if progress is not None:
            progress(done, total)
    return found


def _pairs(groups: Sequence[Embedded]) -> Pairs:
    """A pair for each question and each of its turns."""
    rows = [
        (number, row, place)
        for number, group in enumerate(groups)
        for row, one in enumerate(group.asked)
        for place in one.gold
    ]
    return Pairs(
        questions=np.array([groups[number].questions[row] for number, row, _ in rows]),
        passages=np.array([groups[number].passages[place] for number, _, place in rows]),
        groups=np.array([number for number, _, _ in rows]),
    )


def _unit(rows: Floats) -> Floats:
    result: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return result
