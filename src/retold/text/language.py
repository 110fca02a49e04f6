"""Which of the two languages a text is in."""

from __future__ import annotations

import re
from typing import Literal

Language = Literal["zh", "en"]

# Unified ideographs with extensions, compatibility forms, and the marks 〇 and 々.
HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"

# A text shows its language early; a pasted book is judged by its start.
_SAMPLE_CHARACTERS = 4000
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|[!-?A-~]+@[!-~]+|`[^`\n]*`", re.ASCII)
_CHINESE_MARK = re.compile("[，。！？；：、“”《》【】～]")
# Words that only carry grammar, so they belong to the language that the text is in; others may be
# names of products inside the other language.
_GRAMMAR_ZH = re.compile("[的了是我你他她它们在和与就都也很把被给对吗呢吧啊这那有不没用]")
_GRAMMAR_EN = frozenset(
    """a an the i i'm i've i'd i'll me my mine you your we our he she it it's they them their this
    that these those is am are was were be been do does did don't have has had will would can could
    and or but not of to in on at for with from by about what who how why when where
    which""".split()
)
# A Chinese word has some 1.6 characters, and an English text is one grammar word in two.
_WORDS_PER_HAN = 0.6


def language(text: str) -> Language:
    """`zh` where Chinese carries the sentence, `en` otherwise, also for a text without letters.

    Words of either language are counted; grammar words count double, and other Latin words half,
    for these are often names inside a Chinese sentence (`我用 React Native 和 TypeScript`).
    """
    if text.isascii():
        return "en"
    sample = _ADDRESS.sub(" ", text[:_SAMPLE_CHARACTERS].replace("’", "'"))
    characters = len(_HAN.findall(sample))
    if not characters:
        has_words = _WORD.search(sample) is not None
        return "zh" if not has_words and _CHINESE_MARK.search(sample) else "en"
    chinese = characters * _WORDS_PER_HAN + len(_GRAMMAR_ZH.findall(sample))
    words = [word.lower() for word in _WORD.findall(sample)]
    grammar = sum(word in _GRAMMAR_EN for word in words)
    english = grammar * 2.0 + (len(words) - grammar) * 0.5
    return "zh" if chinese >= english else "en"
