"""An exact index over the vectors that the ledger holds.

matrix   the vectors of one scope in one array: taking in what is new, comparing all of it
index    the port: a bounded number of matrices, brought up to date from the ledger
"""

from retold.drivers.indexes.sqlite.index import SqliteIndex

__all__ = ["SqliteIndex"]
