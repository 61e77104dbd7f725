"""Hexes, as the tool sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.data.entries import Entries, Kind, SourceFinding, duplicate_ids
from cloudy_pnp.game.contract import ComponentKind, DataPart, Game, Lazy, Scenario


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Report ids that are used twice."""
    yield from duplicate_ids(entries, ("tiles",))


GAME: Game[Mapping[str, str]] = Game(
    id="hexes",
    data=DataPart(
        kinds=(Kind("tiles", cards=True),),
        codes={"ROW-1": "Neighbouring tiles show the same land where they touch."},
        check=check,
        model=Lazy("hexes_game.rules:edges_from_data"),
    ),
    components=Lazy("hexes_game.printing:components"),
    prints=(ComponentKind.TOKEN,),
    scenarios={
        "row": Scenario(
            help="Check rows of tiles.",
            details="\b\nExamples:\n  cloudy-pnp row my.row.yaml\n",
            endings=(".row.yaml",),
            schema="row",
            judge=Lazy("hexes_game.rules:check_row"),
            invalid=Lazy("hexes_game.rules:reject_row"),
        )
    },
    shipped=data_root(Path(__file__).parent),
)
