"""How a turn and a unit are worded for the index: text for the embedder, tokens for keywords."""

from __future__ import annotations

from datetime import date, datetime

from retold.records import Turn, Unit
from retold.text.language import Language, language
from retold.text.tokens import tokens

_MONTHS = """January February March April May June July August September October November
    December""".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_DAYS_ZH = "一二三四五六日"


def turn_wording(turn: Turn) -> str:
    """A turn as it is embedded: who said it, what, and what they shared, in its own language.

    `Caroline said, "text" [shares caption]`, or `小明说：“……”【分享：……】`. Without a speaker, or
    with one that only repeats the role, the text stands alone: so the scorer of the writer was
    trained. Naming the speaker and quoting was worth eleven points of R@10 on LoCoMo.
    """
    captions = [attachment.caption for attachment in turn.attachments if attachment.caption]
    text = turn.text.strip()
    name = "" if turn.speaker.lower() == turn.role.value else turn.speaker
    if language(" ".join([text, *captions])) == "zh":
        said = f"{name}说：“{text}”" if name and text else name or text
        return said + "".join(f"【分享：{caption}】" for caption in captions)
    said = f'{name} said, "{text}"' if name and text else name or text
    return " ".join([said, *(f"[shares {caption}]" for caption in captions)]).strip()


def turn_tokens(turn: Turn, *, dates: bool = True) -> tuple[str, ...]:
    """Keywords of a turn: its speaker, text and captions, and the words of its date.

    Date words are in the language of the turn, and left out where its time is not known.
    """
    captions = [attachment.caption for attachment in turn.attachments]
    parts = [turn.speaker, turn.text, *captions]
    if dates and turn.dated:
        parts.append(date_words(turn.occurred_at, language(" ".join([turn.text, *captions]))))
    return tuple(token for part in parts for token in tokens(part))


def unit_tokens(unit: Unit) -> tuple[str, ...]:
    """Keywords of a unit: its content and its tags."""
    return tuple(token for part in (unit.content, *unit.tags) for token in tokens(part))


def date_words(at: datetime, spoken: Language) -> str:
    """The date as people name it: `Monday 8 May 2023`, `2023年5月8日 星期一 周一`."""
    if spoken == "zh":
        day = _DAYS_ZH[at.weekday()]
        return f"{at.year}年{at.month}月{at.day}日 星期{day} 周{day}"
    return f"{_WEEKDAYS[at.weekday()]} {at.day} {_MONTHS[at.month - 1]} {at.year}"


def plain_date(day: date, spoken: Language) -> str:
    """The date inside a sentence: `8 May 2023`, `2023年5月8日`."""
    if spoken == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def quoted(content: str) -> str:
    """A unit's content as it stands inside a summary: without the mark that ends it."""
    return content.rstrip(" .。")


def quotations(summary: Unit) -> str:
    """What a summary tells of, in the words of its units, whoever worded it."""
    return summary.value or summary.content
