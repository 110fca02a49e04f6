"""Faults for drivers that write through apsw: a statement or a disk write that fails on demand.

Enter one of them before the store is opened, and close the store before leaving it.

    with StatementFaults() as faults:
        ledger = await SqliteLedger.open(path, settings)
        faults.fail_at(3)
        with pytest.raises(StoreUnavailableError):
            await ledger.apply(changes)
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import apsw


class Faults:
    """Counts what could fail, and fails once when the count reaches a number."""

    def __init__(self) -> None:
        """Count without failing."""
        self.count = 0
        self._at = 0
        self._error: type[Exception] = apsw.FullError

    def fail_at(self, number: int, error: type[Exception] = apsw.FullError) -> None:
        """Start counting anew, and raise `error` once, in place of the event of this number."""
        self.count = 0
        self._at = number
        self._error = error

    def heal(self) -> None:
        """Start counting anew and fail no more."""
        self.fail_at(0)

    def _happen(self) -> None:
        self.count += 1
        if self.count == self._at:
            raise self._error("injected")


class StatementFaults(Faults):
    """Statements of every connection that is opened inside the block."""

    def __enter__(self) -> Self:
        """Begin to watch new connections."""
        apsw.connection_hooks.append(self._watch)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Watch no more new connections."""
        apsw.connection_hooks.remove(self._watch)

    def _watch(self, connection: apsw.Connection) -> None:
        connection.exec_trace = self._on_statement

    def _on_statement(self, *_: Any) -> bool:
        self._happen()
        return True


class DiskFaults(Faults):
    """Writes, truncations and syncs of the disk, below SQLite's own file layer."""

    def __enter__(self) -> Self:
        """Put itself under every connection that is opened from now on."""
        self._disk = _Disk(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the disk back."""
        self._disk.unregister()

    def happen(self) -> None:
        """Count an event, or fail."""
        self._happen()


class _Disk(apsw.VFS):
    def __init__(self, faults: DiskFaults) -> None:
        self._faults = faults
        super().__init__("faults", "", makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self._faults, name, flags)


class _File(apsw.VFSFile):
    def __init__(
        self, faults: DiskFaults, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._faults = faults
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._faults.happen()
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._faults.happen()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._faults.happen()
        super().xSync(flags)
