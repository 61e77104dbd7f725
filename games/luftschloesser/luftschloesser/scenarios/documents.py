"""Players, options, cards and pieces in documents: checked, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import convert, to_builtins

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference
from luftschloesser.model.board import Field, Sky
from luftschloesser.model.realm import HAND, PLAYERS, PRINTED, Options, Realm
from luftschloesser.model.state import Table

_FEW = 3  # cards that a message names


def table_findings(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    """SET-1, AIR-5, END-1: check players and options of a document.

    >>> from luftschloesser.model.realm import base_realm
    >>> [(found.code, found.path) for found in table_findings(base_realm(), {"players": ["red", "rde"]})]
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
    options = to_builtins(realm.options) | data.get("options", {})
    return Table(realm, tuple(data["players"]), convert(options, Options, strict=False))


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


def fields_of(table: Table, sky: Sky) -> list[dict[str, Any]]:
    """Return the fields with pieces, as positions write them."""
    return [
        field_entry(table, at, field) for at, field in enumerate(sky.fields, 1) if field.clouds or any(field.beings)
    ]


def field_entry(table: Table, at: int, field: Field) -> dict[str, Any]:
    """Return one field as positions write it."""
    return {
        "at": at,
        "clouds": field.clouds,
        "castles": [table.players[owner] for owner in field.castles],
        "beings": {table.players[player]: beings for player, beings in enumerate(field.beings) if beings},
    }


def position_findings(table: Table, data: Mapping[str, Any]) -> list[Finding]:
    """AIR-1 to AIR-3: report impossible pieces on the board; SET-2: impossible cards in a hand; END-1: two winners."""
    findings: list[Finding] = []
    seen: set[int] = set()
    for index, entry in enumerate(data["fields"]):
        path = ("fields", index)
        if entry["at"] not in table.board.fields:
            message = f"there is no field {entry['at']}"
            findings.append(Finding("AIR-1", (*path, "at"), message, f"fields are 1 to {table.board.size}"))
        elif entry["at"] in seen:
            message = f"field {entry['at']} appears twice"
            findings.append(Finding("AIR-1", (*path, "at"), message, "put it all into one entry"))
        seen.add(entry["at"])
        findings += (finding.under(*path) for finding in _field_findings(table, entry))
    findings += _piece_findings(table, data["fields"])
    for colour, hand in data.get("hands", {}).items():
        if colour not in table.players:
            findings.append(unknown_reference(("hands", colour), colour, "player", table.players))
        findings += unknown_cards(table.realm, hand, ("hands", colour))
        for index, card in enumerate(hand):
            if card in table.realm.cards and table.realm.cards[card].does == "new-hands":
                message = f"{quoted(card)} is never in a hand"
                findings.append(Finding("SET-2", ("hands", colour, index), message, "name another card"))
    return findings


def _field_findings(table: Table, entry: Mapping[str, Any]) -> Iterator[Finding]:
    """AIR-2: require at most three clouds on a field; AIR-3: a separate cloud for each castle."""
    clouds, castles = entry.get("clouds", 0), entry.get("castles", ())
    if clouds > table.board.clouds_per_field:
        message = f"field {entry['at']} has {clouds} clouds, more than {table.board.clouds_per_field}"
        yield Finding("AIR-2", ("clouds",), message, f"at most {table.board.clouds_per_field}")
    if len(castles) > clouds:
        message = f"field {entry['at']} has {len(castles)} castles on {clouds} clouds; one has no cloud to stand on"
        yield Finding("AIR-3", ("castles",), message, "clouds counts all clouds, those with castles too")
    for index, colour in enumerate(castles):
        if colour not in table.players:
            yield unknown_reference(("castles", index), colour, "player", table.players)
    for colour in entry.get("beings", {}):
        if colour not in table.players:
            yield unknown_reference(("beings", colour), colour, "player", table.players)


def _piece_findings(table: Table, fields: list[Mapping[str, Any]]) -> Iterator[Finding]:
    """AIR-2, AIR-3: report more pieces than the box has; END-1: more than one winner."""
    board = table.board
    clouds, path = 0, ("fields",)
    standing: dict[str, Counter[str]] = {"castles": Counter(), "beings": Counter()}
    for index, entry in enumerate(fields):
        clouds += entry.get("clouds", 0)
        if clouds > board.clouds:
            message = f"{clouds} clouds lie on the board up to here; there are only {board.clouds}"
            yield Finding("AIR-2", (*path, index, "clouds"), message, "take some away")
            break
    for index, entry in enumerate(fields):
        for kind, all_of_them in (("castles", board.castles), ("beings", board.beings)):
            for colour, count in Counter(entry.get(kind, {})).items():
                before = standing[kind][colour]
                standing[kind][colour] += count
                if before <= all_of_them < standing[kind][colour]:
                    message = f"{standing[kind][colour]} {kind} of {colour} up to here; there are only {all_of_them}"
                    yield Finding("AIR-3", (*path, index, kind), message, "take some away")
    winners = [colour for colour, count in standing["castles"].items() if count >= table.to_win]
    if len(winners) > 1:
        message = f"{' and '.join(winners)} both have {table.to_win} castles; the first of them has ended the game"
        yield Finding("END-1", path, message, "at most one player has won")


def sky_of(table: Table, data: Mapping[str, Any]) -> Sky:
    """Return the position from data in which `position_findings` found nothing."""
    sky = Sky.clear(table.board, len(table.players))
    for entry in data["fields"]:
        castles = tuple(sorted(table.players.index(colour) for colour in entry.get("castles", ())))
        beings = tuple(entry.get("beings", {}).get(colour, 0) for colour in table.players)
        clouds = entry.get("clouds", 0)
        sky = sky.changed(entry["at"], Field(clouds - len(castles), castles, beings), clouds=-clouds)
        for player in range(len(table.players)):
            sky = sky.supplied(player, beings=-beings[player], castles=-castles.count(player))
    return sky
