"""Findings of a game record before any rule of play is checked: names, numbers, and shapes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference
from cloudy_pnp.games.cloudy_kingdom.model.cards import SIDES, Kingdom, VineCard
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION, Face, face_findings
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board
from cloudy_pnp.games.cloudy_kingdom.rules.layout import slots_as_many_as_fields
from cloudy_pnp.games.cloudy_kingdom.rules.turns import DEFAULT_EDITION
from cloudy_pnp.games.cloudy_kingdom.scenarios.choice_entries import looks_like_a_choice
from cloudy_pnp.games.cloudy_kingdom.scenarios.laid import laid_findings

SPELLS_A_PLAYER = 3


def record_findings(kingdom: Kingdom, data: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the set-up of a record; paths start at the document."""
    return [
        *_board(kingdom, data),
        *_players(kingdom, data),
        *_cards(kingdom, data),
        *_spells(kingdom, data),
        *_setup(kingdom, data),
    ]


def with_defined(kingdom: Kingdom, define: Mapping[str, Any]) -> Kingdom:
    """Return the game with the faces that a record defines."""
    defined = {name: VineCard(name, 0, Face.from_data(face)) for name, face in define.items()}
    return replace(kingdom, vines={**kingdom.vines, **defined}) if defined else kingdom


def _board(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """LAY-4, LAY-5: check the castles of a layout or the record's own; and the edition."""
    edition = data.get("edition", DEFAULT_EDITION)
    if edition not in kingdom.editions:
        yield unknown_reference(("edition",), edition, "edition", kingdom.editions)
    if ("layout" in data) == ("castles" in data):
        message = "a record needs castles or a layout, and not both"
        yield Finding("LAY-5", (), message, f"write layout: {next(iter(kingdom.layouts), 'A')}")
    elif "castles" in data:
        yield from _castles(kingdom, data["castles"])
    elif data["layout"] not in kingdom.layouts:
        yield unknown_reference(("layout",), data["layout"], "layout", kingdom.layouts)
    else:
        layout, players = kingdom.layouts[data["layout"]], len(data["players"])
        if players not in layout.players:
            counts = " or ".join(str(count) for count in layout.players)
            message = f"layout {quoted(layout.id)} is for {counts} players, not {players}"
            yield Finding("LAY-5", ("players",), message, "choose another layout", Severity.WARNING)


def _castles(kingdom: Kingdom, castles: Mapping[str, Any]) -> Iterator[Finding]:
    """LAY-4: require as many slots as fields; the other rules of LAY do not apply."""
    yield from slots_as_many_as_fields(castles, rows=len(castles["west"]), cols=len(castles["north"]))
    for side in SIDES:
        for slot, family in enumerate(castles[side]):
            if family is not None and family not in kingdom.families:
                yield unknown_reference(("castles", side, slot), family, "family", kingdom.families)


def _players(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-6: check the players in turn order, each a different family."""
    players = data["players"]
    if not players:
        yield Finding("TURN-6", ("players",), "there are no players: players is []", "name the families in turn order")
    for index, family in enumerate(players):
        if family not in kingdom.families:
            yield unknown_reference(("players", index), family, "family", kingdom.families)
        elif family in players[:index]:
            message = f"{quoted(family)} plays twice"
            yield Finding("TURN-6", ("players", index), message, "every player needs a different family")


def _cards(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-1: require a deck of vine cards, of the game or defined here, at least one per player."""
    defined = data.get("define", {})
    for name, face in defined.items():
        if name in kingdom.vines or name in kingdom.spells:
            message = f"{quoted(name)} is already a card of the game"
            yield Finding("REF-DUPLICATE", ("define", name), message, "choose another name")
        for finding in face_findings(face):
            yield finding.under("define", name)
    names: Collection[str] = [*kingdom.vines, *defined]
    lookup = set(names)
    for index, card in enumerate(data["deck"]):
        if card not in lookup:
            yield unknown_reference(("deck", index), card, "vine card", names)
    if len(data["deck"]) < len(data["players"]):
        message = f"the deck has {len(data['deck'])} cards, too few for {len(data['players'])} players"
        yield Finding("TURN-1", ("deck",), message, "list at least one vine card for each player")


def _spells(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-1: require three spells per player; SPL-12: only one side of a double-sided card.

    In a set-up position a player may have used some.
    """
    spells, players = data["spells"], data["players"]
    if len(spells) != len(players):
        message = f"there are {len(spells)} lists of spells, but {len(players)} players"
        yield Finding("TURN-1", ("spells",), message, "list three spells for each player, in turn order")
    edition = kingdom.editions.get(data.get("edition", DEFAULT_EDITION))
    for index, hand in enumerate(spells):
        if len(hand) > SPELLS_A_PLAYER or (len(hand) < SPELLS_A_PLAYER and "setup" not in data):
            message = f"{quoted(hand)} are {len(hand)} spells, not {SPELLS_A_PLAYER}"
            yield Finding("TURN-1", ("spells", index), message, f"name {SPELLS_A_PLAYER} spells")
        for place, spell in enumerate(hand):
            if spell not in kingdom.spells:
                yield unknown_reference(("spells", index, place), spell, "spell", kingdom.spells)
        for pair in edition.pairs if edition else ():
            if set(pair) <= set(hand):
                message = f"{pair[0]} and {pair[1]} are two sides of one card; only one may be used"
                hint = "choose one of the two, and another spell"
                yield Finding("SPL-12", ("spells", index), message, hint, Severity.WARNING)


def _setup(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """GEO-1, GEO-5: check the cards on the board before the first turn, and on the discard pile."""
    setup, defined = data.get("setup", {}), data.get("define", {})
    castles = data.get("castles") or (data.get("layout") in kingdom.layouts and kingdom.layouts[data["layout"]].castles)
    if not castles or any(face_findings(face) for face in defined.values()):
        return  # reported already, and there is no board to lay them on
    kingdom = with_defined(kingdom, defined)
    board = Board.empty(len(castles["west"]), len(castles["north"]))
    for finding in laid_findings(kingdom, board, setup.get("cards", ())):
        yield finding.under("setup", "cards")
    for index, card in enumerate(setup.get("discard", ())):
        if card not in kingdom.vines:
            yield unknown_reference(("setup", "discard", index), card, "vine card", kingdom.vines)


def turn_findings(entry: Mapping[str, Any], path: DataPath) -> list[Finding]:
    """SCHEMA-TURN: require one of the four kinds of turns, with nothing else in it.

    They are `{vine: {at, facing}}`, `{spell, steps}`, `{discard: true}` and `{pass: true}`.
    """
    match entry:
        case {"vine": {"at": [int(), int()], "facing": str(facing)}} if len(entry) == 1 and facing in DIRECTION:
            return []
        case {"spell": str(), "steps": list(steps)} if len(entry) == 2:
            return [
                Finding("SCHEMA-CHOICE", (*path, "steps", index), f"{quoted(step)} is not a choice", "")
                for index, step in enumerate(steps)
                if not looks_like_a_choice(step)
            ]
        case {"discard": True} | {"pass": True} if len(entry) == 1:
            return []
    hint = "write vine: {at: [row, col], facing: n}, or spell: ID with steps: […], or discard: true"
    return [Finding("SCHEMA-TURN", path, f"{quoted(entry)} is not a turn", hint)]
