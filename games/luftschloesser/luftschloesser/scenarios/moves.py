"""Moves as data and back: from the entries of records and positions to the moves of the engine.

A card is written `{play: ID}` with its player's choices: `at` (jokers, lightning), `castle` (whose goes with the
rain, if castles of several players could), `towards` (storm), `swap` or `pass: true` (rainbow). An action is one of
`{put: F}`, `{move: [F, F]}`, `{build: F}`, `{oust: F}`, the last with `castle` if there are several to choose from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, quoted
from cloudy_pnp.data.entries import unknown_reference
from luftschloesser.model import state as st
from luftschloesser.model.board import DIRECTION, Sky
from luftschloesser.model.realm import Card
from luftschloesser.rules.weather import castles_at_stake

_CHOICES: dict[str, tuple[str, ...]] = {
    "sun": ("at",),
    "rain": ("at", "castle"),
    "storm": ("towards",),
    "lightning": ("at",),
    "rainbow": ("swap", "pass"),
    "new-hands": (),
}
PLAY_KEYS = ("play", "at", "castle", "towards", "swap", "pass")
_ACTIONS = ("put", "move", "build", "oust")

# --- reading -----------------------------------------------------------------------------------------------


def read_play(table: st.Table, sky: Sky, entry: Mapping[str, Any]) -> st.Play | st.Broken | Finding:
    """Parse an entry as a play; return the rule that it breaks already, or the problem with it as data.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.model.realm import Options
    >>> table = st.Table(base_realm(), ("red", "blue"), Options())
    >>> read_play(table, Sky.clear(table.board, 2), {"play": "sun-7"})
    Sun(card='sun-7', at=7)
    >>> read_play(table, Sky.clear(table.board, 2), {"play": "storm"}).code
    'WEA-7'
    """
    cards = table.realm.cards
    card = cards.get(entry["play"])
    if card is None:
        return unknown_reference(("play",), entry["play"], "weather card", cards)
    chosen = [key for key in PLAY_KEYS[1:] if key in entry]
    wrong = [key for key in chosen if key not in _CHOICES[card.does]]
    if wrong:
        allowed = ", ".join(_CHOICES[card.does]) or "nothing"
        message = f"{wrong[0]} is nothing that {card.id} asks for"
        return Finding("SCHEMA-TURN", (wrong[0],), message, f"it asks for: {allowed}", at_key=True)
    match card.does:
        case "sun" | "lightning":
            at = entry.get("at", card.at)
            if at is None:
                return _missing_target(card, "field", "at")
            return st.Sun(card.id, at) if card.does == "sun" else st.Lightning(card.id, at)
        case "rain":
            return _read_rain(table, sky, card, entry)
        case "storm":
            if not chosen:
                return _missing_target(card, "direction", "towards")
            return st.Storm(card.id, DIRECTION[entry["towards"]])
        case "rainbow":
            return _read_rainbow(table, card, entry)
        case _:
            return st.Broken("TURN-4", f"{card.id} is never played; it works when it is drawn", "play")


def _missing_target(card: Card, target: str, key: str) -> st.Broken:
    """WEA-7 (reading): require the field or direction of a card, even without effect."""
    return st.Broken("WEA-7", f"{card.id} names a {target}, even where it has no effect: {key} is missing", "play")


def _read_rain(table: st.Table, sky: Sky, card: Card, entry: Mapping[str, Any]) -> st.Play | st.Broken | Finding:
    """WEA-2: require the owner of the castle only if there are several to choose from."""
    at = entry.get("at", card.at)
    if at is None:
        return _missing_target(card, "field", "at")
    castle = _owner(table, entry) if "castle" in entry else None
    if isinstance(castle, Finding):
        return castle
    if castle is None and at in table.board.fields and len(castles_at_stake(sky, at)) == 1:
        castle = castles_at_stake(sky, at)[0]
    return st.Rain(card.id, at, castle)


def _read_rainbow(table: st.Table, card: Card, entry: Mapping[str, Any]) -> st.Play | st.Broken | Finding:
    if "swap" not in entry:
        if entry.get("pass"):
            return st.Rainbow(card.id)
        return st.Broken(
            "WEA-7", f"{card.id} swaps two beings or is passed: neither swap nor pass: true is here", "play"
        )
    if "pass" in entry:
        return Finding("SCHEMA-TURN", ("pass",), "the rainbow swaps and is passed", "delete one of the two")
    beings = []
    for index, item in enumerate(entry["swap"]):
        player = _owner(table, item, "being")
        if isinstance(player, Finding):
            return player.under("swap", index)
        beings.append(st.Being(player, item["at"]))
    return st.Rainbow(card.id, (beings[0], beings[1]))


def read_action(table: st.Table, sky: Sky, player: int, entry: Mapping[str, Any]) -> st.Action | st.Broken | Finding:
    """Parse an entry as an action, as `read_play` does."""
    chosen = [key for key in _ACTIONS if key in entry]
    if len(chosen) != 1 or ("castle" in entry and chosen != ["oust"]):
        hint = "write one of put: F, move: [F, F], build: F, and oust: F with castle: COLOUR"
        return Finding("SCHEMA-TURN", (), f"{quoted(entry)} is not one action", hint)
    match chosen[0]:
        case "put":
            return st.Put(entry["put"])
        case "move":
            return st.Move(*entry["move"])
        case "build":
            return st.Build(entry["build"])
    return _read_oust(table, sky, player, entry)


def _read_oust(table: st.Table, sky: Sky, player: int, entry: Mapping[str, Any]) -> st.Action | st.Broken | Finding:
    """ACT-4: require the owner of the castle only if there are several to choose from."""
    at = entry["oust"]
    if "castle" in entry:
        castle = _owner(table, entry)
        return castle if isinstance(castle, Finding) else st.Oust(at, castle)
    others = [owner for owner in sky[at].owners() if owner != player] if at in table.board.fields else []
    if len(others) > 1:
        names = " or ".join(table.players[owner] for owner in others)
        return st.Broken("ACT-4", f"several castles could be ousted on field {at}: say whose, {names}", "oust")
    if not others and at in table.board.fields:
        return st.Broken("ACT-4", f"no castle of another player stands on field {at}", "oust")
    return st.Oust(at, others[0] if others else player)


def _owner(table: st.Table, entry: Mapping[str, Any], key: str = "castle") -> int | Finding:
    """Return the number of the player whose colour a key names."""
    if entry[key] in table.players:
        return table.players.index(entry[key])
    return unknown_reference((key,), entry[key], "player", table.players)


def place_of(broken: st.Broken, entry: Mapping[str, Any]) -> DataPath:
    """Return the path in an entry to the part that breaks a rule, as near as possible."""
    if broken.key in entry:
        return (broken.key,)
    return ("play",) if "play" in entry else ()


# --- writing -----------------------------------------------------------------------------------------------


def play_entry(table: st.Table, sky: Sky, play: st.Play) -> dict[str, Any]:
    """Return a play as records write it; parts without an alternative are omitted.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.model.realm import Options
    >>> table = st.Table(base_realm(), ("red", "blue"), Options())
    >>> play_entry(table, Sky.clear(table.board, 2), st.Sun("sun-joker", 3))
    {'play': 'sun-joker', 'at': 3}
    """
    entry: dict[str, Any] = {"play": play.card}
    match play:
        case st.Sun(card, at) | st.Lightning(card, at) | st.Rain(card, at):
            if table.realm.cards[card].at is None:
                entry["at"] = at
            if isinstance(play, st.Rain) and play.castle is not None and len(castles_at_stake(sky, at)) > 1:
                entry["castle"] = table.players[play.castle]
        case st.Storm(_, towards):
            entry["towards"] = towards.text
        case st.Rainbow(_, swap):
            if swap is None:
                entry["pass"] = True
            else:
                entry["swap"] = [{"being": table.players[being.player], "at": being.at} for being in swap]
    return entry


def action_entry(table: st.Table, sky: Sky, player: int, action: st.Action) -> dict[str, Any]:
    """Return an action as records write it."""
    match action:
        case st.Put(at):
            return {"put": at}
        case st.Move(at, to):
            return {"move": [at, to]}
        case st.Build(at):
            return {"build": at}
        case st.Oust(at, castle):
            several = len([owner for owner in sky[at].owners() if owner != player]) > 1
            return {"oust": at, "castle": table.players[castle]} if several else {"oust": at}
