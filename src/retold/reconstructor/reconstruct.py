"""Scattered hits become one background, in two blocks and within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from retold.reconstructor.budget import fitting
from retold.reconstructor.order import stable_units, volatile_hits
from retold.reconstructor.quote import quotation
from retold.reconstructor.render import frame_tokens, heading, hit_line, rendered, unit_line
from retold.records import Context, Line, Recall, Unit
from retold.settings import ReconstructorSettings
from retold.text.counts import count_tokens
from retold.text.tokens import query_tokens

# Of a shorter quotation nobody could tell what it is about.
_LEAST_QUOTATION_TOKENS = 64


def reconstruct(
    recall: Recall, profile: Sequence[Unit], *, budget_tokens: int, settings: ReconstructorSettings
) -> Context:
    """The text for the model.

    Args:
        recall: what the question found.
        profile: the user's units of kind profile, in any order.
        budget_tokens: hard upper bound of `text`, fences and headings included.
        settings: how much of the budget the stable block may take, and what stands there.

    Returns:
        A context whose `stable` block depends on the profile and the budget only. `text` holds
        both blocks when the recall found something, and is empty when it did not, so that an
        irrelevant question injects nothing.
    """
    profile_head, profile_lines = _stable(profile, budget_tokens, settings)
    stable = rendered(profile_head, profile_lines)
    told = frozenset(line.unit_id for line in profile_lines if line.unit_id)
    hits = volatile_hits(recall.hits, told)
    head = heading("volatile", [recall.query.text])
    left = budget_tokens - _tokens(stable) - frame_tokens(head)
    quoted = partial(
        quotation,
        asked=query_tokens(recall.query.text),
        limit_tokens=max(int(budget_tokens * settings.quotation_share), _LEAST_QUOTATION_TOKENS),
    )
    lines = fitting([partial(hit_line, hit, quoted) for hit in hits], left)
    volatile = rendered(head, lines)
    text = "\n".join(block for block in (stable, volatile) if block) if recall.hits else ""
    return Context(
        text=text,
        stable=stable,
        volatile=volatile,
        lines=(*profile_lines, *lines) if recall.hits else (),
        tokens=count_tokens(text),
        budget=budget_tokens,
        status=recall.status,
        recall=recall,
    )


def _stable(
    profile: Sequence[Unit], budget_tokens: int, settings: ReconstructorSettings
) -> tuple[str, list[Line]]:
    units = stable_units(profile, settings.stable_importance)
    head = heading("stable", [unit.content for unit in units])
    makers = [partial(unit_line, unit, "stable") for unit in units]
    limit = min(int(budget_tokens * settings.stable_share), settings.stable_tokens)
    return head, fitting(makers, limit - frame_tokens(head))


def _tokens(block: str) -> int:
    return count_tokens(block + "\n") if block else 0
