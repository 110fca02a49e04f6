"""A plain BM25 through our own reading and metrics, to be held against a published figure.

    python bench/anchors/bm25.py FILE [--json]

Documents are `speaker said, "text" [shares caption]`, words are lower-cased and stemmed, function
words go, and there is nothing else: no index, no ranking, no settings of ours. What lands where
others landed proves that questions, evidence and metrics are read as they read them.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections import Counter
from math import log
from pathlib import Path

from snowballstemmer import stemmer

from retold import Said
from retold.evaluate.datasets import Conversation, read_dataset
from retold.evaluate.metrics import measure
from retold.text.stopwords import ENGLISH

# The usual parameters; words that most documents have count a quarter of the mean rarity.
K1, B, FLOOR = 1.5, 0.75, 0.25
DEPTHS = (5, 10, 25)
STEMMER = stemmer("english")


def words(text: str) -> list[str]:
    found = re.findall(r"\w+", text.lower())
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


def run(path: Path) -> dict[str, float]:
    rows: list[dict[str, float]] = []
    for conversation in read_dataset(path).conversations.values():
        ranker = PlainBm25(conversation)
        for question in conversation.questions:
            ranked = ranker.rank(question.text)
            rows += [measure(ranked, question.evidence, DEPTHS)] if question.evidence else []
    means = {name: 100 * statistics.fmean(row[name] for row in rows) for name in rows[0]}
    return {"questions": len(rows), **means}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    result = run(given.file)
    if given.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:10} {value:8.1f}")


if __name__ == "__main__":
    main()
