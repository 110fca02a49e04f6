from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from retold.cli.output import THEME, Output
from retold.cli.tables import history_table, number, outcome_table, receipt_line, unit_table
from retold.records import Action, HistoryEntry, Kind, Outcome, Receipt, Scope, Source, State, Unit

AT = datetime(2026, 5, 4, 20, 11, tzinfo=UTC)


def unit(**changed):
    return Unit(
        **{
            "id": "4f1c9a0b7d2e6358",
            "scope": Scope(user="a"),
            "content": "用户对花生过敏，而且吃不了辣，一辣就胃疼。" * 4,
            "first_person": "",
            "kind": Kind.CONSTRAINT,
            "subject": "user",
            "created_at": AT,
            "occurred_at": AT,
            **changed,
        }
    )


def outcome(action, **changed):
    source = Source(turn_id="t", start=0, end=3)
    return Outcome(
        **{"action": action, "rule": "a question", "score": 0.2, "source": source, **changed}
    )


@pytest.fixture
def output():
    return Output(as_json=False, language="en", colour=False)


def drawn(part, width=80):
    console = Console(file=StringIO(), width=width, theme=THEME, markup=False)
    console.print(part)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal(output, width):
    text = drawn(unit_table(output, [unit(), unit(state=State.RETIRED)], states=True), width)
    assert all(cell_len(line) <= width for line in text.splitlines())


def test_the_start_of_an_id_and_the_day_are_never_cut(output):
    text = drawn(unit_table(output, [unit()], states=True))
    assert "4f1c9a0b" in text
    assert "2026-05-04" in text


def test_control_characters_of_a_memory_are_not_printed(output):
    assert "\x1b" not in drawn(unit_table(output, [unit(content="\x1b[2Jgone")]))


def test_markup_in_a_memory_is_only_text(output):
    assert "[bold]loud[/bold]" in drawn(unit_table(output, [unit(content="[bold]loud[/bold]")]))


def test_an_outcome_shows_what_was_said_and_what_it_became(output):
    rows = [
        (outcome(Action.KEPT), "I'm in Oslo.", "The user is in Oslo."),
        (outcome(Action.REFUSED), "ok", ""),
    ]
    text = drawn(outcome_table(output, rows))
    assert all(
        part in text
        for part in ("kept", "refused", "I'm in Oslo.", "→ The user is in Oslo.", "a question")
    )


def test_a_receipt_in_one_line(output):
    receipt = Receipt(
        id="r",
        turn_ids=("t",),
        outcomes=(outcome(Action.KEPT), outcome(Action.KEPT), outcome(Action.REFUSED)),
        at=AT,
        repeated=True,
        vectors="pending",
        notes=("masked password in the text",),
    )
    line = receipt_line(output, receipt).plain
    assert line == (
        "kept 2 · refused 1 · already remembered under this key · vectors follow later · masked password in the text"
    )


def test_a_receipt_of_nothing(output):
    assert (
        receipt_line(output, Receipt(id="r", turn_ids=("t",), outcomes=(), at=AT)).plain
        == "nothing worth keeping"
    )


def test_history_tells_step_and_reason(output):
    entry = HistoryEntry(
        unit_id="u",
        at=AT,
        event="superseded",
        content="Budget 3000",
        state=State.SUPERSEDED,
        reason="same slot",
        other_id="u2",
    )
    text = drawn(history_table(output, [entry]))
    assert all(
        part in text for part in ("superseded", "Budget 3000", "same slot · u2", "2026-05-04 20:11")
    )


def test_scores_have_two_decimals():
    assert number(0.5).plain == "0.50"
