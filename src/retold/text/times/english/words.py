"""The words of English time phrases, and the pieces of patterns made of them. All lower-case."""

from __future__ import annotations

from collections.abc import Iterable

WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed weds",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
SEASONS = {
    "spring": "spring", "springtime": "spring", "summer": "summer", "summertime": "summer",
    "autumn": "autumn", "fall": "autumn", "winter": "winter",
}  # fmt: skip
PARTS = {
    "small hours": "small hours",
    "early hours": "small hours",
    "early morning": "early morning",
    "dawn": "early morning",
    "morning": "morning",
    "noon": "noon",
    "midday": "noon",
    "lunchtime": "noon",
    "lunch": "noon",
    "afternoon": "afternoon",
    "early evening": "dusk",
    "evening": "evening",
    "late night": "late night",
    "midnight": "late night",
    "night": "night",
}
# Month and day; day 0 stands for the fourth Thursday (Thanksgiving in the United States).
HOLIDAYS: dict[str, tuple[int, int]] = {
    "new year's day": (1, 1),
    "new years day": (1, 1),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "valentine's day": (2, 14),
    "valentines day": (2, 14),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "halloween": (10, 31),
    "thanksgiving": (11, 0),
}
EDGES = {
    "beginning": "start", "start": "start", "middle": "middle", "end": "end",
    "early": "early", "mid": "middle", "late": "late",
    "first half": "first half", "second half": "second half",
}  # fmt: skip
UNITS = {
    "minute": "minute", "min": "minute", "hour": "hour", "hr": "hour", "day": "day", "night": "day",
    "week": "week", "weekend": "weekend", "fortnight": "fortnight", "month": "month",
    "year": "year", "yr": "year", "decade": "decade",
}  # fmt: skip
_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {
    "a": 1,
    "an": 1,
    **{name: number for number, name in enumerate(_ONES.split(), start=1)},
    **{name: 10 * number for number, name in enumerate(_TENS.split(), start=2)},
    "hundred": 100,
    "a hundred": 100,
}
# What "a few" and "several" may stand for.
FEW = (2, 6)


def number(said: str) -> int:
    """The number that digits or English words say: "12", "twelve", "twenty-five"."""
    if said.isdigit():
        return int(said)
    if said in NUMBERS:
        return NUMBERS[said]
    tens, _, ones = said.replace("-", " ").partition(" ")
    return NUMBERS[tens] + NUMBERS[ones]


def any_of(names: Iterable[str]) -> str:
    """A pattern for any of the names, longest first so that "tues" is not read as "tue"."""
    return "(?:" + "|".join(sorted(names, key=lambda name: (-len(name), name))) + ")"


# The dot of "Sept. 3"; any other ends the sentence.
MONTH = any_of(MONTHS) + r"\b(?:(?<!may)(?:(?<=\b...)|(?<=\bsept))\.(?= ?\d))?"
WEEKDAY = any_of(name for name in WEEKDAYS if name.endswith("day"))
ANY_WEEKDAY = any_of(WEEKDAYS)
_TENS_AND_ONES = "(?:" + "|".join(_TENS.split()) + ")[- ](?:" + "|".join(_ONES.split()[:9]) + ")"
COUNT = rf"(?:\d{{1,4}}|{_TENS_AND_ONES}|{any_of(NUMBERS)})"
UNIT = any_of(UNITS) + "s?"
YEAR = r"(?:1[89]\d\d|20\d\d|21\d\d)"
DAY_OF_MONTH = r"(?:3[01]|[12]\d|0?[1-9])"
ORDINAL = rf"{DAY_OF_MONTH}(?:st|nd|rd|th)"

_LAST = ("last", "this past", "the past", "the previous", "previous")
_NEXT = ("next", "the next", "the following")
_COMING = ("this coming", "the coming", "coming", "this upcoming", "the upcoming")
_THIS = ("this", "the current", "the")
RELATIVE = any_of((*_LAST, *_NEXT, *_COMING, "this", "the current"))
# "March of last year", "Christmas next year".
OF_YEAR = rf"(?:,? (?:of |in )?(?P<year>{YEAR})|,? (?:of )?(?P<year_said>last|this|next) year)"
# Words that govern the phrase after them, so that it keeps no preposition of its own.
GOVERNING = (
    "since", "until", "till", "til", "by", "from", "before", "after", "for", "of", "through",
    "between", "during", "within", "around", "towards",
)  # fmt: skip
GOVERNED = "(?:" + "|".join(rf"(?<=\b{word} )" for word in GOVERNING) + ")"


def steps(relative: str) -> int:
    """How many units away "last" (-1), "this" (0), "coming" or "next" (+1) is."""
    if relative in _LAST:
        return -1
    return 0 if relative in _THIS else 1


def is_coming(relative: str) -> bool:
    """Whether it is the very next one: "this coming Friday", but not "next Friday"."""
    return relative in _COMING
