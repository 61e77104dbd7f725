"""Cloudy Kingdom (Wouter Moons and Joeri Hessels, Jolly Dutch) as the tool sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.problems import Finding
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.games.cloudy_kingdom.checks import components as box
from cloudy_pnp.games.cloudy_kingdom.checks import data as checks
from cloudy_pnp.games.cloudy_kingdom.model.codes import CODES, FOR_PLAYERS
from cloudy_pnp.games.cloudy_kingdom.present import authoring
from cloudy_pnp.games.contract import Data, Deck, DeckWish, Game, Handbook, Judged, Scenario, Sketch, Trials

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.simulate.base import Simulation


def _build(data: Data) -> Any:
    from cloudy_pnp.games.cloudy_kingdom.model.cards import kingdom_from_data

    return kingdom_from_data(data)


def _judge_board(kingdom: Any, document: Mapping[str, Any]) -> Judged:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.board import judge_board

    return judge_board(kingdom, document)


def _wrong_board(findings: Sequence[Finding]) -> Judged:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.board import BoardResult

    return BoardResult(None, findings=list(findings))


def _judge_record(kingdom: Any, document: Mapping[str, Any]) -> Judged:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.replay import judge_record

    return judge_record(kingdom, document)


def _wrong_record(findings: Sequence[Finding]) -> Judged:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.record import ReplayResult
    from cloudy_pnp.games.cloudy_kingdom.scenarios.replay import GameStory

    return GameStory(ReplayResult(None, None, None), None, list(findings), {})


def _draw(data: Data, judged: Judged) -> Page | None:
    from cloudy_pnp.games.cloudy_kingdom.present.deck import board_page

    return board_page(data, judged)


def _deck(data: Data, wish: DeckWish) -> Deck:
    from cloudy_pnp.games.cloudy_kingdom.present.deck import deck

    return deck(data, wish)


def _sketches(data: Data, lang: str) -> Sequence[Sketch]:
    from cloudy_pnp.games.cloudy_kingdom.present.deck import sketches

    return sketches(data, lang)


def _handbook(data: Data, lang: str, edition: str | None) -> Handbook:
    from cloudy_pnp.games.cloudy_kingdom.present.rulebook import handbook

    return handbook(data, lang, edition)


def _trial(kingdom: Any) -> Callable[[str], list[Finding]]:
    @cache
    def positions() -> Any:  # played once for all spells, when one has to be tried
        from cloudy_pnp.games.cloudy_kingdom.checks.trial import Positions

        return Positions(kingdom)

    def run(spell: str) -> list[Finding]:
        from cloudy_pnp.games.cloudy_kingdom.checks.trial import trial_findings

        return trial_findings(kingdom, spell, positions())

    return run


def _simulation() -> Simulation:
    from cloudy_pnp.games.cloudy_kingdom.balance.simulation import SIMULATION

    return SIMULATION


def _portrait(kind: str, entry: Mapping[str, Any]) -> list[str]:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.ascii_card import portrait

    return portrait(kind, entry)


# The engine is imported only when something is judged: a check of cards starts faster without it.
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
            Kind("style", single=True),
        )
    },
    codes=CODES,
    check=checks.check,
    build=_build,
    deck=_deck,
    sketches=_sketches,
    scenarios={
        "board": Scenario((".board.yaml", ".board.yml"), "board", _judge_board, _wrong_board, _draw),
        "replay": Scenario((".game.yaml", ".game.yml", ".game.json"), "record", _judge_record, _wrong_record, _draw),
    },
    rules=FOR_PLAYERS,
    trials=Trials("spells", ("vines", "layouts", "editions"), "SPL-13", _trial),
    handbook=_handbook,
    composed={"spells": ("text", ("en", "de", "fr", "hu"))},
    settle=box.settle,
    makers=authoring.MAKERS,
    portrait=_portrait,
    simulation=_simulation,
)
