"""Why a hit was found: the score of each signal, and reasons in plain words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from retold.records import State, Unit

# A part of a sum that is worth a word; smaller ones decide between equals.
_NOTABLE = 0.3
# From here on a unit is told to be important; the mean is one half.
_IMPORTANT = 0.75
_FADED = 0.9
_LINKED = 0.1
# Parts that are told of only where they are not nought, and parts that only take off.
_WHERE_THEY_ARE = frozenset(("associations", "others"))
_TAKEN_OFF = frozenset(("session", "statement", "others"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What is known of how a hit was found; `keywords` and `parts` are in terms of the sum."""

    asked: int
    matched: int
    keywords: float
    cosine: float | None
    parts: Mapping[str, float]
    fresh: float
    linked: float = 0.0
    unit: Unit | None = None


def signals(findings: Findings) -> dict[str, float]:
    """The score of each signal, 0-1, higher is better.

    `keywords` and the cosine `vectors` are how well the text fits. `neighbours` is what it borrows
    from the turns beside it. `session`, `person` and `statement` are 1 for turns in the session
    that fits best, by the person named, and that are not questions. `time` is 1 inside a time that
    the question names, `slot` for units that tell what of a person is asked for. `importance` and
    `freshness` are those of a unit. Only where they play a part: `associations` is what words near
    those of the question give, `others` is less than 1 for a unit about somebody else than the one
    who asks, and `linked` is how much it shares with the best hit that the question does not say.
    """
    scores = {"keywords": min(max(findings.keywords, 0.0), 1.0)}
    if findings.cosine is not None:
        scores["vectors"] = min(max(findings.cosine, 0.0), 1.0)
    for name, part in findings.parts.items():
        if name in _WHERE_THEY_ARE and not part:
            continue
        if name in {"neighbours", "associations"}:
            scores[name] = 1.0 - exp(-max(part, 0.0))
        elif name in _TAKEN_OFF or (findings.unit is None and name == "person"):
            scores[name] = exp(min(part, 0.0))
        elif name in {"time", "person", "slot"}:
            scores[name] = float(part > 0)
    if findings.linked:
        scores["linked"] = findings.linked
    if findings.unit is not None:
        scores["importance"] = findings.unit.importance
    scores["freshness"] = findings.fresh
    return scores


def reasons(findings: Findings) -> tuple[str, ...]:
    """Why it was found, for a person to read."""
    parts, unit = findings.parts, findings.unit
    told = {
        f"{findings.matched} of {findings.asked} keywords": findings.matched > 0,
        f"close in meaning ({findings.cosine or 0:.2f})": findings.cosine is not None,
        "beside turns that fit": parts.get("neighbours", 0.0) >= _NOTABLE,
        "comes to mind with what is asked": parts.get("associations", 0.0) >= _NOTABLE,
        "tells of what the best hit names": findings.linked >= _LINKED,
        "lies in the time asked for": parts.get("time", 0.0) > 0,
        "about the person asked for": parts.get("person", 0.0) > 0,
        "tells what is asked for": parts.get("slot", 0.0) > 0,
        "about somebody else": parts.get("others", 0.0) < 0,
        "said by somebody else than was asked for": parts.get("person", 0.0) < 0,
        "itself a question": parts.get("statement", 0.0) < 0,
        "said by the assistant": parts.get("assistant", 0.0) < 0,
        "important": unit is not None and unit.importance >= _IMPORTANT,
        "pinned": unit is not None and unit.pinned,
        "had faded": unit is not None and unit.state is State.FADED,
        "had gone cold": unit is not None and unit.state is State.COLD,
        "was true then": unit is not None and unit.state is State.SUPERSEDED,
        f"its age leaves {findings.fresh:.0%}": findings.fresh < _FADED,
    }
    return tuple(reason for reason, holds in told.items() if holds)
