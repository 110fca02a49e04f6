import pytest
import typer
from typer.testing import CliRunner

from retold.cli.common import Common, gather, register
from retold.errors import InputError


def one_command(without=()):
    app, seen = typer.Typer(), []

    @register(app, "look", examples=("retold look x",), without=without)
    def look(common: Common, what: str, *, often: int = 1) -> None:
        """Look."""
        seen.append((common, what, often))

    return app, seen, look


def test_a_command_takes_its_own_and_the_shared_options():
    app, seen, _ = one_command()
    result = CliRunner().invoke(
        app, ["sky", "--often", "3", "--user", "小明", "--db", "a.db", "--json"]
    )
    assert result.exit_code == 0
    (common, what, often) = seen[0]
    assert (what, often) == ("sky", 3)
    assert (common.user, str(common.db), common.output.as_json) == ("小明", "a.db", True)


def test_the_defaults():
    app, seen, _ = one_command()
    assert CliRunner().invoke(app, ["sky"]).exit_code == 0
    common = seen[0][0]
    assert (common.user, str(common.db), common.preset) == ("me", "memory.db", None)


def test_an_option_that_is_left_out_is_refused():
    app, _, _ = one_command(without=("user",))
    assert CliRunner().invoke(app, ["sky", "--user", "a"]).exit_code == 2


def test_the_function_itself_stays_callable():
    _, seen, look = one_command()
    look(gather(user="a"), "sea")
    assert seen[0][0].user == "a"


def test_reading_does_not_make_a_file(tmp_path):
    common = gather(db=tmp_path / "none.db")
    with pytest.raises(InputError, match="there is no memory at"):
        common.memory()
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("given", "locale", "expected"), [(None, "zh_CN.UTF-8", "zh"), ("en", "zh_CN.UTF-8", "en")]
)
def test_an_option_wins_over_the_locale(monkeypatch, given, locale, expected):
    monkeypatch.setenv("LC_ALL", locale)
    assert gather(lang=given).output.language == expected
