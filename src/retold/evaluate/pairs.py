"""Statements with questions that each answers, the same facts in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from retold.errors import DatasetError
from retold.evaluate.datasets import own_data

Spoken = Literal["en", "zh"]
Form = Literal["direct", "implicit"]
Half = Literal["tune", "test"]
LANGUAGES: tuple[Spoken, ...] = get_args(Spoken)
FORMS: tuple[Form, ...] = get_args(Form)

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Pair(BaseModel):
    """One fact in one language: what a person says, and two questions that only it answers.

    `about` is what it is about. The `direct` question uses the statement's own words; the
    `implicit` one shares none that tells something, so it must be understood.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Text
    about: Text
    said: Text
    direct: Text
    implicit: Text

    def question(self, form: Form) -> str:
        """The question of a form."""
        return self.direct if form == "direct" else self.implicit


def own_folder() -> Path:
    """Where the pairs of this project are in a checkout of it; elsewhere, nothing is."""
    return own_data("bench", "questions")


def read_pairs(folder: Path, half: Half = "test") -> dict[Spoken, list[Pair]]:
    """The pairs of each language, by the order of the English file.

    The files `en.jsonl` and `zh.jsonl` hold the same facts under the same ids, so a question of
    one language has its evidence in the other too. `tune-en.jsonl` and `tune-zh.jsonl` hold others,
    of another person, by which settings may be chosen.

    Raises:
        DatasetError: a file is missing or does not follow the format, an id stands twice, or only
            in one of the files.
    """
    start = "tune-" if half == "tune" else ""
    english, chinese = (_read(folder / f"{start}{spoken}.jsonl") for spoken in LANGUAGES)
    alone = sorted(english.keys() ^ chinese.keys())
    if alone:
        raise DatasetError(f"{folder.name}: {alone[0]!r} is only in one of the languages")
    return {"en": list(english.values()), "zh": [chinese[name] for name in english]}


def _read(file: Path) -> dict[str, Pair]:
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise DatasetError(
            f"{file.name} cannot be read: {error.strerror}",
            hint="a folder of questions holds en.jsonl and zh.jsonl",
        ) from None
    except UnicodeDecodeError:
        raise DatasetError(f"{file.name} is not UTF-8") from None
    found: dict[str, Pair] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            pair = _pair(line, f"{file.name}, line {number}")
            if pair.id in found:
                raise DatasetError(f"{file.name}, line {number}: {pair.id!r} stands twice")
            found[pair.id] = pair
    if not found:
        raise DatasetError(f"{file.name} holds no pairs")
    return found


def _pair(line: str, where: str) -> Pair:
    try:
        return Pair.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise DatasetError(f"{where}: {key}: {first['msg']}".replace(": : ", ": ")) from None
