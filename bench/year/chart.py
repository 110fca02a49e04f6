"""Years side by side as a chart: one panel a figure, one line a year. SVG, written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

Year = Mapping[str, Any]

# What a panel shows, and its title.
PANELS = (
    ("live", "Live memories"),
    ("file_mb", "Database, MB"),
    ("sweep_ms", "Sweep of a night, ms"),
    ("recall_cpu_ms", "Recall, ms of processor time"),
)
# Apart for those who see no red or green, too (Okabe and Ito, Color Universal Design, 2008).
COLOURS = ("#0072b2", "#d55e00", "#009e73")
WIDTH, HEIGHT = 900, 620
PANEL_WIDTH, PANEL_HEIGHT = 350, 190
LEFT, TOP = 70, 110
BETWEEN_X, BETWEEN_Y = 90, 80
# Numbers at which people expect a line of a grid.
_ROUND = (1, 2, 2.5, 5, 10)


def chart(title: str, years: Mapping[str, Year]) -> str:
    """The chart of years by their names, as the text of an SVG file."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(LEFT, 32, title, size=17, weight="bold"),
        *_legend(years),
    ]
    for number, (name, label) in enumerate(PANELS):
        x = LEFT + number % 2 * (PANEL_WIDTH + BETWEEN_X)
        y = TOP + number // 2 * (PANEL_HEIGHT + BETWEEN_Y)
        rows = [[float(row[name]) for row in year["months"]] for year in years.values()]
        parts.extend(_panel(x, y, label, rows))
    return "\n".join([*parts, "</svg>", ""])


def _legend(years: Mapping[str, Year]) -> list[str]:
    parts = []
    for number, (name, year) in enumerate(years.items()):
        y, colour = 54 + 19 * number, COLOURS[number % len(COLOURS)]
        told = f"{name}: {year['recall_all']:.0%} of {year['facts']} facts found at the end"
        parts.append(_line(LEFT, y - 4, LEFT + 24, y - 4, colour, 3))
        parts.append(_text(LEFT + 32, y, told))
    return parts


def _panel(x: int, y: int, label: str, rows: Sequence[Sequence[float]]) -> list[str]:
    step = _step(max((max(row, default=0) for row in rows), default=0))
    highest = max((max(row, default=0) for row in rows), default=0)
    lines = int(-(-highest // step)) or 1
    months = max((len(row) for row in rows), default=1)

    def place(month: int, value: float) -> str:
        across = x + PANEL_WIDTH * month / max(months - 1, 1)
        return f"{across:.1f},{y + PANEL_HEIGHT * (1 - value / (lines * step)):.1f}"

    parts = [_text(x, y - 12, label, size=13, weight="bold")]
    for line in range(lines + 1):
        height = y + PANEL_HEIGHT * (1 - line / lines)
        parts.append(_line(x, height, x + PANEL_WIDTH, height, "#bbb" if line == 0 else "#eee", 1))
        parts.append(_text(x - 8, height + 4, f"{line * step:g}", anchor="end", colour="#777"))
    for month in range(months):
        across = x + PANEL_WIDTH * month / max(months - 1, 1)
        middle, below = f"{month + 1}", y + PANEL_HEIGHT + 18
        parts.append(_text(across, below, middle, anchor="middle", colour="#777"))
    below = y + PANEL_HEIGHT + 34
    parts.append(_text(x + PANEL_WIDTH, below, "month", anchor="end", colour="#777"))
    for number, row in enumerate(rows):
        points = " ".join(place(month, value) for month, value in enumerate(row))
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" '
            # Where two lines are one, both are seen.
            f'stroke-width="{4 if number == 0 else 2}" '
            f'stroke-linejoin="round"/>'
        )
    return parts


def _step(highest: float) -> float:
    """The least round number of which five reach so high."""
    power = 1.0
    while power * 50 < highest:
        power *= 10
    while power * 5 > highest > 0:
        power /= 10
    return next((power * one for one in _ROUND if power * one * 5 >= highest), power * 10)


def _text(  # noqa: PLR0913 - as many as the look of a text has
    x: float,
    y: float,
    text: str,
    *,
    size: int = 12,
    weight: str = "normal",
    anchor: str = "start",
    colour: str = "#333",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif" '
        f'font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )
