"""Pebbles, as the tool sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.data.entries import Entries, Kind, SourceFinding, duplicate_ids
from cloudy_pnp.game.contract import ComponentKind, DataPart, Game, Lazy, Rulebook, Scenario

if TYPE_CHECKING:
    from pebbles_game.rules import Heap


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Ids are unique among all cards."""
    yield from duplicate_ids(entries, ("pebbles", "wishes"))


GAME: Game[Heap] = Game(
    id="pebbles",
    data=DataPart(
        kinds=(Kind("pebbles", cards=True), Kind("wishes", cards=True)),
        codes={"TAKE-1": "A wish takes more pebbles than there are.", "END-1": "Whoever takes the last pebble wins."},
        check=check,
        model=Lazy("pebbles_game.rules:heap_from_data"),
    ),
    components=Lazy("pebbles_game.printing:components"),
    prints=(ComponentKind.CARD, ComponentKind.TOKEN),
    book=Rulebook(Lazy("pebbles_game.printing:book_context"), ("TAKE-1", "END-1")),
    scenarios={
        "replay": Scenario(
            help="Replay a game of pebbles.",
            details="Exit code: 0 no errors, 1 errors.",
            endings=(".game.yaml",),
            schema="record",
            judge=Lazy("pebbles_game.rules:judge"),
            invalid=Lazy("pebbles_game.rules:invalid"),
        )
    },
    play=Lazy("pebbles_game.rules:PLAY"),
    shipped=Path(__file__).parents[1],
)
