"""Whether what was erased comes back: by every way that old text takes into a memory.

Statements are remembered, copied (a backup, exports), and erased. Then they are laundered: the
memories are rebuilt, the store is opened anew, the old backup is put back, the old exports are
imported, and the old chat is read again, as it was and in other shapes. At the end each is said
anew by its user, which has to be possible.
"""

from __future__ import annotations

import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from retold.errors import SettingsError
from retold.evaluate.asking import Progress
from retold.evaluate.report import machine
from retold.evaluate.secret_facts import BYSTANDERS, LANGUAGES, Fact, facts
from retold.records import Said, State, Unit
from retold.settings import Settings, load
from retold.sync import Memory, UserMemory
from retold.text.normal import fold

_EVERY = tuple(State)
_BEGINNING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
# Everything was said long before it was erased, and what is said anew is said after that.
_ERASED_AFTER = timedelta(days=30)

Shape = Callable[["_Erased"], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionOptions:
    """What to run: so many statements a language, made from this seed."""

    preset: str = "selective"
    statements: int = 100
    seed: int = 0


@dataclass(slots=True)
class _Clock:
    moment: datetime = _BEGINNING

    def now(self) -> datetime:
        return self.moment


@dataclass(frozen=True, slots=True, kw_only=True)
class _Erased:
    """A statement with its turn, and the memory that was made of it."""

    fact: Fact
    number: int
    unit: Unit | None

    def said(self, text: str, name: str) -> Said:
        """An old message with this text, as an import brings it."""
        at = _BEGINNING + timedelta(minutes=self.number)
        return Said(text=text, id=f"{name}-{self.number}", session="old", at=at, origin="import")


def run_deletion(options: DeletionOptions, progress: Progress | None = None) -> dict[str, Any]:
    """Erase statements, then try every way back.

    Args:
        options: what to run. Vectors are made by the embedder `hashing`, for nothing here rests on
            what words mean.
        progress: told how many steps of how many are done.

    Returns:
        A result as `retold eval deletion --json` writes it. Of its `metrics`, `facts` statements
        became memories and were erased; `came_back` of them came back by any way, as text in a
        unit, its history, a turn or a hit (`by_step` counts them for each way); `relearned` were
        accepted when they were said anew; `bytes_found` counts places in the store's files where
        eight bytes of a statement stand that no row accounts for, over all looks at them;
        `bystanders_lost` are memories beside them that are missing at the end.

    Raises:
        SettingsError: no such preset, or one whose writer is off, so that nothing is erased.
    """
    settings = load(
        {"embedder.driver": "hashing", "storage.synchronous": "normal"}, preset=options.preset
    )
    if not settings.writer.enabled:
        raise SettingsError(f"the preset {options.preset!r} writes no memories", hint="another one")
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        run = _Run(options=options, settings=settings, folder=Path(folder), told=progress)
        try:
            run.everything()
        finally:
            run.memory.close()
    return run.result(time.perf_counter() - started)


@dataclass(slots=True, kw_only=True)
class _Run:
    options: DeletionOptions
    settings: Settings
    folder: Path
    told: Progress | None
    clock: _Clock = field(default_factory=_Clock)
    erased: list[_Erased] = field(default_factory=list)
    came_back: dict[str, set[str]] = field(default_factory=dict)
    relearned: set[str] = field(default_factory=set)
    bytes_found: int = 0
    bystanders_lost: int = 0
    memory: Memory = field(init=False)
    embedder: str = ""
    done: int = 0

    def __post_init__(self) -> None:
        self._open()

    def everything(self) -> None:
        """All of it, in order."""
        self._remember()
        self._copy()
        self._erase()
        self._step("erase", lambda: None)
        self._step("rebuild", self._rebuild)
        self._step("restart", self._restart)
        self._step("old backup", self._put_back)
        self._step("old export", lambda: self._import("{}.jsonl"))
        self._step("old export, other ids", lambda: self._import("{}-renamed.jsonl"))
        for name, shape in _SHAPES.items():
            self._step(name, lambda name=name, shape=shape: self._say_again(name, shape))  # type: ignore[misc]
        self._step("two sentences a turn", self._say_pairs)
        self._step("rebuild again", self._rebuild)
        self.bystanders_lost = self._missing_bystanders()
        self._relearn()

    def result(self, seconds: float) -> dict[str, Any]:
        """The run as plain data."""
        back = set().union(*self.came_back.values())
        languages = {e.fact.mark: e.fact.language for e in self.erased if e.unit is not None}

        def of(language: str, marks: Iterable[str]) -> int:
            return sum(languages.get(mark) == language for mark in marks)

        return {
            "command": "eval deletion",
            "dataset": "generated statements",
            "preset": self.options.preset,
            "split": "all",
            "embedder": self.embedder,
            "seed": self.options.seed,
            "machine": machine(),
            "metrics": {
                "facts": len(languages),
                "came_back": len(back),
                "relearned": len(self.relearned),
                "bytes_found": self.bytes_found,
                "bystanders_lost": self.bystanders_lost,
            },
            "by_category": {
                language: {
                    "facts": of(language, languages),
                    "came_back": of(language, back),
                    "relearned": of(language, self.relearned),
                }
                for language in LANGUAGES
            },
            "by_step": {name: len(marks) for name, marks in self.came_back.items()},
            "examples": {
                name: sorted(marks)[:3] for name, marks in self.came_back.items() if marks
            },
            "seconds": round(seconds, 1),
        }

    # ── Before ─────────────────────────────────────────────────────────────────────────────────

    def _remember(self) -> None:
        said = facts(self.options.statements, seed=self.options.seed)
        for number, fact in enumerate(said):
            erased = _Erased(fact=fact, number=number, unit=None)
            user = self._user(fact)
            user.remember(erased.said(fact.text, "old"))
            unit = next((u for u in user.memories() if _holds(u.content, fact)), None)
            self.erased.append(replace(erased, unit=unit))
        for user in self._users():
            user.remember(list(BYSTANDERS[user.scope.user[:2]]))

    def _copy(self) -> None:
        self.memory.backup(self.folder / "old.db")
        for user in self._users():
            path = self.folder / f"{user.scope.user}.jsonl"
            user.export(path)
            renamed = path.read_text("utf-8").replace('"old-', '"renamed-')
            path.with_stem(f"{path.stem}-renamed").write_text(renamed, "utf-8")

    def _erase(self) -> None:
        self.clock.moment += _ERASED_AFTER
        for one in self.erased:
            if one.unit is not None:
                self._user(one.fact).erase(one.unit.id)
        self.clock.moment += timedelta(days=1)

    # ── Ways back ──────────────────────────────────────────────────────────────────────────────

    def _step(self, name: str, way: Callable[[], None]) -> None:
        """Go a way, and look for what came back; it is erased again, so that each way counts."""
        way()
        found = self.came_back.setdefault(name, set())
        for user in self._users():
            found |= self._found(user)
        self.bytes_found += len(self.memory.traces(*self._texts()).found)
        self.done += 1
        if self.told is not None:
            self.told(self.done, len(_SHAPES) + _OTHER_WAYS)

    def _found(self, user: UserMemory) -> set[str]:
        mine = [e.fact for e in self.erased if e.fact.user == user.scope.user and e.unit]
        units, turns = user.memories(states=_EVERY), user.turns()
        asked = " ".join(fact.mark for fact in mine)
        hits = user.recall(asked, k=self.settings.limits.k, threshold=0).hits
        steps = (step.content for unit in units for step in user.history(unit.id))
        texts = [t for unit in units for t in (unit.content, unit.first_person, unit.value)]
        texts += [*steps, *(turn.text for turn in turns), *(hit.text for hit in hits)]
        found = {fact.mark for fact in mine if any(_holds(text, fact) for text in texts)}
        if found:
            again = [u.id for u in units if any(_holds(u.content, f) for f in mine)]
            said = [t.id for t in turns if any(_holds(t.text, f) for f in mine)]
            user.erase(*again, turns=said)
            self.clock.moment += timedelta(seconds=1)
        return found

    def _rebuild(self) -> None:
        for user in self._users():
            user.rebuild()

    def _restart(self) -> None:
        self.memory.close()
        self._open()

    def _put_back(self) -> None:
        self.memory.close()
        Memory.restore_backup(
            self.folder / "old.db", self.folder / "memory.db", settings=self.settings
        )
        self._open()

    def _import(self, name: str) -> None:
        for user in self._users():
            user.restore_from(self.folder / name.format(user.scope.user))

    def _say_again(self, name: str, shape: Shape) -> None:
        """Read the old chat again, a user's messages in one call, as an import does."""
        for user in self._users():
            mine = [e for e in self.erased if e.unit and e.fact.user == user.scope.user]
            old = "old" if name == "old chat" else name
            said = [one.said(shape(one), old) for one in mine]
            known = {turn.id for turn in user.turns()}
            if fresh := [one for one in said if one.id not in known]:
                user.remember(fresh)

    def _say_pairs(self) -> None:
        for user in self._users():
            mine = [e for e in self.erased if e.unit and e.fact.user == user.scope.user]
            pairs = zip(mine[::2], mine[1::2], strict=False)
            said = [a.said(f"{a.fact.text} {b.fact.text}", "pair") for a, b in pairs]
            if said:
                user.remember(said)

    # ── After ──────────────────────────────────────────────────────────────────────────────────

    def _missing_bystanders(self) -> int:
        return sum(
            not any(said.rstrip(".。") in turn.text for turn in user.turns())
            for user in self._users()
            for said in BYSTANDERS[user.scope.user[:2]]
        )

    def _relearn(self) -> None:
        self.clock.moment += timedelta(days=1)
        for one in self.erased:
            if one.unit is None:
                continue
            user = self._user(one.fact)
            receipt = user.remember(one.fact.text)
            self.clock.moment += timedelta(minutes=1)
            made = [u for u in user.memories() if u.id in receipt.unit_ids]
            if any(_holds(unit.content, one.fact) for unit in made) and one.unit.id not in {
                unit.id for unit in made
            }:
                self.relearned.add(one.fact.mark)

    # ── The store ──────────────────────────────────────────────────────────────────────────────

    def _open(self) -> None:
        path = self.folder / "memory.db"
        self.memory = Memory.open(path, settings=self.settings, clock=self.clock)
        self.embedder = self.memory.health()["embedder"]

    def _user(self, fact: Fact) -> UserMemory:
        return self.memory.user(fact.user, session="old")

    def _users(self) -> Iterator[UserMemory]:
        for name in dict.fromkeys(one.fact.user for one in self.erased):
            yield self.memory.user(name, session="old")

    def _texts(self) -> list[str]:
        return [one.fact.text for one in self.erased if one.unit is not None]


def _holds(text: str, fact: Fact) -> bool:
    return fold(fact.mark) in fold(text)


def _wide(text: str) -> str:
    """The text with full-width forms of its letters, digits and signs."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _inside(one: _Erased) -> str:
    """The statement as a clause of a longer sentence."""
    clause = one.fact.text.rstrip(".。")
    if one.fact.language == "en":
        return f"By the way, {clause}, and the weather here was lovely all week."
    return f"对了，{clause}，而且这周的天气一直很好。"


def _at_the_end(one: _Erased) -> str:
    if one.fact.language == "en":
        return f"We had a long walk along the shore; {one.fact.text}"
    return f"我们沿着海边走了很久；{one.fact.text}"


# The steps of `everything` that are no shape of the old chat.
_OTHER_WAYS = 8
_SHAPES: dict[str, Shape] = {
    "old chat": lambda one: one.fact.text,
    "old chat, other ids": lambda one: one.fact.text,
    "inside a sentence": _inside,
    "at the end of a sentence": _at_the_end,
    "unit wording": lambda one: one.unit.content if one.unit else "",
    "first person": lambda one: one.unit.first_person if one.unit else "",
    "slot wording": lambda one: one.fact.other,
    "upper case": lambda one: one.fact.text.upper(),
    "lower case": lambda one: one.fact.text.lower(),
    "full width": lambda one: _wide(one.fact.text),
    "decomposed": lambda one: _decomposed(one.fact.text),
    "other punctuation": lambda one: one.fact.text.rstrip(".。") + "!!",
}
