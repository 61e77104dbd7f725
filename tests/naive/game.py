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
            "guarded": set(),
        },
        "hands": {player: pile.pop(0) if pile else None for player in players},
        "pile": pile,
        "discard": [],
        "spells": dict(zip(players, (list(three) for three in record["spells"]), strict=True)),
        "claims": {player: set() for player in players},
        "turn": 0,  # turns taken so far
        "seat": 0,  # whose turn it is
        "sits out": dict.fromkeys(players, 0),  # how many turns each still misses
        "guards": {player: set() for player in players},  # which fields each protects
        "once more": False,  # an extra turn waits
        "last": None,  # END-5: how many last turns are still to come
        "connected": set(),
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
    lower_guard(state, player)


def lower_guard(state: State, player: str) -> None:
    """What a player protects is free again."""
    state["guards"][player] = set()
    state["board"]["guarded"] = set().union(*state["guards"].values())


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


def lay(state: State, card: str, place: paper.Place, facing: str, sealed: bool) -> paper.Card:
    """Put a vine card or a spell on the table; the card as it lies there."""
    box = state["box"]
    face = box["vines"][card] if card in box["vines"] else box["spells"][card]["face"]
    paper.lay(state["board"], paper.print_card(card, face), place, facing, sealed)
    laid: paper.Card = state["board"]["fields"][place][-1]
    return laid


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
    return None if possible(state, spell, steps_of(state, spell), set(), None) else "SPL-10"


DIRTY = {
    "draw": {"pile"},
    "take": {"heap"},
    "discard": {"heap"},
    "offer-redraw": {"pile", "heap"},
    **{verb: {"table"} for verb in ("play", "place-self", "remove", "turn", "move", "swap", "clear", "protect")},
}


def fewest_draws(steps: list[Entry]) -> int:
    """How many cards the steps draw at the very least."""
    total = 0
    for step in steps:
        total += step.get("draw", 0)
        if "choose" in step:
            total += sorted(fewest_draws(option) for option in step["choose"])[0]
        if "repeat" in step:
            total += sum(fewest_draws(step["repeat"]["steps"]) for _ in range(step["repeat"]["times"]))
    return total


def soil(steps: list[Entry], dirty: set[str]) -> None:
    """Note what the steps may change: the table, the pile that is drawn from, the heap of discards."""
    for step in steps:
        ((verb, how),) = step.items()
        dirty |= DIRTY.get(verb, set())
        if verb == "remove" and how["to"] == "discard":
            dirty.add("heap")


def is_so(state: State, how: Entry) -> bool:
    """Does an `only-if` hold?"""
    board = state["board"]
    heights = [len(board["fields"].get((row, col), [])) for row in range(board["rows"]) for col in range(board["cols"])]
    there: int = {
        "draw-pile": len(state["pile"]),
        "discard-pile": len(state["discard"]),
        "empty-fields": heights.count(0),
        "tallest-stack": sorted(heights)[-1],
    }[how["what"]]
    return how.get("at-least", 0) <= there <= how.get("at-most", there)


def possible(state: State, spell: str, steps: list[Entry], dirty: set[str], last: Entry | None) -> bool:
    """SPL-10: can the steps be carried out, as far as one knows? What is `dirty` may be different by then."""
    if fewest_draws(steps) > len(state["pile"]):
        return False
    return all(step_possible(state, spell, step, dirty, last) for step in steps)


def step_possible(state: State, spell: str, step: Entry, dirty: set[str], last: Entry | None) -> bool:
    """One of the steps; afterwards more may be dirty."""
    ((verb, how),) = step.items()
    if verb == "choose":
        ways = [possible(state, spell, option, set(dirty), last) for option in how]
        for option in how:
            soil(option, dirty)
        return any(ways)
    if verb == "only-if" and dirty:
        soil(how["steps"], dirty)
        return True
    if verb in ("repeat", "only-if"):
        if verb == "only-if" and not is_so(state, how):
            return True
        return all(step_possible(state, spell, inner, dirty, last) for inner in how["steps"])
    clean = {"table", "pile", "heap"} - dirty
    answer = True
    if verb == "take" and "heap" in clean:
        answer = bool(state["discard"])
    elif verb == "peek" and "pile" in clean:
        answer = len(state["pile"]) >= how
    elif verb == "miss-turn":
        answer = len(state["players"]) > 1
    elif "table" in clean:
        if verb in ("remove", "turn", "clear", "protect", "move", "swap"):
            answer = {"skip": True} not in answers_for(state, verb, how)
        elif verb == "place-self":
            answer = bool(spots(state, state["box"]["spells"][spell]["face"], how["where"], last))
        elif verb == "play" and not how.get("optional"):
            answer = bool(spots(state, ANY_VINE, how["where"], last))
    soil([step], dirty)
    return answer


