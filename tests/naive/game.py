"""Whole games, the second reading of TURN, SPL and END: one table, one dict, changed in place.

`replay(box, record)` plays a game record of the contracts. The box is plain data as in the YAML files:
`{"vines": {id: face}, "spells": {id: {"effect": [steps], "face": face}}, "layouts": {id: castles},
"editions": {id: {"castles": "all"|"players", "last-card": "must"|"may", "effects": {spell: [steps]}}}}`.

Whoever plays is asked through a function `ask(kind, legal)` that is given every legal answer and returns one:
a record answers from its entries, a random player by lot. So replaying and playing are one piece of code.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from naive import paper

State = dict[str, Any]
Entry = dict[str, Any]
Ask = Callable[[str, list[Entry]], Entry]

ANY_VINE: paper.Face = {"vines": [["n"]]}  # FACE-8: what can be promised of a card that is not drawn yet


class Illegal(Exception):
    """A turn breaks a rule: the rule's id."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GameOver(Exception):
    """Somebody has won in the middle of a turn: nothing else of the turn happens (END-4)."""


# --- setting up ---


def new_game(box: dict[str, Any], record: dict[str, Any]) -> State:
    """The table before the first turn: castles laid, hands dealt from the deck in turn order."""
    edition = box["editions"][record.get("edition", "2023")]
    castles = record["castles"] if "castles" in record else box["layouts"][record["layout"]]
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
        },
        "hands": {player: pile.pop(0) if pile else None for player in players},
        "pile": pile,
        "discard": [],
        "spells": dict(zip(players, (list(three) for three in record["spells"]), strict=True)),
        "claims": {player: set() for player in players},
        "turn": 0,  # turns taken so far; whose turn it is follows from it
        "last": None,  # END-5: how many last turns are still to come
        "connected": set(),
        "winners": [],
        "ended": None,
        "by": None,
    }


def whose_turn(state: State) -> str:
    """TURN-2: clockwise in the order of the record."""
    player: str = state["players"][state["turn"] % len(state["players"])]
    return player


def steps_of(state: State, spell: str) -> list[dict[str, Any]]:
    """What a spell does in this edition."""
    steps: list[dict[str, Any]] = (
        state["edition"].get("effects", {}).get(spell, state["box"]["spells"][spell]["effect"])
    )
    return steps


# --- the end ---


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


def end_turn(state: State) -> None:
    """TURN-2: draw one card, and the next player follows; END-5 counts the last turns."""
    player = whose_turn(state)
    if state["last"] is not None:
        state["last"] -= 1
    else:
        state["hands"][player] = state["pile"].pop(0) if state["pile"] else None
        if not state["pile"]:
            state["last"] = len(state["players"])
    state["turn"] += 1
    start_turn(state)


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


def lay(state: State, card: str, place: paper.Place, facing: str, sealed: bool) -> None:
    """Put a vine card or a spell on the table."""
    box = state["box"]
    face = box["vines"][card] if card in box["vines"] else box["spells"][card]["face"]
    paper.lay(state["board"], paper.print_card(card, face), place, facing, sealed)


# --- spells ---


def why_not_castable(state: State, spell: str) -> str | None:
    """The rule that forbids the player to cast this spell now, or None."""
    player = whose_turn(state)
    if state["last"] is not None:
        return "END-5"
    if state["hands"][player] is None:
        return "TURN-2"
    if spell not in state["spells"][player]:  # never theirs, or cast already
        return "TURN-3"
    drawn = 0
    for step in steps_of(state, spell):
        ((verb, how),) = step.items()
        possible = True
        if verb == "draw":
            drawn += how
            possible = drawn <= len(state["pile"])
        elif verb == "take":
            possible = bool(state["discard"])
        elif verb in ("remove", "turn"):
            possible = bool(open_stacks(state))
        elif verb == "place-self":
            possible = bool(spots(state, state["box"]["spells"][spell]["face"], how["where"], None))
        elif verb == "play" and how["where"] != "on-last" and not how.get("optional"):
            possible = bool(spots(state, ANY_VINE, how["where"], None))
        if not possible:
            return "SPL-10"
    return None


def open_stacks(state: State) -> list[paper.Place]:
    """The stacks that a spell can affect: those whose top is not sealed."""
    return sorted(place for place, stack in state["board"]["fields"].items() if stack and not stack[-1]["sealed"])


