import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.errors import InputError
from retold.text.runs import LEAST_BYTES, RUN_BYTES, Runs

TEXTS = st.text(min_size=2, max_size=30).filter(
    lambda text: len(text.encode("utf-8", "surrogatepass")) >= LEAST_BYTES
)


def every_run(text):
    forms = {text, json.dumps(text, ensure_ascii=False)[1:-1]}
    data = [form.encode("utf-8", "surrogatepass") for form in forms]
    size = RUN_BYTES
    return {form[i : i + size] for form in data for i in range(max(1, len(form) - size + 1))}


@given(TEXTS, st.binary(max_size=40), st.binary(max_size=40), st.data())
def test_every_place_where_a_run_begins_is_found(text, before, after, data):
    runs = every_run(text)
    piece = data.draw(st.sampled_from(sorted(runs)))
    buried = before + piece + after
    expected = [i for i in range(len(buried)) if any(buried.startswith(r, i) for r in runs)]
    assert Runs([text]).places(buried) == expected
    assert len(before) in expected


@given(TEXTS, st.binary(max_size=40))
def test_what_is_accounted_for_is_found_no_more(text, data):
    runs = Runs([text])
    there = text.encode("utf-8", "surrogatepass") + data
    runs.account_for(there)
    assert runs.places(there) == []
    assert 0 < runs.shared <= runs.total == len(every_run(text))


@pytest.mark.parametrize(
    ("secret", "other", "left"),
    [
        ("my aunt keeps 400 bees", "my aunt keeps 300 goats", b"400 bees"),
        ("我的阿姨养了四百只蜜蜂", "我的阿姨养了三百只山羊", "百只蜜蜂".encode()),
    ],
)
def test_only_runs_of_its_own_tell(secret, other, left):
    runs = Runs([secret])
    runs.account_for(other.encode())
    assert runs.places(other.encode()) == []
    assert runs.places(b"\0\0" + left) != []


def test_a_short_text_is_one_run():
    runs = Runs(["王小明"[:2]])
    assert (runs.total, runs.places("x王小y王小".encode())) == (1, [1, 8])
    runs.account_for("王小".encode())
    assert (runs.shared, runs.places("王小".encode())) == (1, [])


@pytest.mark.parametrize("text", ["", "tea", "茶", "tea x"])
def test_too_short_a_text_tells_nothing(text):
    with pytest.raises(InputError, match="by chance"):
        Runs(["long enough a text", text])
