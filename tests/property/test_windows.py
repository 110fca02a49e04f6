from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from retold.drivers.embedders.windows import windows


@given(st.integers(0, 300), st.integers(2, 40), st.data())
def test_windows_cover_everything_with_full_parts(length, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    whole = list(range(length))
    parts = windows(whole, size, overlap=overlap, limit=1000)
    assert set().union(*parts) == set(whole)
    assert all(len(part) == size for part in parts[:-1])
    for one, two in itertools.pairwise(parts):
        assert two[:overlap] == one[size - overlap :]
        assert len(two) > overlap  # no part without something new


@given(st.text(max_size=300), st.integers(1, 9))
def test_never_more_parts_than_allowed(text, limit):
    parts = windows(text, 10, overlap=3, limit=limit)
    assert 1 <= len(parts) <= limit
    assert parts == windows(text, 10, overlap=3, limit=1000)[:limit]
