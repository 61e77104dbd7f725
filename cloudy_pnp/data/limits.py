"""How much of a stranger's file is read before we say no.

Card data comes from pull requests of people we do not know. The limits are far above what a game needs (10,000
board scenarios in one file are normal and take about 5 MB) and low enough that no file costs more than seconds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on untrusted input; those of a file are a `YAML-LIMIT` problem when passed."""

    file_bytes: int = 32 * 1024 * 1024
    nodes: int = 4_000_000  # values of one file
    alias_nodes: int = 100_000  # values that its aliases stand for
    depth: int = 50  # lists and maps inside each other
    digits: int = 15  # of a number: what every JSON reader keeps exactly
    problems: int = 10_000  # of one file
    files: int = 10_000  # of one game
    entries: int = 50_000  # files and folders of any kind below one folder
    folders: int = 50  # inside each other
    packs: int = 200  # beside a game
    tried: int = 60  # cards that are tried out by playing; more are not tried, and that is told


LIMITS = Limits()
