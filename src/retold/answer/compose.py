"""A reply without a model: the memories that answer, in their own words, with their sources."""

from __future__ import annotations

from retold.records import Answer, Context, Hit
from retold.settings import AnswerSettings
from retold.text.language import Language, language

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "unknown": "I don't know: nothing I remember answers this.",
        "one": "What I remember about this:",
        "line": "- {text} [{number}, {day}]",
        "undated": "- {text} [{number}]",
        "keywords": "(Found by keywords only; the meaning of the question was not compared.)",
    },
    "zh": {
        "unknown": "我不知道：记忆里没有能回答这个问题的内容。",
        "one": "关于这个问题，我记得：",
        "line": "- {text} [{number}，{day}]",
        "undated": "- {text} [{number}]",
        "keywords": "（只按关键词查找，没有比较问题的含义。）",
    },
}


def compose(context: Context, settings: AnswerSettings) -> Answer:
    """The best hits of the context as a reply in the language of the question.

    It adds no words of its own to what is remembered, so it cannot invent. Where the recall found
    nothing above its threshold, `known` is False and the reply says so.
    """
    words = _WORDS[language(context.recall.query.text)]
    hits = _leading(context.recall.hits, settings)
    if not hits:
        return Answer(text=words["unknown"], known=False, sources=(), context=context)
    lines = [words["one"], *(_line(hit, n, words) for n, hit in enumerate(hits, 1))]
    if context.status == "degraded":
        lines.append(words["keywords"])
    sources = tuple(dict.fromkeys(source for hit in hits for source in hit.sources))
    return Answer(text="\n".join(lines), known=True, sources=sources, context=context)


def _leading(hits: tuple[Hit, ...], settings: AnswerSettings) -> list[Hit]:
    if not hits:
        return []
    least = hits[0].score * settings.least_share_of_best
    return [hit for hit in hits[: settings.sentences] if hit.score >= least]


def _line(hit: Hit, number: int, words: dict[str, str]) -> str:
    text = hit.unit.content if hit.unit is not None else " ".join(hit.text.split())
    if hit.turn is not None and not hit.turn.dated:
        return words["undated"].format(text=text, number=number)
    return words["line"].format(text=text, number=number, day=f"{hit.occurred_at:%Y-%m-%d}")
