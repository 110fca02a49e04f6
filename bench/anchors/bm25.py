"""A plain BM25 through our own reading and metrics, to be held against a published figure.

    python bench/anchors/bm25.py FILE [--noise N] [--categories NAME,…] [--seed 0] [--json]

Documents are `speaker said, "text" [shares caption]`, words are lower-cased and stemmed, function
words go, Chinese is divided by jieba's dictionary, and there is nothing else: no index, no ranking,
no settings of ours. What lands where others landed proves that questions, evidence and metrics are
read as they read them. Noise is drawn as `retold eval retrieval --noise` draws it with that seed.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

import rjieba
from Stemmer import Stemmer

from retold import Said
from retold.evaluate.datasets import Conversation, read_dataset
from retold.evaluate.metrics import average, by_group, measure
from retold.evaluate.noise import Noise
from retold.text.stopwords import ENGLISH

# The usual parameters; words that most documents have count a quarter of the mean rarity.
K1, B, FLOOR = 1.5, 0.75, 0.25
DEPTHS = (5, 10, 25)
CHINESE = re.compile(r"[\u4e00-\u9fff]")
STEMMER = Stemmer("english")


def words(text: str) -> list[str]:
    found = re.findall(r"\w+", text.lower())
    found = [w for run in found for w in (rjieba.cut(run, False) if CHINESE.search(run) else [run])]
    stems: list[str] = STEMMER.stemWords([word for word in found if word not in ENGLISH])
    return stems


def document(turn: Said) -> str:
    shares = "; ".join(attachment.caption for attachment in turn.attachments)
    return f'{turn.speaker} said, "{turn.text}"' + (f" [shares {shares}]" if shares else "")


class PlainBm25:
    """Okapi BM25 (Robertson et al. 1994) over one conversation."""

    def __init__(self, conversation: Conversation) -> None:
        self.ids = [str(turn.id) for turn in conversation.turns]
        self.counts = [Counter(words(document(turn))) for turn in conversation.turns]
        self.lengths = [sum(count.values()) for count in self.counts]
        self.mean = statistics.fmean(self.lengths)
        frequency = Counter(word for count in self.counts for word in count)
        rarity = {w: log((len(self.ids) - n + 0.5) / (n + 0.5)) for w, n in frequency.items()}
        floor = FLOOR * statistics.fmean(rarity.values())
        self.rarity = {word: value if value > 0 else floor for word, value in rarity.items()}

    def rank(self, question: str) -> list[str]:
        asked = words(question)
        scores = [
            sum(self.gain(word, count[word], length) for word in asked if count[word])
            for count, length in zip(self.counts, self.lengths, strict=True)
        ]
        order = sorted(range(len(scores)), key=lambda i: -scores[i])
        return [self.ids[i] for i in order]

    def gain(self, word: str, count: int, length: int) -> float:
        return (
            self.rarity[word] * count * (K1 + 1) / (count + K1 * (1 - B + B * length / self.mean))
        )


def run(path: Path, categories: Sequence[str], times: int, seed: int) -> dict[str, Any]:
    conversations = read_dataset(path).conversations
    noise = Noise(conversations, times=times, seed=seed)
    rows: list[dict[str, float]] = []
    named: list[str] = []
    for name, conversation in conversations.items():
        asked = [
            question
            for question in conversation.questions
            if question.evidence and (not categories or question.category in categories)
        ]
        if not asked:
            continue
        ranker = PlainBm25(noise.mixed(name))
        for question in asked:
            rows.append(measure(ranker.rank(question.text), question.evidence, DEPTHS))
            named.append(question.category)
    by_category = by_group(rows, named)
    return {"questions": len(rows), "metrics": average(rows), "by_category": by_category}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--noise", type=int, default=0, help="times as many messages of others")
    parser.add_argument("--categories", default="", help="names with commas between them")
    parser.add_argument("--seed", type=int, default=0, help="seed of the noise")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    categories = [name.strip() for name in given.categories.split(",") if name.strip()]
    result = run(given.file, categories, given.noise, given.seed)
    if given.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    print(f"{result['questions']} questions")
    for category, shares in {"all": result["metrics"], **result["by_category"]}.items():
        print(f"{category:14}", *(f"{name} {value:5.1f}" for name, value in shares.items()))


if __name__ == "__main__":
    main()
