"""Fantasy Realms (Bruce Glassco; in German Fantastische Reiche, Strohmann Games) as the tool sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.games.contract import ComponentKind, DataPart, Flag, Game, GameCommand, Lazy, Rulebook, Scenario
from fantasy_realms.checks import entries
from fantasy_realms.codes import CODES, FOR_PLAYERS

if TYPE_CHECKING:
    from fantasy_realms.model.realm import Realm

_HERE = "fantasy_realms"
_SCORE = """\
Tells the total, what every card contributes, and why: what blanked or cleared it, where its bonus comes from. Choices
that are not given are found. On the command line cards have their names in any language; mirage=swamp is a choice,
book-of-changes=candle:wizard another one, mirage=unused leaves it. Exit code: 0 no errors, 1 errors, 2 incorrect usage
or unreadable file.

\b
Examples:
  cloudy-pnp score --game fantasy-realms cards/fantasy-realms/hands/rulebook.hand.yaml
  cloudy-pnp score --game fantasy-realms mountain smoke Buschfeuer
  cloudy-pnp score --game fantasy-realms my.hand.yaml --format json
"""
_REPLAY = """\
Exit code: 0 no errors, 1 errors, 2 incorrect usage or unreadable file.

\b
Examples:
  cloudy-pnp replay --game fantasy-realms cards/fantasy-realms/games/three-players.game.yaml
  cloudy-pnp replay --game fantasy-realms my.game.yaml --format json
"""
_BEST = """\
Proves it by deciding every hand, on all cores; CARDs are in the hand from the start, so that a hand you have can be
completed in the best way. With --state the search can be stopped (Ctrl-C) and taken up again.

\b
Examples:
  cloudy-pnp best --game fantasy-realms
  cloudy-pnp best --game fantasy-realms --size 8 --state eight.json --format json
  cloudy-pnp best --game fantasy-realms dragon king queen --without basilisk
"""
_ODDS = """\
\b
Examples:
  cloudy-pnp odds --game fantasy-realms
  cloudy-pnp odds --game fantasy-realms --hands 1000000 --draw odds.svg
"""

GAME: Game[Realm] = Game(
    id="fantasy-realms",
    data=DataPart(
        kinds=(Kind("cards", cards=True), Kind("suits")),
        codes=CODES,
        check=entries.check,
        model=Lazy(f"{_HERE}.model.parsing:realm_from_data"),
        composed={"cards": ("text", ("en", "de", "fr", "hu"))},
    ),
    book=Rulebook(Lazy(f"{_HERE}.present.book:book_context"), FOR_PLAYERS),
    components=Lazy(f"{_HERE}.present.components:components"),
    prints=(ComponentKind.CARD, ComponentKind.PAD),
    scenarios={
        "score": Scenario(
            help="Score hands (*.hand.yaml, or cards by name), card by card.",
            details=_SCORE,
            endings=(".hand.yaml", ".hand.yml", ".hand.json"),
            schema="hand",
            judge=Lazy(f"{_HERE}.scenarios.hand:judge"),
            invalid=Lazy(f"{_HERE}.scenarios.hand:invalid"),
            draw=Lazy(f"{_HERE}.present.hand_picture:hand_page"),
            wide=True,
            scale=0.655,
            worded=True,
            titled=False,
            words="CARD...",
            from_words=Lazy(f"{_HERE}.scenarios.hand:from_words"),
        ),
        "replay": Scenario(
            help="Replay game records (*.game.yaml, *.game.json) by the rules, turn by turn.",
            details=_REPLAY,
            endings=(".game.yaml", ".game.yml", ".game.json"),
            schema="record",
            judge=Lazy(f"{_HERE}.scenarios.record:judge"),
            invalid=Lazy(f"{_HERE}.scenarios.record:invalid"),
        ),
    },
    commands={
        "best": GameCommand(
            help="Find the best hand, and prove that none is better.",
            details=_BEST,
            flags=(
                Flag("size", "7|8", "Cards of the hand; eight with the Necromancer [default: 7]."),
                Flag("with", "CARD", "Only hands with this card; may be repeated.", many=True),
                Flag("without", "CARD", "Only hands without this card; may be repeated.", many=True),
                Flag("state", "FILE", "Note here what is decided, and go on from it."),
                Flag("cores", "N", "How many cores to use [default: all]."),
            ),
            run=Lazy(f"{_HERE}.present.commands:best"),
            words="[CARD]...",
        ),
        "odds": GameCommand(
            help="Say how much random hands are worth.",
            details=_ODDS,
            flags=(
                Flag("hands", "N", "How many hands are drawn [default: 100000]."),
                Flag("size", "N", "Cards of a hand [default: 7]."),
                Flag("seed", "N", "Another seed, other hands [default: 1]."),
            ),
            run=Lazy(f"{_HERE}.present.commands:odds"),
            draws=True,
        ),
    },
    pages={"scorer.html": Lazy(f"{_HERE}.present.scorer_page:scorer_page")},
    play=Lazy(f"{_HERE}.present.play:PLAY"),
    simulation=Lazy(f"{_HERE}.balance.simulation:SIMULATION"),
    authoring=Lazy(f"{_HERE}.present.authoring:AUTHORING"),
    art=Lazy(f"{_HERE}.present.components:ART"),
    shipped=data_root(Path(__file__).parent),
)