def open_stacks(state: State) -> list[paper.Place]:
    """The stacks that a spell can affect: those whose top is not sealed, on fields that nobody protects."""
    board = state["board"]
    return sorted(
        place
        for place, stack in board["fields"].items()
        if stack and not stack[-1]["sealed"] and place not in board["guarded"]
    )


def broken(card: paper.Card, kind: str) -> list[Entry]:
    """The breaks of a card that `clear` takes away."""
    gaps: list[Entry] = card["face"].get("breaks", [])
    return [gap for gap in gaps if kind in ("breaks", gap["kind"] + "s")]


def answers_for(state: State, verb: str, how: Any) -> list[Entry]:
    """Every answer to a step that affects the board without a new card; to skip it when there is none."""
    board, stacks = state["board"], open_stacks(state)
    tops = {place: board["fields"][place][-1] for place in stacks}
    answers: list[Entry] = []
    if verb == "swap":
        answers = [{"at": list(one), "with": list(two)} for one in stacks for two in stacks if one < two]
    elif verb == "move":
        for place in stacks:
            card = board["fields"][place].pop()  # taken up, and put back below
            for spot, facing in spots(state, card["face"], how["where"], None):
                if spot != place:
                    answers.append({"at": list(place), "to": list(spot), "facing": facing})
            board["fields"][place].append(card)
    elif verb == "protect":
        everywhere = [[row, col] for row in range(board["rows"]) for col in range(board["cols"])]
        answers = [{"at": place} for place in everywhere if tuple(place) not in board["guarded"]]
    elif verb == "clear":
        answers = [{"at": list(place)} for place in stacks if broken(tops[place], how)]
    else:
        answers = [{"at": list(place)} for place in stacks]
    return answers or [{"skip": True}]


def spots(state: State, face: paper.Face, where: str, last: paper.Card | None) -> list[tuple[paper.Place, str]]:
    """Where a spell may put a card; `last` is the card that it placed before, wherever that lies by now."""
    fields = state["board"]["fields"]
    found = []
    for place, facing in sorted(paper.legal_placements(state["board"], face)):
        occupied = bool(fields.get(place))
        wanted = {
            "growth": True,
            "empty": not occupied,
            "on-card": occupied,
            "on-last": last is not None and any(card is last for card in fields.get(place, [])),
        }
        if wanted[where]:
            found.append((place, facing))
    return found


def choose(ask: Ask, kind: str, legal: list[Entry], rule: str) -> Entry:
    """Ask, and accept only a legal answer; `card` may be left out where only one card can be meant."""
    answer = ask(kind, legal)
    if answer in legal:
        return answer
    if "with" in answer and {"at": answer["with"], "with": answer["at"]} in legal:  # a pair has no order
        return {"at": answer["with"], "with": answer["at"]}
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
    held: dict[str, list[str]] = {"drawn": [], "taken": [], "hand": [state["hands"][player]]}
    last: paper.Card | None = None
    todo = list(steps_of(state, spell))
    while todo:
        ((verb, how),) = todo.pop(0).items()
        if verb == "draw":
            held["drawn"] += [state["pile"].pop(0) for _ in range(min(how, len(state["pile"])))]
        elif verb == "take":
            held["taken"] += [state["discard"].pop()] if state["discard"] else []
        elif verb == "discard":
            state["discard"] += held[how]
            held[how] = []
            state["hands"][player] = None if how == "hand" else state["hands"][player]
        elif verb == "repeat":
            todo = how["steps"] * how["times"] + todo
        elif verb == "only-if":
            todo = (how["steps"] if is_so(state, how) else []) + todo
        elif verb == "choose":
            ways = [{"option": n} for n, way in enumerate(how, 1) if possible(state, spell, way, set(), last)]
            entry = choose(ask, "option", ways or [{"skip": True}], "SPL-10")
            todo = (how[entry["option"] - 1] if "option" in entry else []) + todo
        elif verb == "offer-redraw":
            offer_redraw(state, ask, fewest_draws(todo))
        elif verb == "peek":
            peek(state, how, ask)
        elif verb == "extra-turn":
            state["once more"] = True
        elif verb == "miss-turn":
            sit_down(state, how, ask)
        elif verb == "place-self":
            face = state["box"]["spells"][spell]["face"]
            legal = [{"at": list(place), "facing": facing} for place, facing in spots(state, face, how["where"], last)]
            entry = choose(ask, "place", legal or [{"skip": True}], "SPL-10")
            if "skip" not in entry:
                last = lay(state, spell, (entry["at"][0], entry["at"][1]), entry["facing"], how.get("sealed", False))
                look_for_connections(state, spell=True)
        elif verb == "play":
            last = play_from(state, held[how["from"]], how, last, ask)
        else:
            last = rearrange(state, verb, how, last, ask)
    state["discard"] += held["drawn"] + held["taken"]  # SPL-10: what could not be placed after all
    state["discard"] += held["hand"]  # TURN-4: paid now, so that no step can take it
    state["hands"][player] = None


