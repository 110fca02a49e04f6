"""Every knob: its default, unit, range, and one line of why.

Order of precedence: arguments, `RETOLD_…` environment (sections joined by two underscores, as in
`RETOLD_RETRIEVER__THRESHOLD`), `retold.toml` in the working directory, a preset, the defaults.
Nothing is read at import; `load` reads. Unknown keys are errors. Secrets come from the
environment only and are never part of these settings.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from retold.errors import SettingsError

PREFIX = "RETOLD_"
FILE = "retold.toml"
# Read by the drivers that need them; listed here so that they are not taken for unknown settings.
SECRETS = ("RETOLD_OPENAI_API_KEY",)


class Section(BaseModel):
    """A group of knobs. Frozen; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class StorageSettings(Section):
    """Where the memory lives and how safely it is written."""

    ledger: str = Field("sqlite", description="Driver of the ledger; one file needs no server.")
    index: str = Field("sqlite", description="Driver of the index; the default shares the file.")
    synchronous: Literal["full", "normal"] = Field(
        "full", description="`full` syncs every write to disk; `normal` may lose the last ones."
    )
    busy_timeout_seconds: float = Field(
        10.0, gt=0, le=600, description="How long a write waits for another process's write."
    )
    vector_cache_megabytes: int = Field(
        256, ge=1, le=65536, description="Memory for vectors of recently asked users."
    )
    threads: int = Field(2, ge=1, le=64, description="Threads for database reads.")


class EmbedderSettings(Section):
    """What turns text into vectors."""

    driver: str = Field("e5", description="Chinese and English in one model, with no download.")
    threads: int = Field(1, ge=1, le=64, description="More help only on an idle machine.")
    batch: int = Field(16, ge=1, le=512, description="Texts a call; larger gains nothing on CPU.")
    max_windows: int = Field(
        16, ge=1, le=256, description="Windows embedded of one long text; the rest has keywords."
    )
    when: Literal["now", "later"] = Field(
        "now", description="`later` returns before vectors exist; recall fills them in."
    )
    fill_at_recall: int = Field(
        16, ge=0, le=1024, description="Missing vectors that one recall fills in before searching."
    )
    retry_seconds: float = Field(
        30.0, ge=0, le=86400, description="Pause after a failure, so that recalls stay quick."
    )
    url: str = Field("", description="Base address of an OpenAI-compatible endpoint.")
    model: str = Field("", description="Name of the endpoint's model.")
    dimensions: int = Field(0, ge=0, le=8192, description="Length of the endpoint's vectors.")
    timeout_seconds: float = Field(10.0, gt=0, le=600, description="Limit of one endpoint call.")


class LimitSettings(Section):
    """What is too large to accept."""

    turn_characters: int = Field(
        2_000_000, ge=1, description="Longest text of one turn; a pasted book is a mistake."
    )
    turns_a_call: int = Field(20_000, ge=1, description="Most turns in one `remember`.")
    name_characters: int = Field(
        200, ge=1, le=10_000, description="Longest user, session, speaker, id or key."
    )
    metadata_characters: int = Field(10_000, ge=0, description="Longest metadata of one turn.")
    future_seconds: float = Field(
        86_400.0, ge=0, description="How far ahead of the clock a turn may be dated."
    )
    k: int = Field(200, ge=1, le=10_000, description="Largest `k` of a recall.")
    question_characters: int = Field(
        100_000, ge=1, description="Longest question; what is searched is its start."
    )


class WriterSettings(Section):
    """What is worth keeping, and how it is said."""

    enabled: bool = Field(True, description="Without it only the turn log is kept.")
    threshold: float = Field(
        0.5, ge=0, le=1, description="Least score of a sentence that becomes a unit."
    )
    context_turns: int = Field(5, ge=0, le=50, description="Turns a sentence is understood with.")
    near_duplicate: float = Field(
        0.85, ge=0, le=1, description="Token similarity from which two units may be one."
    )
    max_sentences: int = Field(
        200, ge=1, le=10_000, description="Sentences of one turn that are judged."
    )
    raw: bool = Field(False, description="Keep the sentence as it was said, without rewriting.")


class RetrieverSettings(Section):
    """How a question finds what is remembered."""

    k: int = Field(8, ge=1, le=200, description="Hits when the caller names no number.")
    pool: int = Field(200, ge=10, le=100_000, description="Candidates a signal brings to ranking.")


class ReconstructorSettings(Section):
    """How hits become a background."""

    budget_tokens: int = Field(
        600, ge=16, le=100_000, description="Upper bound of a context; a page is distraction."
    )


class AnswerSettings(Section):
    """How a reply is composed without a model."""

    sentences: int = Field(3, ge=1, le=20, description="Memories that one reply draws on.")


class Settings(Section):
    """All knobs. Build it with `load`, or with keyword arguments."""

    preset: str = Field("selective", description="The design that the other values start from.")
    storage: StorageSettings = StorageSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    limits: LimitSettings = LimitSettings()
    writer: WriterSettings = WriterSettings()
    retriever: RetrieverSettings = RetrieverSettings()
    reconstructor: ReconstructorSettings = ReconstructorSettings()
    answer: AnswerSettings = AnswerSettings()


def presets() -> tuple[str, ...]:
    """Names of the presets that come with the package, sorted."""
    folder = resources.files("retold").joinpath("presets")
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml")))


def load(
    overrides: Mapping[str, Any] | None = None,
    *,
    preset: str | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Settings:
    """The settings in force.

    Args:
        overrides: values by dotted name (`"retriever.k"`) that win over everything.
        preset: the preset to start from; wins over the one that file or environment name.
        environment: what to read instead of the process's environment.
        directory: where to look for `retold.toml` instead of the working directory.

    Raises:
        SettingsError: an unknown name or preset, or a value out of range.
    """
    given = _from_file((directory or Path.cwd()) / FILE)
    _merge(given, _from_environment(os.environ if environment is None else environment))
    for name, value in (overrides or {}).items():
        _merge(given, _nested(name.split("."), value))
    if preset is not None:
        given["preset"] = preset
    values = _from_preset(str(given.get("preset", "selective")))
    _merge(values, given)
    try:
        return Settings(**values)
    except ValidationError as error:
        raise _explained(error) from None


def _from_preset(name: str) -> dict[str, Any]:
    if name not in presets():
        raise SettingsError(f"unknown preset {name!r}", hint=f"one of {', '.join(presets())}")
    text = resources.files("retold").joinpath("presets", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(
            f"{path.name} cannot be read: {error}", hint="mend or remove it"
        ) from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in environment.items():
        if name.startswith(PREFIX) and name not in SECRETS:
            _merge(found, _nested(name[len(PREFIX) :].lower().split("__"), value))
    return found


def _nested(path: list[str], value: Any) -> dict[str, Any]:
    for key in reversed(path):
        value = {key: value}
    result: dict[str, Any] = value
    return result


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = dict(value) if isinstance(value, Mapping) else value


def _explained(error: ValidationError) -> SettingsError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return SettingsError(f"unknown setting {name!r}", hint="`retold config` lists them all")
    return SettingsError(f"setting {name} = {first['input']!r}: {first['msg'].lower()}")
