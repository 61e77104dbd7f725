"""What a game is to the rest of the tool: a record of data and functions, composed, not inherited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.data.entries import Entries, Found, Kind
from cloudy_pnp.problems import Finding


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of file that tells a situation of the game: its schema, and how a document is judged by the rules."""

    schema: str
    prepare: Callable[[Entries], Callable[[Any], list[Finding]]]  # the game's data once, then each document


@dataclass(frozen=True, slots=True)
class Game:
    """One game: what its data looks like, and what can be said about it."""

    id: str
    kinds: Mapping[str, Kind]
    codes: Mapping[str, str]  # every problem code of its own, with one sentence
    check: Callable[[Entries], Iterable[Found]]  # the rules, on sound entries
    scenarios: Mapping[str, Scenario]  # by the ending of the file name
