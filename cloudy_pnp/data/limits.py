"""Limits of untrusted files.

Card data comes from pull requests by unknown people. The limits are far above the needs of a game (10,000 board
scenarios in one file are normal and take about 5 MB) and low enough that no file takes more than seconds.
"""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Bounds on untrusted input; exceeding those of a file is a `YAML-LIMIT` problem."""

    file_bytes: int = 32 * 1024 * 1024
    nodes: int = 4_000_000  # values of a file
    alias_nodes: int = 100_000  # values represented by its aliases
    depth: int = 50  # nested lists and maps
    digits: int = 15  # of a number: the precision of every JSON reader
    problems: int = 10_000  # per file
    files: int = 10_000  # per game
    entries: int = 50_000  # files and folders of any kind below a folder
    folders: int = 50  # nested folders
    packs: int = 200  # next to a game
    trials: int = 60  # cards that are test-played; more are skipped, with a notice


LIMITS = Limits()