def spots(state: State, face: paper.Face, where: str, last: paper.Place | None) -> list[tuple[paper.Place, str]]:
    """Where a spell may put a card."""
    fields = state["board"]["fields"]
    found = []
    for place, facing in sorted(paper.legal_placements(state["board"], face)):
        occupied = bool(fields.get(place))
        wanted = {
            "growth": True,
            "empty": not occupied,
            "on-card": occupied,
            "on-last": occupied and place == last,
        }
        if wanted[where]:
            found.append((place, facing))
    return found


def choose(ask: Ask, kind: str, legal: list[Entry], rule: str) -> Entry:
    """Ask, and accept only a legal answer; `card` may be left out where only one card can be meant."""
    answer = ask(kind, legal)
    if answer in legal:
        return answer
    meant = [entry for entry in legal if {**entry, **answer} == entry]
    if len(meant) != 1 or set(meant[0]) - set(answer) != {"card"}:
        raise Illegal(rule)
    return meant[0]


def cast(state: State, spell: str, ask: Ask) -> None:
    """TURN-2 to TURN-4 and SPL: pay the vine card, carry out the steps one after the other."""
    broken = why_not_castable(state, spell)
    if broken:
        raise Illegal(broken)
    player = whose_turn(state)
    state["spells"][player].remove(spell)
    held: dict[str, list[str]] = {"drawn": [], "taken": []}
    last: paper.Place | None = None
    for step in steps_of(state, spell):
        ((verb, how),) = step.items()
        if verb == "draw":
            held["drawn"] += [state["pile"].pop(0) for _ in range(how)]
        elif verb == "take":
            held["taken"].append(state["discard"].pop())
        elif verb == "discard":
            state["discard"] += held[how]
            held[how] = []
        elif verb == "offer-redraw":
            offer_redraw(state, ask)
        elif verb == "remove":
            place = choose_stack(state, ask)
            state["board"]["fields"][place].pop()
            look_for_connections(state, spell=True)
        elif verb == "turn":
            for card in state["board"]["fields"][choose_stack(state, ask)]:
                card["facing"] = paper.CLOCKWISE[(paper.CLOCKWISE.index(card["facing"]) + how["quarters"]) % 4]
            look_for_connections(state, spell=True)
        elif verb == "place-self":
            face = state["box"]["spells"][spell]["face"]
            legal = [{"at": list(place), "facing": facing} for place, facing in spots(state, face, how["where"], last)]
            entry = choose(ask, "place", legal, "SPL-10")
            last = (entry["at"][0], entry["at"][1])
            lay(state, spell, last, entry["facing"], how.get("sealed", False))
            look_for_connections(state, spell=True)
        elif verb == "play":
            last = play_from(state, held[how["from"]], how, last, ask)
        else:
            raise ValueError(step)
    state["discard"] += held["drawn"] + held["taken"]  # SPL-10: what could not be placed after all
    state["discard"].append(state["hands"][player])  # TURN-4: paid now, so that no step can take it
    state["hands"][player] = None


def play_from(
    state: State, cards: list[str], how: dict[str, Any], last: paper.Place | None, ask: Ask
) -> paper.Place | None:
    """The step `play`: one question for each card that may be played. Returns where the last one went."""
    for _ in range(len(cards) if how["count"] == "all" else how["count"]):
        legal: list[Entry] = [
            {"card": card, "at": list(place), "facing": facing}
            for card in sorted(set(cards))
            for place, facing in spots(state, state["box"]["vines"][card], how["where"], last)
        ]
        if how.get("optional") or not legal:
            legal.append({"skip": True})
        entry = choose(ask, "play", legal, "SPL-10")
        if "skip" not in entry:
            cards.remove(entry["card"])
            last = (entry["at"][0], entry["at"][1])
            lay(state, entry["card"], last, entry["facing"], sealed=False)
            look_for_connections(state, spell=True)
    return last


def choose_stack(state: State, ask: Ask) -> paper.Place:
    """The target of `remove` and `turn`."""
    row, col = choose(ask, "target", [{"at": list(place)} for place in open_stacks(state)], "SPL-10")["at"]
    return row, col


def offer_redraw(state: State, ask: Ask) -> None:
    """SPL-6: the others, clockwise, may discard their vine card and draw anew, while cards last (SPL-10)."""
    players, at = state["players"], state["turn"] % len(state["players"])
    others = [player for player in players[at + 1 :] + players[:at] if state["hands"][player] is not None]
    legal = [
        {"redraw": list(chosen)}
        for size in range(min(len(others), len(state["pile"])) + 1)
        for chosen in itertools.combinations(others, size)
    ]
    for player in choose(ask, "redraw", legal, "SPL-10")["redraw"]:
        state["discard"].append(state["hands"][player])
        state["hands"][player] = state["pile"].pop(0)


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
