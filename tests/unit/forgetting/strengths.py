"""Columns of units to forget, by day instead of by microsecond."""

from datetime import UTC, datetime, timedelta

import numpy as np

from retold.ports import Strengths
from retold.records import Kind, State

DAY = 86_400_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def on_day(day):
    """A moment in the middle of a day."""
    return EPOCH + timedelta(days=day, hours=12)


def strengths(*rows):
    """Each row a dictionary: id, state, kind, importance, pinned, said, used, uses; all optional."""
    values = [
        {"state": State.ACTIVE, "kind": Kind.PLAN, "importance": 0.5, "pinned": False}
        | {"said": 0, "uses": 0}
        | row
        for row in rows
    ]
    return Strengths(
        ids=tuple(value.get("id", f"u{i}") for i, value in enumerate(values)),
        places=np.array([value.get("place", i + 1) for i, value in enumerate(values)]),
        states=tuple(value["state"] for value in values),
        kinds=tuple(value["kind"] for value in values),
        importance=np.array([value["importance"] for value in values], dtype=np.float64),
        pinned=np.array([value["pinned"] for value in values], dtype=np.bool_),
        said_at=np.array([value["said"] * DAY for value in values], dtype=np.int64),
        used_at=np.array(
            [value.get("used", value["said"]) * DAY for value in values], dtype=np.int64
        ),
        uses=np.array([value["uses"] for value in values], dtype=np.int64),
    )