def rearrange(state: State, verb: str, how: Any, last: paper.Card | None, ask: Ask) -> paper.Card | None:
    """The steps that affect what lies on the table. Returns the card that the spell placed last."""
    fields = state["board"]["fields"]
    entry = choose(ask, verb, answers_for(state, verb, how), "SPL-10")
    if "skip" in entry:
        return last
    place = (entry["at"][0], entry["at"][1])
    if verb == "protect":
        state["guards"][whose_turn(state)].add(place)
        state["board"]["guarded"] = set().union(*state["guards"].values())
        return last
    if verb == "remove":
        card = fields[place].pop()
        if how["to"] == "discard" and card["card"] in state["box"]["vines"]:
            state["discard"].append(card["card"])
    elif verb == "turn":
        for card in fields[place]:
            card["facing"] = paper.CLOCKWISE[(paper.CLOCKWISE.index(card["facing"]) + how["quarters"]) % 4]
    elif verb == "move":
        last = fields[place].pop()
        last["facing"] = entry["facing"]
        fields.setdefault((entry["to"][0], entry["to"][1]), []).append(last)
    elif verb == "swap":
        other = (entry["with"][0], entry["with"][1])
        fields[place], fields[other] = fields[other], fields[place]
    elif verb == "clear":
        card = fields[place][-1]
        left = [gap for gap in card["face"].get("breaks", []) if gap not in broken(card, how)]
        card.update(paper.print_card(card["card"], {**card["face"], "breaks": left}))
    else:
        raise ValueError(verb)
    look_for_connections(state, spell=True)
    return last


def peek(state: State, count: int, ask: Ask) -> None:
    """Look at the next cards and put them back in any order; one card has no order."""
    seen = state["pile"][:count]
    if len(seen) < 2:
        return
    orders: list[Entry] = [{"order": cards} for cards in every_order(seen)]
    state["pile"][:count] = choose(ask, "order", orders, "SPL-10")["order"]


def every_order(cards: list[str]) -> list[list[str]]:
    """The different orders of some cards."""
    if not cards:
        return [[]]
    orders = []
    for first in sorted(set(cards)):
        rest = list(cards)
        rest.remove(first)
        orders += [[first, *order] for order in every_order(rest)]
    return orders


def sit_down(state: State, who: str, ask: Ask) -> None:
    """The next player, or one who is named, misses a turn."""
    others = around_the_table(state)
    if who == "chosen":
        entry = choose(ask, "player", [{"player": other} for other in others] or [{"skip": True}], "SPL-10")
        others = [entry["player"]] if "player" in entry else []
    for other in others[:1]:
        state["sits out"][other] += 1


def play_from(
    state: State, cards: list[str], how: dict[str, Any], last: paper.Card | None, ask: Ask
) -> paper.Card | None:
    """The step `play`: one question for each card that may be played. Returns the last one."""
    for _ in range(len(cards) if how["count"] == "all" else min(how["count"], len(cards))):
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
            if how["from"] == "hand":
                state["hands"][whose_turn(state)] = None
            last = lay(state, entry["card"], (entry["at"][0], entry["at"][1]), entry["facing"], sealed=False)
            look_for_connections(state, spell=True)
    return last


def offer_redraw(state: State, ask: Ask, kept: int) -> None:
    """SPL-6: the others, clockwise, may discard their vine card and draw anew, while cards last (SPL-10)."""
    others = [player for player in around_the_table(state) if state["hands"][player] is not None]
    legal = [
        {"redraw": list(chosen)}
        for size in range(min(len(others), max(0, len(state["pile"]) - kept)) + 1)
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
