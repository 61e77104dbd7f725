"""What lies and stands on the board, as documents write it: read, judged, written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.core.problems import Finding, quoted
from luftschloesser.checks.tables import unknown_cards
from luftschloesser.checks.words import unknown
from luftschloesser.model.sky import Field, Sky
from luftschloesser.model.state import Table


def fields_of(table: Table, sky: Sky) -> list[dict[str, Any]]:
    """The fields on which something lies or stands, as positions write them."""
    return [
        field_entry(table, at, there) for at, there in enumerate(sky.fields, 1) if there.clouds or any(there.beings)
    ]


def field_entry(table: Table, at: int, there: Field) -> dict[str, Any]:
    """One field as positions write it."""
    return {
        "at": at,
        "clouds": there.clouds,
        "castles": [table.players[owner] for owner in there.castles],
        "beings": {table.players[player]: beings for player, beings in enumerate(there.beings) if beings},
    }


def position_findings(table: Table, data: Mapping[str, Any]) -> list[Finding]:
    """AIR-1 to AIR-3: what cannot lie on the board so; SET-2: what cannot be in a hand; END-1: two winners."""
    found: list[Finding] = []
    seen: set[int] = set()
    for index, entry in enumerate(data["fields"]):
        path = ("fields", index)
        if entry["at"] not in table.board.fields:
            message = f"there is no field {entry['at']}"
            found.append(Finding("AIR-1", (*path, "at"), message, f"fields are 1 to {table.board.size}"))
        elif entry["at"] in seen:
            message = f"field {entry['at']} appears twice"
            found.append(Finding("AIR-1", (*path, "at"), message, "put it all into one entry"))
        seen.add(entry["at"])
        found += (finding.under(*path) for finding in _field_findings(table, entry))
    found += _piece_findings(table, data["fields"])
    for colour, hand in data.get("hands", {}).items():
        if colour not in table.players:
            found.append(unknown(("hands", colour), colour, "player", table.players))
        found += unknown_cards(table.realm, hand, ("hands", colour))
        for index, card in enumerate(hand):
            if card in table.realm.cards and table.realm.cards[card].does == "new-hands":
                message = f"{quoted(card)} is never in a hand"
                found.append(Finding("SET-2", ("hands", colour, index), message, "name another card"))
    return found


def _field_findings(table: Table, entry: Mapping[str, Any]) -> Iterator[Finding]:
    """AIR-2: at most three clouds on a field; AIR-3: each castle on a cloud of its own."""
    clouds, castles = entry.get("clouds", 0), entry.get("castles", ())
    if clouds > table.board.clouds_per_field:
        message = f"field {entry['at']} has {clouds} clouds, more than {table.board.clouds_per_field}"
        yield Finding("AIR-2", ("clouds",), message, f"at most {table.board.clouds_per_field}")
    if len(castles) > clouds:
        message = f"field {entry['at']} has {len(castles)} castles on {clouds} clouds; one has no cloud to stand on"
        yield Finding("AIR-3", ("castles",), message, "clouds counts all clouds, those with castles too")
    for index, colour in enumerate(castles):
        if colour not in table.players:
            yield unknown(("castles", index), colour, "player", table.players)
    for colour in entry.get("beings", {}):
        if colour not in table.players:
            yield unknown(("beings", colour), colour, "player", table.players)


def _piece_findings(table: Table, fields: list[Mapping[str, Any]]) -> Iterator[Finding]:
    """AIR-2, AIR-3: not more pieces than the box has; END-1: at most one player has won."""
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
        for what, all_of_them in (("castles", board.castles), ("beings", board.beings)):
            for colour, count in Counter(entry.get(what, {})).items():
                before = standing[what][colour]
                standing[what][colour] += count
                if before <= all_of_them < standing[what][colour]:
                    message = f"{standing[what][colour]} {what} of {colour} up to here; there are only {all_of_them}"
                    yield Finding("AIR-3", (*path, index, what), message, "take some away")
    winners = [colour for colour, count in standing["castles"].items() if count >= table.to_win]
    if len(winners) > 1:
        message = f"{' and '.join(winners)} both have {table.to_win} castles; the first of them has ended the game"
        yield Finding("END-1", path, message, "at most one player has won")


def sky_of(table: Table, data: Mapping[str, Any]) -> Sky:
    """The position from data in which `position_findings` found nothing."""
    sky = Sky.clear(table.board, len(table.players))
    for entry in data["fields"]:
        castles = tuple(sorted(table.players.index(colour) for colour in entry.get("castles", ())))
        beings = tuple(entry.get("beings", {}).get(colour, 0) for colour in table.players)
        clouds = entry.get("clouds", 0)
        sky = sky.changed(entry["at"], Field(clouds - len(castles), castles, beings), clouds=-clouds)
        for player in range(len(table.players)):
            sky = sky.supplied(player, beings=-beings[player], castles=-castles.count(player))
    return sky
