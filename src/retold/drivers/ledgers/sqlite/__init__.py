"""The ledger in one SQLite file, through apsw and the SQLite it brings.

schema      the tables, and why each is there
migrations  creating and upgrading a file: backup, all steps or none
connection  opening, pragmas, threads, errors in Retold's words
rows        records to rows and back
write       one function a change, in one transaction
entries     postings: written with each item, many in one row
keywords    postings: read for ranking, within a scope
vectors     vectors: written with a change number, read after one
read        turns, units, history and the rest
scrub       overwriting what deleted rows may have left in the files
"""

from retold.drivers.ledgers.sqlite.ledger import SqliteLedger

__all__ = ["SqliteLedger"]
