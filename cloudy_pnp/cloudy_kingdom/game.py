"""Cloudy Kingdom (Wouter Moons and Joeri Hessels, Jolly Dutch) as the tool sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudy_pnp.cloudy_kingdom.checks import data
from cloudy_pnp.cloudy_kingdom.model.codes import CODES, FOR_PLAYERS
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.game.contract import BuildOption, ComponentKind, DataPart, Game, Lazy, Rulebook, Scenario, Trials

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom

_HERE = "cloudy_pnp.cloudy_kingdom"
_BOARD = """\
Reports which card is illegal and why, which families are connected and by which route, and for the others where the
route stops and why. Exit code: 0 no errors, 1 errors, 2 incorrect usage or unreadable file.

\b
Examples:
  cloudy-pnp board cards/cloudy-kingdom/boards/example-c.board.yaml
  cloudy-pnp board my.board.yaml --format json
  cloudy-pnp board my.board.yaml --draw my-board.pdf
"""
_REPLAY = """\
Exit code: 0 no errors, 1 errors, 2 incorrect usage or unreadable file.

\b
Examples:
  cloudy-pnp replay cards/cloudy-kingdom/boards/shared-victory.game.yaml
  cloudy-pnp replay my.game.yaml --format json
"""

GAME: Game[Kingdom] = Game(
    id="cloudy-kingdom",
    data=DataPart(
        kinds=(
            Kind("vines", cards=True),
            Kind("spells", cards=True),
            Kind("castles", cards=True),
            Kind("families"),
            Kind("layouts"),
            Kind("editions"),
            Kind("style", single=True),
        ),
        codes=CODES,
        check=data.check,
        model=Lazy(f"{_HERE}.model.cards:kingdom_from_data"),
        trials=Trials("spells", ("vines", "layouts", "editions"), "SPL-13", Lazy(f"{_HERE}.checks.trial:begin_trials")),
        composed={"spells": ("text", ("en", "de", "fr", "hu"))},
        wording=Lazy(f"{_HERE}.wording.phrases:ROWS"),
        derive_from_packs=data.derive_from_packs,
    ),
    components=Lazy(f"{_HERE}.present.components:components"),
    blanks=Lazy(f"{_HERE}.present.blanks:blanks"),
    prints=(ComponentKind.CARD, ComponentKind.BOX),
    options=(BuildOption("edition", "editions", "Use this edition instead of the default."),),
    book=Rulebook(Lazy(f"{_HERE}.present.rulebook:book_context"), FOR_PLAYERS),
    scenarios={
        "board": Scenario(
            help="Check and explain board scenarios (*.board.yaml).",
            details=_BOARD,
            endings=(".board.yaml", ".board.yml"),
            schema="board",
            judge=Lazy(f"{_HERE}.scenarios.board:evaluate_board"),
            invalid=Lazy(f"{_HERE}.scenarios.board:invalid_board"),
            draw=Lazy(f"{_HERE}.present.boards:board_page"),
            steps=Lazy(f"{_HERE}.present.boards:board_steps"),
        ),
        "replay": Scenario(
            help="Replay game records (*.game.yaml, *.game.json) by the rules, turn by turn.",
            details=_REPLAY,
            endings=(".game.yaml", ".game.yml", ".game.json"),
            schema="record",
            judge=Lazy(f"{_HERE}.scenarios.record:judge_record"),
            invalid=Lazy(f"{_HERE}.scenarios.record:invalid_record"),
            draw=Lazy(f"{_HERE}.present.boards:board_page"),
            steps=Lazy(f"{_HERE}.present.boards:board_steps"),
        ),
    },
    play=Lazy(f"{_HERE}.present.table:PLAY"),
    simulation=Lazy(f"{_HERE}.balance.simulation:SIMULATION"),
    authoring=Lazy(f"{_HERE}.present.authoring:AUTHORING"),
    art=Lazy(f"{_HERE}.present.components:ART"),
)
