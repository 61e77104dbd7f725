"""Whole games, the second reading of TURN, SPL and END: one table, one dict, changed in place.

`replay(box, record)` plays a game record of the contracts. The box is plain data as in the YAML files:
`{"vines": {id: face}, "spells": {id: {"effect": [steps], "face": face}}, "layouts": {id: castles},
"editions": {id: {"castles": "all"|"players", "last-card": "must"|"may", "effects": {spell: [steps]}}}}`.

Whoever plays is asked through a function `ask(kind, legal)` that is given every legal answer and returns one:
a record answers from its entries, a random player at random. So replaying and playing are one piece of code.
"""

from __future__ import annotations

from typing import Any

from naive import paper
from naive.spells import cast, why_not_castable
from naive.table import (
    Ask,
    Entry,
    GameOver,
    Illegal,
    State,
    finish,
    lay,
    look_for_connections,
    lower_guard,
    new_game,
    whose_turn,
)

# --- turns ---


def take_turn(state: State, turn: Entry, ask: Ask | None = None) -> None:
    """Carry out one entry of a record; `ask` answers for a spell instead of the entry's own steps."""
    if state["ended"]:
        raise Illegal(state["by"])
    try:
        if "vine" in turn:
            play_vine(state, turn["vine"])
        elif "spell" in turn:
            answers = list(turn["steps"])
            cast(state, turn["spell"], ask or answering(answers))
            if ask is None and answers:
                raise Illegal("SPL-10")
        elif "discard" in turn:
            give_up_vine(state)
        else:
            sit_out(state)
    except GameOver:
        if "spell" in turn and ask is None and answers:
            raise Illegal("END-4") from None
        state["turn"] += 1
        return
    end_turn(state)


def answering(answers: list[Entry]) -> Ask:
    """Answer from a record's list, one entry after the other."""

    def answer(kind: str, legal: list[Entry]) -> Entry:
        if not answers:
            raise Illegal("SPL-10")
        return answers.pop(0)

    return answer


def hand_card(state: State) -> str:
    """The vine card of the player whose turn it is."""
    card: str | None = state["hands"][whose_turn(state)]
    if card is None:
        raise Illegal("TURN-2" if state["last"] is None else "END-5")
    return card


def play_vine(state: State, where: Entry) -> None:
    """TURN-2: play the vine card by GRO."""
    card = hand_card(state)
    place, facing = tuple(where["at"]), where["facing"]
    broken = paper.why_not(state["board"], state["box"]["vines"][card], place, facing)
    if broken:
        raise Illegal(broken)
    state["hands"][whose_turn(state)] = None
    lay(state, card, place, facing, sealed=False)
    look_for_connections(state, spell=False)


def give_up_vine(state: State) -> None:
    """TURN-5: only a card that cannot be placed is discarded."""
    card = hand_card(state)
    if paper.legal_placements(state["board"], state["box"]["vines"][card]):
        raise Illegal("TURN-5")
    state["hands"][whose_turn(state)] = None
    state["discard"].append(card)


def sit_out(state: State) -> None:
    """END-5: a last turn without a card, or (may play) with one that is kept back."""
    if state["last"] is None:
        raise Illegal("TURN-2")
    if state["hands"][whose_turn(state)] is not None and state["edition"]["last-card"] == "must":
        raise Illegal("END-5")


def beginnings(state: State) -> list[Entry]:
    """Every legal way to begin this turn; a spell without its steps."""
    player = whose_turn(state)
    card = state["hands"][player]
    turns: list[Entry] = []
    if card is not None:
        legal = sorted(paper.legal_placements(state["board"], state["box"]["vines"][card]))
        turns += [{"vine": {"at": list(place), "facing": facing}} for place, facing in legal]
        turns += [] if legal else [{"discard": True}]
    if state["last"] is not None and (card is None or state["edition"]["last-card"] == "may"):
        turns.append({"pass": True})
    turns += [{"spell": spell} for spell in state["spells"][player] if why_not_castable(state, spell) is None]
    return turns


def start_turn(state: State) -> None:
    """END-3: a claim is won at the start of the next turn, or lapses. END-5: after the last turn, a draw."""
    if state["last"] == 0:
        finish(state, set(), "draw", "END-5")
        return
    player = whose_turn(state)
    standing = {axis for axis in state["claims"][player] if (player, axis) in state["connected"]}
    state["claims"][player] = set()
    if standing:
        finish(state, {player}, "pending-connection", "END-3")
    lower_guard(state, player)


def end_turn(state: State) -> None:
    """TURN-2: draw one card, and the next player follows; END-5 counts the last turns."""
    player = whose_turn(state)
    if state["last"] is not None:
        state["last"] -= 1
    else:
        if state["hands"][player] is None and state["pile"]:  # STEP-1: a card that was kept is there already
            state["hands"][player] = state["pile"].pop(0)
        if not state["pile"]:
            state["last"] = len(state["players"])
    state["turn"] += 1
    again, state["once more"] = state["once more"] and state["last"] is None, False
    if again:  # claims go on waiting
        lower_guard(state, player)
        return
    pass_on(state)


def pass_on(state: State) -> None:
    """The next player follows; who sits out has had that turn, too."""
    state["seat"] = (state["seat"] + 1) % len(state["players"])
    start_turn(state)
    player = whose_turn(state)
    if not state["ended"] and state["sits out"][player]:
        state["sits out"][player] -= 1
        if state["last"] is not None:
            state["last"] -= 1
        pass_on(state)


# --- a whole record ---


def result(state: State) -> dict[str, Any]:
    """The answer of the contracts, as long as nothing was illegal; `connected` as a set of (family, axis)."""
    return {
        "legal": True,
        "illegal": None,
        "winners": state["winners"],
        "ended": state["ended"],
        "by": state["by"],
        "turns": state["turn"],
        "draw_pile": len(state["pile"]),
        "discard_pile": list(state["discard"]),
        "connected": set(state["connected"]),
    }


def replay(box: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """Play a record. At the first illegal turn the answer tells how things stood before it."""
    state = new_game(box, record)
    for index, turn in enumerate(record["turns"]):
        try:
            take_turn(state, turn)
        except Illegal as illegal:
            before = replay(box, {**record, "turns": record["turns"][:index]})
            return {**before, "legal": False, "illegal": {"turn": index, "code": illegal.code}}
    return result(state)
