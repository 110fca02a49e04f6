"""Folding keeps every character in its place."""

import pytest

from retold.text.times.folding import _SIMPLIFIED, _TRADITIONAL, fold


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Last TUESDAY", "last tuesday"),
        ("５月３日", "5月3日"),
        ("ＭＡＹ　３", "may 3"),
        ("上個週三", "上个周三"),
        ("後天下午兩點", "后天下午两点"),
        ("yesterday’s", "yesterday's"),
        ("İstanbul ß", "İstanbul ß"),
    ],
)
def test_fold(text: str, wanted: str) -> None:
    assert fold(text) == wanted
    assert len(wanted) == len(text)


def test_the_two_lists_match() -> None:
    assert len(_TRADITIONAL) == len(_SIMPLIFIED) == len(set(_TRADITIONAL))
