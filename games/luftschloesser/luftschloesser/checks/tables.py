"""Checks of players, options and cards, shared by positions and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference
from luftschloesser.model.realm import HAND, PLAYERS, PRINTED, Options, Realm
from luftschloesser.model.state import Table

_FEW = 3  # cards that a message names


def table_findings(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    """SET-1, AIR-5, END-1: check players and options of a document.

    >>> from luftschloesser.model.example import example_realm
    >>> [(found.code, found.path) for found in table_findings(example_realm(), {"players": ["red", "rde"]})]
    [('REF-UNKNOWN', ('players', 1))]
    """
    players = data["players"]
    if len(players) not in PLAYERS:
        message = f"{len(players)} players cannot play: {quoted(players)}"
        yield Finding("SET-1", ("players",), message, "name two to four colours in turn order")
    for index, colour in enumerate(players):
        if colour not in realm.colours:
            yield unknown_reference(("players", index), colour, "colour", realm.colours)
        elif colour in players[:index]:
            message = f"{quoted(colour)} plays twice"
            yield Finding("SET-1", ("players", index), message, "every player needs a different colour")
    options = data.get("options", {})
    names = [PRINTED, *dict.fromkeys(name for kind in realm.weather.values() for name in kind.distributions)]
    if options.get("distribution", PRINTED) not in names:
        yield unknown_reference(("options", "distribution"), options["distribution"], "distribution", names)
    if options.get("castles-to-win", 1) > realm.board.castles:
        message = f"{options['castles-to-win']} castles cannot be built: a player has {realm.board.castles}"
        yield Finding("END-1", ("options", "castles-to-win"), message, "a smaller number")


def table_of(realm: Realm, data: Mapping[str, Any]) -> Table:
    """Return the table of a document in which `table_findings` found nothing."""
    options = data.get("options", {})
    return Table(
        realm,
        tuple(data["players"]),
        Options(
            options.get("storm", realm.options.storm),
            options.get("distribution", realm.options.distribution),
            options.get("castles-to-win", realm.options.castles_to_win),
        ),
    )


def record_findings(realm: Realm, data: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the set-up of a record; paths start at the document."""
    findings = [*table_findings(realm, data)]
    if "deck" in data:
        findings += _deck(realm, data)
    elif "seed" not in data:
        message = "the record does not say how the cards lie: there is neither a deck nor a seed"
        findings.append(Finding("SET-1", (), message, "list the cards in draw order as deck:, or give a seed:"))
    for index, pile in enumerate(data.get("shuffles", ())):
        findings += unknown_cards(realm, pile, ("shuffles", index))
    return findings


def unknown_cards(realm: Realm, cards: Sequence[str], path: DataPath) -> Iterator[Finding]:
    """REF-UNKNOWN: report cards that the game does not have."""
    for index, card in enumerate(cards):
        if card not in realm.cards:
            yield unknown_reference((*path, index), card, "weather card", realm.cards)


def _deck(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-5: require enough cards; AIR-4: warn if they are not those of the game."""
    deck = data["deck"]
    strangers = list(unknown_cards(realm, deck, ("deck",)))
    yield from strangers
    if strangers:
        return
    ordinary = sum(realm.cards[card].does != "new-hands" for card in deck)
    needed = HAND * len(data["players"])
    if ordinary <= needed:
        message = f"{ordinary} cards can be held, too few: {needed} are in hands, and one more must be left to draw"
        yield Finding("TURN-5", ("deck",), message, "list all cards of the deck")
        return
    name = data.get("options", {}).get("distribution", realm.options.distribution)
    box, counts = Counter(realm.deck(name)), Counter(deck)
    if counts != box:
        more, fewer = _name_cards(counts - box), _name_cards(box - counts)
        difference = " and ".join([f"{more} too many"] * bool(more) + [f"{fewer} missing"] * bool(fewer))
        message = f"the deck is not that of the game: {len(deck)} cards, {difference}"
        yield Finding("AIR-4", ("deck",), message[:400], "nothing to do if that is intended", Severity.WARNING)


def _name_cards(cards: Counter[str]) -> str:
    """Return some cards by name, the first few of them.

    >>> _name_cards(Counter({"storm": 5, "rain-2": 1, "rain-3": 1, "sun-1": 1, "sun-4": 2}))
    '5 × storm, 2 × sun-4, rain-2 and 2 more'
    """
    ordered = sorted(cards, key=lambda card: (-cards[card], card))
    names = [card if cards[card] == 1 else f"{cards[card]} × {card}" for card in ordered[:_FEW]]
    rest = sum(cards[card] for card in ordered[_FEW:])
    return ", ".join(names) + (f" and {rest} more" if rest else "")
