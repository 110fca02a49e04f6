import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import pytest
from rich.text import Text

from retold.cli.output import Output, joined, plain, visible
from retold.errors import NotFoundError
from retold.records import Kind, Query, Scope


@dataclass(frozen=True)
class Inner:
    at: datetime
    where: Path


def output(**changed):
    return Output(**{"as_json": False, "language": "en", "colour": True, **changed})


def test_records_become_plain_values():
    value = MappingProxyType(
        {
            "kinds": (Kind.PLAN,),
            "of": Inner(datetime(2026, 5, 4, tzinfo=UTC), Path("a/b")),
            "n": None,
        }
    )
    assert plain(value) == {
        "kinds": ["plan"],
        "of": {"at": "2026-05-04T00:00:00+00:00", "where": "a/b"},
        "n": None,
    }


def test_slotted_records_are_read_field_by_field():
    assert plain(Query(text="预算", scope=Scope(user="a")))["scope"]["tenant"] == "default"


@pytest.mark.parametrize("text", ["\x1b[31mred", "bell\x07", "\x9b2J", "a\rb"])
def test_control_characters_do_not_reach_a_terminal(text):
    assert all(c.isprintable() for c in visible(text))


def test_line_breaks_tabs_and_chinese_stay():
    assert visible("一\n\t二 👍") == "一\n\t二 👍"


def test_json_is_all_that_is_printed(capsys):
    out = output(as_json=True)
    out.show({"text": "[bold]你好[/bold]"}, Text("a table"))
    out.note("All is well.")
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"text": "[bold]你好[/bold]"}
    assert printed.err == ""


def test_long_json_is_not_wrapped(capsys):
    output(as_json=True).json({"text": "word " * 400})
    assert json.loads(capsys.readouterr().out)["text"].count("word") == 400


def test_an_error_is_one_line_and_its_hint(capsys):
    output().failure(NotFoundError("no memory 'x' " + "y" * 200, hint="`memories` lists them"))
    printed = capsys.readouterr()
    first, second = printed.err.splitlines()
    assert first.startswith("Error: no memory 'x'")
    assert second.strip() == "`memories` lists them"
    assert printed.out == ""


def test_an_error_in_chinese_keeps_its_message(capsys):
    output(language="zh").failure(NotFoundError("no memory 'x'"))
    assert capsys.readouterr().err.startswith("错误: no memory 'x'")


def test_an_error_in_json_names_its_type(capsys):
    output(as_json=True).failure(NotFoundError("no memory 'x'", hint="look"))
    assert json.loads(capsys.readouterr().err) == {
        "error": "no memory 'x'",
        "hint": "look",
        "type": "NotFoundError",
    }


def test_the_readers_language_decides_and_blanks_are_filled():
    assert output().words("{count} turns", count=3) == "3 turns"
    assert output(language="zh").words("{count} turns", count=3) == "3 轮"


def test_user_text_with_braces_is_not_a_blank():
    assert output().words("wrote {path}", path="{count}") == "wrote {count}"


def test_colour_is_off_where_that_is_asked():
    assert output(colour=False).out.no_color
    assert not output(colour=True).out.no_color


def test_no_color_of_the_environment_is_honoured(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert output().out.no_color


def test_empty_parts_are_left_out():
    assert joined(["a", "", "b"]) == "a · b"
