"""What each signal of the retriever is worth: retrieval measured without it, one at a time.

    python bench/ablation.py [FILE] [--split tune] [--preset selective] [--json]

FILE is a data set with evidence of turns; without it, the updates of this project are asked about.
Conversations are remembered once; then every question is asked once with all signals, and once
without each, of a copy of that memory. Rows are R@5, R@10 and NDCG@10 of turns, and by how many
points they fall (a negative number: without it they rise). What is decided when a turn is
remembered, such as its vectors, is not in the table.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import anyio

from retold import AsyncMemory
from retold.evaluate.asking import (
    Asked,
    AskingOptions,
    ConversationClock,
    asking_only,
    chosen,
    query_of,
    remember_all,
    settings_of,
    turns_found,
)
from retold.evaluate.datasets import Conversation, read_dataset
from retold.evaluate.metrics import average, measure
from retold.evaluate.present import present
from retold.evaluate.updates import labelled_updates
from retold.settings import Settings

MEASURES = ("R@5", "R@10", "NDCG@10")
# What is taken away, by what a reader calls it: changes to `retriever` settings, or to `embedder`.
WITHOUT: dict[str, dict[str, Any]] = {
    "nothing: all signals": {},
    "keywords": {"turns": {"keywords": 0.0, "session_keywords": 0.0}, "units": {"keywords": 0.0}},
    "vectors": {"turns": {"vectors": 0.0, "session_vectors": 0.0}, "units": {"vectors": 0.0}},
    "units": {"corpora": ("turns",)},
    "turns": {"corpora": ("units",)},
    "neighbouring turns": {"turns": {"neighbours": 0.0}},
    "the question that a turn answers": {"turns": {"answered": 0.0}},
    "the session, by keywords": {"turns": {"session_keywords": 0.0}},
    "the session, by vectors": {"turns": {"session_vectors": 0.0}},
    "the person named": {"turns": {"person": 0.0}, "units": {"person": 0.0}},
    "less for turns that ask": {"turns": {"question": 0.0}},
    "the time named": {"turns": {"time": 0.0}, "units": {"time": 0.0}},
    "the slot asked for": {"units": {"slot": 0.0}},
    "what comes to mind": {"units": {"associations": 0.0}},
    "questions turned to what bears on them": {"embedder": {"turn_questions": False}},
    "less for what is about others": {"units": {"others": 0.0}},
    "importance": {"units": {"importance": 0.0}},
    "age": {"decay_floor": 1.0},
    "a turn and its unit vouching for each other": {"agreement": 0.0},
    "what the best hit names": {"linked": 0.0},
    "the newest of the same first": {"newest_first": False},
    "less for the assistant's turns": {"turns": {"assistant": 0.0}},
    "weights: ranks in their place": {"fusion": "reciprocal"},
}


def changed(settings: Settings, changes: dict[str, Any]) -> Settings:
    changes = dict(changes)
    embedder = settings.embedder.model_copy(update=changes.pop("embedder", {}))
    values = settings.retriever.model_dump()
    for name, value in changes.items():
        values[name] = values[name] | value if isinstance(value, dict) else value
    retriever = type(settings.retriever).model_validate(values)
    return settings.model_copy(update={"retriever": retriever, "embedder": embedder})


async def asked(path: Path, settings: Settings, conversations: dict[str, Conversation]) -> Any:
    clock = ConversationClock()
    rows = []
    async with await AsyncMemory.open(path, settings=settings, clock=clock) as memory:
        for name, conversation in conversations.items():
            clock.present = present(conversation)
            user = memory.user(name)
            for question in conversation.questions:
                one = Asked(user=user, conversation=conversation, question=question)
                recall = await user.recall(query_of(one, k=50, threshold=0.0))
                rows.append(measure(turns_found(recall)[:50], question.evidence, (5, 10)))
    return average(rows)


async def remembered(
    path: Path, settings: Settings, conversations: dict[str, Conversation]
) -> None:
    clock = ConversationClock()
    async with await AsyncMemory.open(path, settings=settings, clock=clock) as memory:
        for name, conversation in conversations.items():
            clock.present = present(conversation)
            await remember_all(memory.user(name), conversation.turns)


async def table(options: argparse.Namespace) -> list[dict[str, Any]]:
    dataset = read_dataset(options.file or labelled_updates())
    split = AskingOptions(preset=options.preset, split=options.split)
    conversations = asking_only(chosen(dataset, split), lambda question: bool(question.evidence))
    settings = settings_of(options.preset)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        whole.mkdir()
        await remembered(whole / "memory.db", settings, conversations)
        for name, changes in WITHOUT.items():
            # A copy, for what is recalled is a little fresher the next time.
            copy = shutil.copytree(whole, Path(folder) / "copy")
            result = await asked(copy / "memory.db", changed(settings, changes), conversations)
            shutil.rmtree(copy)
            found.append({"without": name} | {m: round(result[m], 1) for m in MEASURES})
    return found


def printed(rows: list[dict[str, Any]]) -> None:
    print(f"| without | {' | '.join(MEASURES)} |\n|---|{'---|' * len(MEASURES)}")
    whole = rows[0]
    for row in rows:
        cells = [
            f"{row[m]:.1f}" + (f" ({whole[m] - row[m]:+.1f})" if row is not whole else "")
            for m in MEASURES
        ]
        print(f"| {row['without']} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=None)
    parser.add_argument("--split", default="tune", choices=("tune", "test", "all"))
    parser.add_argument("--preset", default="selective")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = anyio.run(table, options)
    print(json.dumps(rows)) if options.json else printed(rows)


if __name__ == "__main__":
    main()
