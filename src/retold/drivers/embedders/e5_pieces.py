"""Cuts text into the pieces that multilingual-e5-small knows: the most probable sequence of them.

A unigram model (Kudo 2018, "Subword Regularization"): each piece has a log-probability, and of all
ways to cut a text the one with the largest sum is taken. Words begin with the mark U+2581, and no
piece holds it anywhere else, so words are cut one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retold.text.normal import clean

MARK = "\u2581"
BEGIN, END, UNKNOWN = 0, 2, 3

# A character without a piece costs this much more than the rarest piece: sentencepiece's figure.
_UNKNOWN_PENALTY = 10.0


class Pieces:
    """The vocabulary. Keeps nothing of the text that it cuts."""

    def __init__(
        self, pieces: Sequence[str], scores: Sequence[float], rules: Mapping[int, str]
    ) -> None:
        """Prepare to look pieces up; `rules` map a code point to what stands for it in them."""
        # Begin, padding, end and unknown come first and mask last; text never spells them.
        ordinary = range(UNKNOWN + 1, len(pieces) - 1)
        self._ids = {pieces[i]: i for i in ordinary}
        self._scores = scores
        self._longest = max(map(len, self._ids))
        self._unknown_score = min(scores) - _UNKNOWN_PENALTY
        self._rules = rules

    @property
    def longest(self) -> int:
        """Characters of the longest piece."""
        return self._longest

    def encode(self, text: str) -> list[int]:
        """The ids of the text's pieces; a run of unknown characters is one unknown piece.

        Time is linear in the length of the text. Text without a visible character is one mark.
        """
        found: list[int] = []
        for word in clean(text).translate(self._rules).split() or [""]:
            self._cut(MARK + word, found)
        return found

    def _cut(self, word: str, found: list[int]) -> None:
        """Append the pieces of one word (Viterbi)."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        steps = [(0, UNKNOWN)] * (size + 1)
        ids, scores = self._ids, self._scores
        for start in range(size):
            base = best[start]
            if base + self._unknown_score > best[start + 1]:
                best[start + 1] = base + self._unknown_score
                steps[start + 1] = (start, UNKNOWN)
            for end in range(start + 1, min(start + self._longest, size) + 1):
                piece = ids.get(word[start:end])
                if piece is not None and base + scores[piece] > best[end]:
                    best[end] = base + scores[piece]
                    steps[end] = (start, piece)
        path = []
        while size:
            size, piece = steps[size]
            path.append(piece)
        for piece in reversed(path):
            if not (piece == UNKNOWN and found and found[-1] == UNKNOWN):
                found.append(piece)
