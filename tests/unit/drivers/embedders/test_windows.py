from __future__ import annotations

from retold.drivers.embedders.windows import windows


def test_short_is_one_part():
    assert windows("abcd", 4, overlap=1, limit=9) == ["abcd"]


def test_nothing_is_one_empty_part():
    assert windows("", 4, overlap=1, limit=9) == [""]


def test_neighbours_overlap():
    assert windows("abcdefg", 4, overlap=1, limit=9) == ["abcd", "defg"]


def test_one_more_begins_another_part():
    assert windows("abcdefgh", 4, overlap=1, limit=9) == ["abcd", "defg", "gh"]


def test_the_rest_is_dropped_at_the_limit():
    assert windows([1, 2, 3, 4, 5, 6], 2, overlap=0, limit=2) == [[1, 2], [3, 4]]
