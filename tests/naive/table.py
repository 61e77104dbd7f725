"""What lies on the table of the second reading: one dict, changed in place, and how a game is noted as ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from naive import paper

State = dict[str, Any]
Entry = dict[str, Any]
Ask = Callable[[str, list[Entry]], Entry]


class Illegal(Exception):
    """A turn breaks a rule: the rule's id."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GameOver(Exception):
    """Somebody has won in the middle of a turn: nothing else of the turn happens (END-4)."""


def new_game(box: dict[str, Any], record: dict[str, Any]) -> State:
    """The table before the first turn: castles laid, hands dealt from the deck in turn order."""
    edition = box["editions"][record.get("edition", "2023")]
    castles = record["castles"] if "castles" in record else box["layouts"][record["layout"]]
    castles = {side: list(row) for side, row in castles.items()}  # they may change places
    players = list(record["players"])
    if edition["castles"] == "players":  # LAY-5: the others' slots stay vacant
        castles = {side: [name if name in players else None for name in row] for side, row in castles.items()}
    pile = list(record["deck"])
    return {
        "box": box,
        "edition": edition,
        "players": players,
        "board": {
            "rows": len(castles["west"]),
            "cols": len(castles["north"]),
            "castles": castles,
            "growth": record.get("options", {}).get("growth", "edges"),
            "fields": {},
            "guarded": set(),  # from vine cards that are played
            "warded": set(),  # from spells
        },
        "hands": {player: pile.pop(0) if pile else None for player in players},
        "pile": pile,
        "discard": [],
        "spells": dict(zip(players, (list(three) for three in record["spells"]), strict=True)),
        "claims": {player: set() for player in players},
        "turn": 0,  # turns taken so far
        "seat": players.index(record.get("first", players[0])),  # whose turn it is
        "sits out": {player: int(player == record.get("waits")) for player in players},  # turns each still misses
        "guards": {player: set() for player in players},  # which fields each protects from cards
        "wards": {player: set() for player in players},  # … and from spells
        "newest": None,  # the card that was placed last, wherever it lies by now
        "own newest": {},  # for each player the card that they placed last
        "no spells": set(),  # who forbids spells
        "once more": False,  # an extra turn waits
        "last": None,  # END-5: how many last turns are still to come
        "connected": set(),
        "asking": 0,  # how many of the player's spells are the one that is asked about
        "winners": [],
        "ended": None,
        "by": None,
    }


def whose_turn(state: State) -> str:
    """TURN-2: clockwise in the order of the record."""
    player: str = state["players"][state["seat"]]
    return player


def around_the_table(state: State) -> list[str]:
    """The others, clockwise."""
    players, seat = state["players"], state["seat"]
    others: list[str] = players[seat + 1 :] + players[:seat]
    return others


def lower_guard(state: State, player: str) -> None:
    """What a player protects is free again, and so are spells that they forbid."""
    state["no spells"].discard(player)
    state["guards"][player], state["wards"][player] = set(), set()
    note_guards(state)


def note_guards(state: State) -> None:
    """The board shows what anybody protects."""
    state["board"]["guarded"] = set().union(*state["guards"].values())
    state["board"]["warded"] = set().union(*state["wards"].values())


def lay(state: State, card: str, place: paper.Place, facing: str, sealed: bool) -> paper.Card:
    """Put a vine card or a spell on the table; the card in its position."""
    box = state["box"]
    face = box["vines"][card] if card in box["vines"] else box["spells"][card]["face"]
    paper.lay(state["board"], paper.print_card(card, face), place, facing, sealed)
    laid: paper.Card = state["board"]["fields"][place][-1]
    state["newest"] = state["own newest"][whose_turn(state)] = laid
    return laid


def finish(state: State, winners: set[str], ended: str, by: str) -> None:
    """Note who has won, and by which rule."""
    state.update(winners=sorted(winners), ended=ended, by=by)


def look_for_connections(state: State, spell: bool) -> None:
    """END-1 to END-4, after every single change of the board."""
    before, now = state["connected"], paper.connected(state["board"])
    state["connected"] = now
    fresh = now - before
    families = {family for family, _ in fresh}
    mine = whose_turn(state)
    if spell:
        state["claims"][mine] |= {axis for family, axis in fresh if family == mine}
        others = families - {mine}
        if others:
            finish(state, others, "connected", "END-4")
    elif families:
        winners = {mine} if mine in families else families
        finish(state, winners, "connected", "END-1")
    if state["ended"]:
        raise GameOver
