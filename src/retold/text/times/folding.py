"""Text folded for matching, character for character, so that positions stay valid.

Latin letters become lower-case, full-width forms half-width, and the traditional forms of the
characters that time phrases use simplified. Nothing changes the length.
"""

from __future__ import annotations

import string

# Characters of time phrases and of their cues only; text/normal.py does whole texts.
_TRADITIONAL = (
    "週禮後這兩點號剛過個節國慶勞動師鐘鍾時當來幾預計劃備會將開約見準為歲習慣總經從內與兒"
    "龍陰曆歷農臘間結還沒裡裏聖誕雙萬婦長黃陽紀議頭樓線門車機碼館廳術畢業離職學產給餅閣縣區"
)
_SIMPLIFIED = (
    "周礼后这两点号刚过个节国庆劳动师钟钟时当来几预计划备会将开约见准为岁习惯总经从内与儿"
    "龙阴历历农腊间结还没里里圣诞双万妇长黄阳纪议头楼线门车机码馆厅术毕业离职学产给饼阁县区"
)
_TABLE: dict[int, int | str] = {
    **{code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)},
    **str.maketrans(_TRADITIONAL, _SIMPLIFIED),
    **str.maketrans(string.ascii_uppercase, string.ascii_lowercase),
    # Typographic apostrophe, spaces and dashes.
    **str.maketrans("\u2019\u3000\u00a0\u202f\u2013\u2014", "'   --"),
}


def fold(text: str) -> str:
    """The text for matching: of the same length, each character at its old position."""
    return text.translate(_TABLE)
