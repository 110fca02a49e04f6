"""Secrets in a text: keys, tokens, passwords, identity numbers, bank cards and phone numbers.

A secret is recognised by its own shape (an issuer's prefix, a checksum) or by the words that name
it. Years, prices, order numbers, model numbers and other plain numbers are none. The shapes are in
`secret_shapes`; here is what decides whether a candidate is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from re import Match, Pattern
from typing import Literal

from retold.text.normal import plain
from retold.text.secret_shapes import (
    ACCOUNT_SAID,
    API_KEYS,
    ASSIGNED,
    BEARER,
    CARD,
    CHINESE_ID,
    CODE,
    CODE_SAID,
    DIGITS,
    HONG_KONG_ID,
    IBAN,
    ID_SAID,
    KEY_SAID,
    LANDLINE,
    LONG_RUN,
    MOBILE,
    NAMED,
    NO_PHONE_AFTER,
    NO_PHONE_BEFORE,
    NORTH_AMERICAN,
    PASSWORD_SAID,
    PASSWORD_SAID_ZH,
    PASSWORD_SET,
    PHONE_SAID,
    PLACEHOLDER,
    PRIVATE_KEY,
    PROVINCES,
    REMARK,
    SEED_PHRASE,
    SOCIAL_SECURITY,
    TOKENS,
    URL_PASSWORD,
    WORLD_PHONE,
)

SecretKind = Literal[
    "private_key", "api_key", "token", "password", "national_id", "bank_card", "phone"
]
MASK = "*"

_TRAILING = ".,;:!?。，；！？\"'”’)]>`"


@dataclass(frozen=True, slots=True)
class Secret:
    """Characters `start` to `end` of a text hold a secret of this kind."""

    start: int
    end: int
    kind: SecretKind


def find_secrets(text: str) -> list[Secret]:
    """The secrets of a text in order; none overlaps another."""
    read = plain(text)
    found: list[Secret] = []
    taken = bytearray(len(read))
    for secret in _candidates(read):
        if taken.find(1, secret.start, secret.end) < 0:
            taken[secret.start : secret.end] = b"\1" * (secret.end - secret.start)
            found.append(secret)
    return sorted(found, key=lambda secret: secret.start)


def mask(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with every secret's characters replaced by `*`, and the kinds found.

    The length is unchanged, so positions in the text stay valid. Kinds come in order, each once.
    """
    secrets = find_secrets(text)
    parts = []
    end = 0
    for secret in secrets:
        parts += [text[end : secret.start], MASK * (secret.end - secret.start)]
        end = secret.end
    kinds = tuple(dict.fromkeys(secret.kind for secret in secrets))
    return "".join([*parts, text[end:]]), kinds


def _candidates(read: str) -> Iterator[Secret]:
    worth = {sign for sign in (LONG_RUN, NAMED, DIGITS) if sign.search(read)}
    for sign, kind, shape, is_one in _RULES:
        for found in shape.finditer(read) if sign in worth else ():
            start, end = found.span("secret")
            if kind == "password":
                end = start + len(read[start:end].rstrip(_TRAILING))
            if end > start and is_one(found, read[start:end]):
                yield Secret(start, end, kind)


def _always(_found: Match[str], _value: str) -> bool:
    return True


def _unmasked(_found: Match[str], value: str) -> bool:
    return bool(value.strip(MASK))


def _is_key(_found: Match[str], value: str) -> bool:
    """Long and mixed, as generated keys are; words and counts are not."""
    has_digit = any(character.isdigit() for character in value)
    has_letter = any(character.isalpha() for character in value)
    return len(value) >= 8 and has_digit and has_letter


def _is_password(found: Match[str], value: str) -> bool:
    """Whether what follows "password is" is the password, not a remark about it."""
    link = found["link"].strip()
    said_before = found.string[max(0, found.start() - 30) : found.start()]
    if PLACEHOLDER.fullmatch(value) or CODE.fullmatch(value):
        return False
    if found["quote"]:
        return True
    if REMARK.match(value) or (
        link.startswith(("to", "as")) and not PASSWORD_SET.search(said_before)
    ):
        return False
    mixed = any(not character.isalpha() for character in value.replace("'", ""))
    return link in (":", "=", "：") or mixed or _stands_alone(found, value)


def _stands_alone(found: Match[str], value: str) -> bool:
    """Whether a plain word ends its sentence and does not describe, as "my password is banana"."""
    tail = found.string[found.end("secret") : found.end("secret") + 2].strip()
    alone = not tail or tail[0] in _TRAILING or found["secret"] != value
    return alone and not value.endswith(("ed", "ing", "able", "ly"))


def _is_chinese_password(found: Match[str], value: str) -> bool:
    if PLACEHOLDER.fullmatch(value):
        return False
    with_digit = len(value) >= 4 and any(character.isdigit() for character in value)
    return bool(found["quote"] or found["link"].strip() or with_digit)


