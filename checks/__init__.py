"""What `make check` asks of this repository beyond its linters: sizes, catches, locks and docs.

Each module has a function `faults` that takes the root of a working tree and yields one line a
fault, `path:line: what is wrong`, so that the checks themselves can be tested on a planted fault.
"""
