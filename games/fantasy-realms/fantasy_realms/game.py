"""Fantasy Realms (Bruce Glassco; in German Fantastische Reiche, Strohmann Games) as the tool sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cloudy_pnp.core.shipped import data_root
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.game.contract import ComponentKind, DataPart, Flag, Game, GameCommand, Lazy, Rulebook, Scenario
from fantasy_realms.checks.cards import check
from fantasy_realms.codes import CODES, FOR_PLAYERS

if TYPE_CHECKING:
    from fantasy_realms.model.realm import Realm

_HERE = "fantasy_realms"
_SCORE = """\
Prints the total, the contribution of every card, and the reason: which card blanked or cleared it, which cards its
bonus comes from. Choices that are not given are made in the best way. On the command line, name the cards in any
language; mirage=swamp makes a choice for a card of the hand, book-of-changes=candle:wizard another one, mirage=unused
leaves Mirage unused (list the card too: mirage mirage=unused). Exit code: 0 no errors, 1 errors, 2 incorrect usage or
unreadable file.

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
The proof covers every possible hand and uses all cores. CARDs are in the hand from the start, so you can find the best
way to complete a hand.

\b
Examples:
  cloudy-pnp best --game fantasy-realms
  cloudy-pnp best --game fantasy-realms --size 8 --format json
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
        check=check,
        players=range(2, 8),  # PLAY-1, PLAY-6 and the chaos variant
        model=Lazy(f"{_HERE}.model.realm:realm_from_data"),
        composed={"cards": ("text", ("en", "de", "fr", "hu"))},
        wording=Lazy(f"{_HERE}.wording.phrases:ROWS"),
    ),
    book=Rulebook(Lazy(f"{_HERE}.present.book:book_context"), FOR_PLAYERS),
    components=Lazy(f"{_HERE}.present.components:components"),
    prints=(ComponentKind.CARD, ComponentKind.PAD, ComponentKind.BOX),
    scenarios={
        "score": Scenario(
            help="Score hands (*.hand.yaml, or cards by name), card by card.",
            details=_SCORE,
            endings=(".hand.yaml", ".hand.yml", ".hand.json"),
            schema="hand",
            judge=Lazy(f"{_HERE}.scenarios.hand:evaluate"),
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
            judge=Lazy(f"{_HERE}.scenarios.record:judge_record"),
            invalid=Lazy(f"{_HERE}.scenarios.record:invalid_record"),
        ),
    },
    commands={
        "best": GameCommand(
            help="Find the best hand, and prove that none is better.",
            details=_BEST,
            flags=(
                Flag("size", "7|8", "Size of the hand; 8 with the Necromancer [default: 7]."),
                Flag("with", "CARD", "Only hands with this card; may be repeated.", many=True),
                Flag("without", "CARD", "Only hands without this card; may be repeated.", many=True),
                Flag("cores", "N", "Number of cores to use [default: all]."),
            ),
            run=Lazy(f"{_HERE}.present.commands:best"),
            words="[CARD]...",
        ),
        "odds": GameCommand(
            help="Report the score distribution of random hands.",
            details=_ODDS,
            flags=(
                Flag("hands", "N", "Number of random hands [default: 100000]."),
                Flag("size", "N", "Size of a hand [default: 7]."),
                Flag("seed", "N", "Random seed [default: 1]."),
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