def _is_chinese_id(_found: Match[str], value: str) -> bool:
    """GB 11643: province, a real date of birth, and the ISO 7064 MOD 11-2 check character."""
    digits = value.replace(" ", "").replace("-", "").upper()
    if digits[:2] not in PROVINCES:
        return False
    try:
        date(int(digits[6:10]), int(digits[10:12]), int(digits[12:14]))
    except ValueError:
        return False
    weighted = sum(int(digit) * pow(2, 17 - i, 11) for i, digit in enumerate(digits[:17]))
    return "10X98765432"[weighted % 11] == digits[17]


def _is_hong_kong_id(_found: Match[str], value: str) -> bool:
    letters, check = value[: value.index("(")], value[-2]
    values = [36] * (8 - len(letters)) + [int(character, 36) for character in letters]
    total = sum(v * weight for v, weight in zip(values, range(9, 1, -1), strict=True))
    return (total + int(check, 16)) % 11 == 0


def _is_card(_found: Match[str], value: str) -> bool:
    """A length and prefix that some network issues, grouped as on a card, and the Luhn digit."""
    digits = value.replace(" ", "").replace("-", "")
    return _issued(digits) and _grouped(value) and _luhn(digits)


def _issued(digits: str) -> bool:
    length, two, four = len(digits), int(digits[:2]), int(digits[:4])
    if digits[0] == "4":
        return length in (13, 16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return length == 16
    if two in (34, 37):
        return length == 15
    if two in (36, 38) or 300 <= four // 10 <= 305:
        return length == 14
    # UnionPay 62 and 81, Discover 60, 64, 65, JCB 35, Maestro 50, 56-69, ICBC's 9558.
    return 16 <= length <= 19 and (two in (35, 50, 81) or 56 <= two <= 69 or four == 9558)


def _grouped(value: str) -> bool:
    groups = [len(group) for group in value.replace("-", " ").split(" ")]
    in_fours = all(size == 4 for size in groups[:-1]) and groups[-1] <= 7
    return len(groups) == 1 or in_fours or groups in ([4, 6, 5], [4, 6, 4], [6, 13], [6, 10])


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + place % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _is_iban(_found: Match[str], value: str) -> bool:
    """ISO 13616: the number, rearranged, leaves 1 when divided by 97."""
    code = value.replace(" ", "")
    if not 15 <= len(code) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in code[4:] + code[:4])) % 97 == 1


def _is_phone(found: Match[str], value: str) -> bool:
    start, end = found.span("secret")
    before, after = found.string[max(0, start - 12) : start], found.string[end : end + 4]
    digits = sum(character.isdigit() for character in value)
    return (
        7 <= digits <= 15
        and NO_PHONE_BEFORE.search(before) is None
        and NO_PHONE_AFTER.match(after) is None
    )


# In this order: where two overlap, the earlier rule names the kind. First stands what a text must
# hold for the shape to be worth looking for.
_RULES: tuple[
    tuple[Pattern[str], SecretKind, Pattern[str], Callable[[Match[str], str], bool]], ...
] = (
    (LONG_RUN, "private_key", PRIVATE_KEY, _always),
    (LONG_RUN, "api_key", API_KEYS, _always),
    (LONG_RUN, "token", TOKENS, _always),
    (LONG_RUN, "token", BEARER, _always),
    (NAMED, "password", URL_PASSWORD, _unmasked),
    (NAMED, "private_key", SEED_PHRASE, _always),
    (DIGITS, "national_id", CHINESE_ID, _is_chinese_id),
    (DIGITS, "national_id", HONG_KONG_ID, _is_hong_kong_id),
    (DIGITS, "national_id", SOCIAL_SECURITY, _always),
    (DIGITS, "national_id", ID_SAID, _always),
    (DIGITS, "bank_card", CARD, _is_card),
    (DIGITS, "bank_card", IBAN, _is_iban),
    (DIGITS, "bank_card", ACCOUNT_SAID, _always),
    (NAMED, "api_key", ASSIGNED, _is_key),
    (NAMED, "api_key", KEY_SAID, _is_key),
    (NAMED, "password", PASSWORD_SAID, _is_password),
    (NAMED, "password", PASSWORD_SAID_ZH, _is_chinese_password),
    (NAMED, "password", CODE_SAID, _always),
    (DIGITS, "phone", MOBILE, _is_phone),
    (DIGITS, "phone", LANDLINE, _is_phone),
    (DIGITS, "phone", NORTH_AMERICAN, _is_phone),
    (DIGITS, "phone", WORLD_PHONE, _is_phone),
    (DIGITS, "phone", PHONE_SAID, _is_phone),
)
