"""The pieces on the board in documents: read, checked, written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.core.problems import Finding, quoted
from cloudy_pnp.data.entries import unknown_reference
from luftschloesser.checks.tables import unknown_cards
from luftschloesser.model.sky import Field, Sky
from luftschloesser.model.state import Table


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
