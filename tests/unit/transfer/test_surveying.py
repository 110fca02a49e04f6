import pytest

from retold import DatasetError
from retold.testing.samples import AT, scope, turn
from retold.transfer import is_export, users_in
from retold.transfer.lines import VERSION, Head, Tail, written
from retold.transfer.surveying import lines_of, opened, survey, turn_at


def part(user, *turns):
    head = Head(version=VERSION, user=user, at=AT)
    lines = (head, *turns, Tail(turns=len(turns), units=0, receipts=0))
    return "".join(map(written, lines))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.jsonl"
    said = [turn(f"t{n}", scope("小周"), text=f"第{n}句") for n in range(3)]
    # A byte order mark and blank lines do no harm.
    path.write_text("\ufeff\n" + part("小周", *said) + "\n" + part("ada"), "utf-8")
    return path


def test_an_export_is_known_by_its_first_line(file, tmp_path):
    assert is_export(file)
    for text in ("", "[1]\n", "{\n", '{"type":"turn"}\n' + part("a")):
        (tmp_path / "b.jsonl").write_text(text)
        assert not is_export(tmp_path / "b.jsonl")
    with pytest.raises(DatasetError, match="cannot be read"):
        is_export(tmp_path / "none")


def test_its_users_are_told_in_order(file):
    assert [found.user for found in users_in(file)] == ["小周", "ada"]


def test_lines_are_read_on_while_others_are_looked_up(file):
    with opened(file) as handle:
        first, second = survey(handle, "a", lambda _: None)
        seen = []
        for line in lines_of(handle, first, scope("else")):
            seen.append(line.id)
            again = turn_at(handle, first.turns["t0"], scope("else"), "a")
            assert (again.id, again.text, again.scope.user) == ("t0", "第0句", "else")
        assert seen == ["t0", "t1", "t2"]
        assert list(lines_of(handle, second, scope("else"))) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (part("a") + part("a"), "twice"),
        (written(Head(version=1, user="a", at=AT)) + part("b"), "inside another"),
        (written(turn("t", scope())) + part("a"), "line 1: no line"),
        (part("a") + written(turn("t", scope())), "line 3: no line"),
        (written(Head(version=1, user="a", at=AT)), "cut off"),
    ],
)
def test_parts_that_are_not_whole_are_refused(tmp_path, text, words):
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(DatasetError, match=words):
        users_in(tmp_path / "a.jsonl")


def test_bytes_that_are_no_text_are_named(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(part("a").encode().replace(b'"end"', b'"\xff"'))
    with pytest.raises(DatasetError, match="line 2: not UTF-8"):
        users_in(tmp_path / "a.jsonl")
