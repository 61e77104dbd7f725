"""Cloudy Kingdom (Wouter Moons and Joeri Hessels, Jolly Dutch) as the tool sees it."""

from __future__ import annotations

from cloudy_pnp.data.entries import Kind
from cloudy_pnp.games.base import Game
from cloudy_pnp.games.cloudy_kingdom.checks import CODES, check

GAME = Game(
    id="cloudy-kingdom",
    kinds={
        kind.name: kind
        for kind in (
            Kind("vines", cards=True),
            Kind("spells", cards=True),
            Kind("families"),
            Kind("layouts"),
            Kind("editions"),
        )
    },
    codes=CODES,
    check=check,
    scenarios={},
)
