"""What a game is to the rest of the tool: a record of data and functions, composed, not inherited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cloudy_pnp.data.entries import Entries, Found, Kind
from cloudy_pnp.problems import Finding

if TYPE_CHECKING:  # a check draws nothing and need not load the drawing modules
    from cloudy_pnp.draw.scene import Symbol


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of file that tells a situation of the game: its schema, and how a document is judged by the rules."""

    schema: str
    prepare: Callable[[Entries], Callable[[Any], list[Finding]]]  # the game's data once, then each document


@dataclass(frozen=True, slots=True)
class CardPicture:
    """One printable card. Both faces are scenes in millimetres with the origin at the top left corner of the cut
    card; their background is painted beyond the cut, out to the bleed. Equal faces are the same Symbol object.
    """

    card: str  # its id, fit for a file name
    copy: int  # from 1: each copy of a card may look a little different
    front: Symbol
    back: Symbol


@dataclass(frozen=True, slots=True)
class Game:
    """One game: what its data looks like, and what can be said about it."""

    id: str
    kinds: Mapping[str, Kind]
    codes: Mapping[str, str]  # every problem code of its own, with one sentence
    check: Callable[[Entries], Iterable[Found]]  # the rules, on sound entries
    scenarios: Mapping[str, Scenario]  # by the ending of the file name
