"""How many tokens of a language model a text takes, estimated so that budgets hold."""

from __future__ import annotations

import re

from retold.text.language import HAN

# Tokens a piece takes. Provisional ratios; measured below.
_PIECE = re.compile(
    rf"(?P<word>[A-Za-z]+)|(?P<digits>\d+)|(?P<han>[{HAN}])|(?P<space>\s+)|(?P<other>.)", re.DOTALL
)
_LETTERS_A_TOKEN = 6
_DIGITS_A_TOKEN = 3
_PER_HAN = 1.0


def count_tokens(text: str) -> int:
    """An upper estimate of the tokens that common tokenisers make of a text."""
    return _whole(sum(_cost(piece) for piece in _PIECE.finditer(text)))


def truncate(text: str, limit: int) -> str:
    """The longest start of a text that takes no more than `limit` tokens, cut between pieces."""
    total = 0.0
    for piece in _PIECE.finditer(text):
        total += _cost(piece)
        if _whole(total) > limit:
            return text[: piece.start()].rstrip()
    return text


def _whole(tokens: float) -> int:
    return int(-(-tokens // 1))


def _cost(piece: re.Match[str]) -> float:
    length = len(piece[0])
    if piece.lastgroup == "word":
        return -(-length // _LETTERS_A_TOKEN)
    if piece.lastgroup == "digits":
        return -(-length // _DIGITS_A_TOKEN)
    if piece.lastgroup == "han":
        return _PER_HAN
    if piece.lastgroup == "space":
        return 0.0 if piece[0] == " " else 1.0
    return 1.0 if piece[0].isascii() else float(len(piece[0].encode("utf-8", "replace")))
