"""Luftschlösser as the tool sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.game.contract import ComponentKind, DataPart, Game, Lazy, Rulebook, Scenario
from luftschloesser.checks.data import check
from luftschloesser.codes import CODES, FOR_PLAYERS
from luftschloesser.model.realm import PLAYERS

if TYPE_CHECKING:
    from luftschloesser.model.realm import Realm

_HERE = "luftschloesser"
_BOARD = """\
Prints the position, plays its moves, and reports which one is illegal and why. Exit code: 0 no errors, 1 errors, 2
incorrect usage or unreadable file.

\b
Examples:
  cloudy-pnp board --game luftschloesser cards/luftschloesser/boards/storm-edge.board.yaml
  cloudy-pnp board --game luftschloesser my.board.yaml --format json
  cloudy-pnp board --game luftschloesser my.board.yaml --draw my-board.pdf
"""
_REPLAY = """\
Exit code: 0 no errors, 1 errors, 2 incorrect usage or unreadable file.

\b
Examples:
  cloudy-pnp replay --game luftschloesser cards/luftschloesser/boards/whole-game.game.yaml
  cloudy-pnp replay --game luftschloesser my.game.yaml --format json
"""

GAME: Game[Realm] = Game(
    id="luftschloesser",
    data=DataPart(
        kinds=(
            Kind("weather", cards=True),
            Kind("board", single=True),
            Kind("colours"),
            Kind("options", single=True),
            Kind("aids"),
        ),
        codes=CODES,
        check=check,
        players=PLAYERS,
        model=Lazy(f"{_HERE}.model.realm:realm_from_data"),
    ),
    components=Lazy(f"{_HERE}.present.components:components"),
    art=Lazy(f"{_HERE}.art.look:ART"),
    prints=(ComponentKind.CARD, ComponentKind.BOARD, ComponentKind.TOKEN, ComponentKind.STANDEE, ComponentKind.BOX),
    book=Rulebook(Lazy(f"{_HERE}.present.rulebook:book_context"), FOR_PLAYERS),
    scenarios={
        "board": Scenario(
            help="Check and explain positions (*.board.yaml).",
            details=_BOARD,
            endings=(".board.yaml", ".board.yml"),
            schema="position",
            judge=Lazy(f"{_HERE}.scenarios.position:evaluate_position"),
            invalid=Lazy(f"{_HERE}.scenarios.position:invalid_position"),
            draw=Lazy(f"{_HERE}.present.boards:board_page"),
            scale=0.27,
        ),
        "replay": Scenario(
            help="Replay game records (*.game.yaml, *.game.json) by the rules, turn by turn.",
            details=_REPLAY,
            endings=(".game.yaml", ".game.yml", ".game.json"),
            schema="record",
            judge=Lazy(f"{_HERE}.scenarios.record:judge_record"),
            invalid=Lazy(f"{_HERE}.scenarios.record:invalid_record"),
            draw=Lazy(f"{_HERE}.present.boards:board_page"),
            scale=0.27,
        ),
    },
    play=Lazy(f"{_HERE}.present.play:PLAY"),
    simulation=Lazy("cloudy_pnp.game.simulation:simulate_play", (f"{_HERE}.present.play:PLAY", "greedy"), made=True),
    shipped=data_root(Path(__file__).parent),
)
