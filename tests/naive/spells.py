"""Spells, the second reading of SPL: which can be cast, what can be answered, and what becomes of it.

What the board looks like is asked of `paper`; a step may find it *dirty*: changed since one looked.
"""

from __future__ import annotations

import itertools
from typing import Any

from naive import paper
from naive.table import Ask, Entry, Illegal, State, around_the_table, lay, look_for_connections, note_guards, whose_turn

ANY_VINE: paper.Face = {"vines": [["n"]]}  # FACE-8: what can be promised of a card that is not drawn yet


def steps_of(state: State, spell: str) -> list[dict[str, Any]]:
    """Return what a spell does in this edition."""
    steps: list[dict[str, Any]] = (
        state["edition"].get("effects", {}).get(spell, state["box"]["spells"][spell]["effect"])
    )
    return in_short(steps)


def in_short(steps: list[Entry]) -> list[Entry]:
    """Steps in the words of this module: one for each thing to do, with what varies."""
    return [one for step in steps for verb, how in step.items() for one in [short(verb, how)]]


def short(verb: str, how: Any) -> Entry:
    """One step, as this module names it."""
    if verb == "choose":
        return {verb: [in_short(option) for option in how]}
    if verb in ("repeat", "only-if"):
        return {verb: {**how, "steps": in_short(how["steps"])}}
    if verb == "discard":
        if "who" not in how:
            return {"discard": how["from"]}
        return {"offer-redraw" if how.get("may") else "redraw": how["who"]}
    if verb == "take":
        steal = {"hand": {"steal": how.get("who")}, "discard": {"take": "top"}}
        return steal.get(how["from"], {"take-back": "last-placed" if how.get("which") == "last" else "own-last"})
    if verb == "turn":
        quarters = 2 if how["by"] == "half" else 1 if how["way"] == "right" else 3
        return {"turn": {"target": "top-vine" if how["which"] == "top" else "stack", "quarters": quarters}}
    if verb == "swap":
        return {{"castles": "swap-castles", "hands": "swap-hands"}.get(how["which"], verb): how["which"]}
    if verb == "clear":
        return {"clear": how["what"]}
    if verb == "protect":
        return {"protect": {"everything": "field"}.get(how["against"], f"from-{how['against']}")}
    if verb == "look":
        return (
            {"see": how["from"]} if how["from"] == "hand" else {"peek" if how.get("sort") else "glance": how["count"]}
        )
    return {{"pass": "pass-hands"}.get(verb, verb): how}


def why_not_castable(state: State, spell: str) -> str | None:
    """The rule that forbids the player to cast this spell now, or None."""
    player = whose_turn(state)
    if state["last"] is not None:
        return "END-5"
    if state["hands"][player] is None:
        return "TURN-2"
    if spell not in state["spells"][player]:  # never theirs, or cast already
        return "TURN-3"
    if state["no spells"] - {player}:  # STEP-6
        return "SPL-10"
    state["asking"] = 1  # the spell itself is still among the player's
    return None if possible(state, spell, steps_of(state, spell), set(), None) else "SPL-10"


DIRTY = {
    "draw": {"pile"},
    "take": {"heap"},
    "discard": {"heap"},
    "offer-redraw": {"pile", "heap"},
    "redraw": {"pile", "heap"},
    "steal": {"pile", "heap"},
    "give": {"heap"},
    "pass-hands": set(),
    **{verb: {"table"} for verb in ("play", "place-self", "remove", "turn", "move", "swap", "clear", "protect")},
    **{verb: {"table"} for verb in ("take-back", "swap-castles")},
}


def fewest_draws(steps: list[Entry]) -> int:
    """Return how many cards the steps draw at the very least."""
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


def connections(state: State, family: str) -> int:
    """Return how often a family is connected."""
    return len([one for one, _ in state["connected"] if one == family])


def is_so(state: State, how: Entry, held: int, shown: int = 0) -> bool:
    """Does an `only-if` hold? Of the player's spells, `held` is the one in question; a coin or a die has `shown`."""
    me = whose_turn(state)
    hand = state["hands"][me]
    families = {family for side in state["board"]["castles"].values() for family in side if family}
    board = state["board"]
    heights = [len(board["fields"].get((row, col), [])) for row in range(board["rows"]) for col in range(board["cols"])]
    there: int = {
        "draw-pile": len(state["pile"]),
        "discard-pile": len(state["discard"]),
        "empty-fields": heights.count(0),
        "tallest-stack": sorted(heights)[-1],
        "own-connections": connections(state, me),
        "connections-behind": max([connections(state, one) for one in families] + [0]) - connections(state, me),
        "own-castles": castles_together(board, me),
        "coin": shown,
        "die": shown,
        "hand-ends": len([end for strand in state["box"]["vines"][hand]["vines"] for end in strand]) if hand else 0,
        "own-spells": len(state["spells"][me]) - held,
    }[how["what"]]
    least, most = how.get("at-least", 0), how.get("at-most", there)
    return bool(least <= there <= most)


def castles_together(board: paper.Board, family: str) -> int:
    """STEP-8: pour water on each castle of the family; how many of its castles get wet together at most."""
    castles = list(paper.gates(board))
    ink = {gate for _, _, gate in castles}
    for place, stack in board["fields"].items():
        ink.update(paper.on_table(place, paper.visible_ink(stack)))
    own = {gate for owner, _, gate in castles if owner == family}
    wet = [paper.flood(set(ink), gate) for gate in own]
    return max([len(own & points) for points in wet if len(points) > 1] + [0])


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
    if verb == "only-if" and (dirty or how["what"] in ("coin", "die")):
        soil(how["steps"], dirty)
        return True
    if verb in ("repeat", "only-if"):
        if verb == "only-if" and not is_so(state, how, state["asking"]):
            return True
        return all(step_possible(state, spell, inner, dirty, last) for inner in how["steps"])
    clean = {"table", "pile", "heap"} - dirty
    answer = True
    if verb == "take" and "heap" in clean:
        answer = bool(state["discard"])
    elif verb in ("peek", "glance") and "pile" in clean:
        answer = len(state["pile"]) >= how
    elif verb in ("miss-turn", "forbid"):
        answer = len(state["players"]) > 1
    elif verb in ("redraw", "steal", "give", "pass-hands", "see"):
        answer = bool(holders(state))
    elif verb == "swap-hands":
        answer = len(state["players"]) > 2
    elif "table" in clean:
        if verb == "take-back":
            answer = newest_place(state, how) is not None
        elif verb in ("remove", "turn", "clear", "protect", "move", "swap", "swap-castles"):
            answer = {"skip": True} not in answers_for(state, verb, how)
        elif verb == "place-self":
            answer = bool(spots(state, state["box"]["spells"][spell]["face"], how["where"], last))
        elif verb == "play" and not how.get("may"):
            answer = bool(spots(state, ANY_VINE, how["where"], last))
    soil([step], dirty)
    return answer


def open_stacks(state: State) -> list[paper.Place]:
    """The stacks that a spell can affect: those whose top is not sealed, on fields that nobody protects."""
    board = state["board"]
    return sorted(
        place
        for place, stack in board["fields"].items()
        if stack and not stack[-1]["sealed"] and place not in board["warded"]
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
        answers = [
            {"at": list(one), "with": list(two)}
            for one in stacks
            for two in stacks
            if one < two and (how == "stacks" or two in ((one[0] + 1, one[1]), (one[0], one[1] + 1)))
        ]
    elif verb == "swap-castles":
        answers = castle_swaps(board)
    elif verb == "move":
        for place in stacks:
            card = board["fields"][place].pop()  # taken up, and put back below
            for spot, facing in spots(state, card["face"], how["where"], None):
                if spot != place:
                    answers.append({"at": list(place), "to": list(spot), "facing": facing})
            board["fields"][place].append(card)
    elif verb == "protect":
        everywhere = [[row, col] for row in range(board["rows"]) for col in range(board["cols"])]
        taken = board["warded"] | (board["guarded"] if how == "from-cards" else set())
        answers = [{"at": place} for place in everywhere if tuple(place) not in taken]
    elif verb == "clear" and how == "break":
        answers = [{"at": list(place), "break": gap["at"]} for place in stacks for gap in broken(tops[place], "breaks")]
    elif verb == "clear":
        answers = [{"at": list(place)} for place in stacks if broken(tops[place], how)]
    elif verb == "turn" and how["target"] == "top-vine" and how["quarters"] != 2:  # STEP-3: it stays crosswise
        answers = [{"at": list(place)} for place in stacks if len(board["fields"][place]) == 1]
    else:
        answers = [{"at": list(place)} for place in stacks]
    return answers or [{"skip": True}]


def spots(state: State, face: paper.Face, where: str, last: paper.Card | None) -> list[tuple[paper.Place, str]]:
    """Return where a spell may put a card; `last` is the card that it placed before, wherever that lies by now."""
    board = {**state["board"], "guarded": state["board"]["warded"]}
    fields = board["fields"]
    found = []
    if where == "anywhere":
        for row in range(board["rows"]):
            for col in range(board["cols"]):
                found += [((row, col), facing) for facing in "nesw" if may_lie(board, (row, col), facing)]
        return found
    if where == "under":  # STEP-10
        for place in open_stacks(state):
            found += [(place, facing) for facing in "nesw" if (facing in "ns") != (fields[place][0]["facing"] in "ns")]
        return found
    near = {place for place, stack in fields.items() if any(card is last for card in stack)} if last else set()
    near |= {(row + down, col + right) for row, col in near for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for place, facing in sorted(paper.legal_placements(board, face)):
        occupied = bool(fields.get(place))
        wanted = {
            "growth": True,
            "empty": not occupied,
            "on-card": occupied,
            "on-last": last is not None and any(card is last for card in fields.get(place, [])),
            "apart": place not in near,  # STEP-9
        }
        if wanted[where]:
            found.append((place, facing))
    return found


def may_lie(board: paper.Board, place: paper.Place, facing: str) -> bool:
    """Anywhere: a card needs nothing beside it, but lies across another one, and not where it must not."""
    stack = board["fields"].get(place, [])
    if place in board["guarded"]:
        return False
    return not stack or (not stack[-1]["sealed"] and (stack[-1]["facing"] in "ns") != (facing in "ns"))


def castle_swaps(board: paper.Board) -> list[Entry]:
    """Two castles of a side that may change places: tried out, looked at, and put back."""
    castles, answers = board["castles"], []
    for side, row in castles.items():
        for one in range(len(row)):
            for two in range(one + 1, len(row)):
                a, b = row[one], row[two]
                if a is None or b is None or row.count(a) > 1 or row.count(b) > 1:
                    continue
                after = {name: list(slots) for name, slots in castles.items()}
                after[side][one], after[side][two] = b, a
                if castles_apart(after):
                    answers.append({"side": side, "castles": [a, b]})
    return answers


def castles_apart(castles: dict[str, list[str | None]]) -> bool:
    """LAY-2 and LAY-3: nobody's castles lie opposite each other or meet at a corner."""
    north, east, south, west = (castles[side] for side in ("north", "east", "south", "west"))
    meeting = [*zip(north, south, strict=True), *zip(west, east, strict=True)]
    meeting += [(north[0], west[0]), (north[-1], east[0]), (south[0], west[-1]), (south[-1], east[-1])]
    return not any(one is not None and one == other for one, other in meeting)


def holders(state: State) -> list[str]:
    """The others who hold a vine card, clockwise."""
    return [player for player in around_the_table(state) if state["hands"][player] is not None]


def newest_place(state: State, whose: str) -> paper.Place | None:
    """Return the place of the card placed last (SPL-9: a placed spell is a vine card), if a spell can affect it."""
    wanted = state["newest"] if whose == "last-placed" else state["own newest"].get(whose_turn(state))
    for place in open_stacks(state):
        if state["board"]["fields"][place][-1] is wanted:
            return place
    return None


def draw_again(state: State, player: str, kept: int) -> None:
    """Who has lost their card gets a new one, unless the spell needs what is left."""
    state["hands"][player] = state["pile"].pop(0) if len(state["pile"]) > kept else None


def touch_hands(state: State, verb: str, who: str, held: dict[str, list[str]], kept: int, ask: Ask) -> None:
    """The steps about the cards in other hands."""
    victims = holders(state)
    if verb == "redraw":  # SPL-10: they redraw while cards last
        spare = len(state["pile"]) - kept
        if who == "most-connections":  # STEP-15
            best = max(connections(state, one) for one in around_the_table(state))
            victims = [one for one in victims if best and connections(state, one) == best]
        victims = victims[: max(spare, 0)] if who != "chosen" else victims if spare > 0 else []
    if who not in ("others", "most-connections"):
        entry = choose(ask, "player", [{"player": one} for one in victims] or [{"skip": True}], "SPL-10")
        victims = [entry["player"]] if "player" in entry else []
    for victim in victims:
        card = state["hands"][victim]
        if verb == "steal":
            held["taken"].append(card)
        else:
            state["discard"].append(card)
        if verb == "give":
            state["hands"][victim] = held["hand"].pop()
            state["hands"][whose_turn(state)] = None
        else:
            draw_again(state, victim, kept)


def choose(ask: Ask, kind: str, legal: list[Entry], rule: str) -> Entry:
    """Ask, and accept only a legal answer; `card` may be left out where only one card can be meant."""
    answer = ask(kind, legal)
    if answer in legal:
        return answer
    if "with" in answer and {"at": answer["with"], "with": answer["at"]} in legal:  # a pair has no order
        return {"at": answer["with"], "with": answer["at"]}
    if "castles" in answer and {**answer, "castles": answer["castles"][::-1]} in legal:
        return {**answer, "castles": answer["castles"][::-1]}
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
    state["asking"] = 0
    held: dict[str, list[str]] = {"drawn": [], "taken": [], "kept": [], "hand": [state["hands"][player]]}
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
            shown = 0
            if how["what"] in ("coin", "die"):  # STEP-7
                sides = (0, 1) if how["what"] == "coin" else (1, 2, 3, 4, 5, 6)
                shown = choose(ask, "roll", [{"roll": side} for side in sides], "SPL-10")["roll"]
            todo = (how["steps"] if is_so(state, how, 0, shown) else []) + todo
        elif verb == "choose":
            ways = [{"option": n} for n, way in enumerate(how, 1) if possible(state, spell, way, set(), last)]
            entry = choose(ask, "option", ways or [{"skip": True}], "SPL-10")
            todo = (how[entry["option"] - 1] if "option" in entry else []) + todo
        elif verb == "offer-redraw":
            offer_redraw(state, ask, fewest_draws(todo))
        elif verb in ("redraw", "steal", "give"):
            if verb != "give" or held["hand"]:
                touch_hands(state, verb, how, held, fewest_draws(todo), ask)
        elif verb == "take-back":
            place = newest_place(state, how)
            if place is not None:
                card = state["board"]["fields"][place].pop()
                held["taken"].append(card["card"])
                state["newest"] = None if state["newest"] is card else state["newest"]
                look_for_connections(state, spell=True)
        elif verb == "keep":
            keep(held, how, state["box"]["vines"], ask)
        elif verb == "pass-hands":
            pass_on(state, held, how)
        elif verb == "forbid":
            state["no spells"].add(player)
        elif verb in ("see", "glance"):  # STEP-13
            pass
        elif verb == "swap-hands":  # STEP-14
            next_one, *_, one_before = (around_the_table(state) * 2)[: max(2, len(state["players"]) - 1)]
            hands = state["hands"]
            hands[next_one], hands[one_before] = hands[one_before], hands[next_one]
        elif verb == "say":
            ask("say", [{"decided": ""}])
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
    state["discard"] += held["drawn"]  # SPL-10: what could not be placed after all
    state["discard"] += [card for card in held["taken"] if card in state["box"]["vines"]]  # TURN-3: not spells
    state["discard"] += held["hand"]  # TURN-4: paid now, so that no step can take it
    state["hands"][player] = held["kept"][0] if held["kept"] else None


def keep(held: dict[str, list[str]], source: str, vines: dict[str, Any], ask: Ask) -> None:
    """STEP-1: one of the vine cards that wait stays with the player, if none does yet."""
    kinds = [] if held["kept"] else sorted({card for card in held[source] if card in vines})
    if len(kinds) > 1:
        kinds = [choose(ask, "keep", [{"keep": kind} for kind in kinds], "SPL-10")["keep"]]
    for kind in kinds:
        held[source].remove(kind)
        held["kept"].append(kind)


def pass_on(state: State, held: dict[str, list[str]], direction: str) -> None:
    """STEP-2: everybody puts their card down, then everybody takes that of a neighbour."""
    player, players = whose_turn(state), state["players"]
    mine = held["kept"] or held["hand"]
    down = {**state["hands"], player: mine.pop() if mine else None}
    for number, giver in enumerate(players):
        taker = players[(number + (1 if direction == "left" else -1)) % len(players)]
        if taker == player:
            held["kept"] = [down[giver]] if down[giver] else []
        else:
            state["hands"][taker] = down[giver]
    state["hands"][player] = held["hand"][0] if held["hand"] else None


def rearrange(state: State, verb: str, how: Any, last: paper.Card | None, ask: Ask) -> paper.Card | None:
    """The steps that affect what lies on the table. Returns the card that the spell placed last."""
    fields = state["board"]["fields"]
    entry = choose(ask, verb, answers_for(state, verb, how), "SPL-10")
    if "skip" in entry:
        return last
    if verb == "swap-castles":
        row = state["board"]["castles"][entry["side"]]
        one, two = (row.index(family) for family in entry["castles"])
        row[one], row[two] = row[two], row[one]
        look_for_connections(state, spell=True)
        return last
    place = (entry["at"][0], entry["at"][1])
    if verb == "protect":
        for kind, spared in (("guards", "from-spells"), ("wards", "from-cards")):
            if how != spared:
                state[kind][whose_turn(state)].add(place)
        note_guards(state)
        return last
    if verb == "remove":
        card = fields[place].pop()
        state["newest"] = None if state["newest"] is card else state["newest"]
        if how["to"] == "discard" and card["card"] in state["box"]["vines"]:
            state["discard"].append(card["card"])
    elif verb == "turn":
        for card in fields[place] if how["target"] == "stack" else fields[place][-1:]:
            card["facing"] = paper.CLOCKWISE[(paper.CLOCKWISE.index(card["facing"]) + how["quarters"]) % 4]
    elif verb == "move":
        state["newest"] = state["own newest"][whose_turn(state)] = last = fields[place].pop()
        last["facing"] = entry["facing"]
        fields.setdefault((entry["to"][0], entry["to"][1]), []).append(last)
    elif verb == "swap":
        other = (entry["with"][0], entry["with"][1])
        fields[place], fields[other] = fields[other], fields[place]
    elif verb == "clear":
        card = fields[place][-1]
        gone = broken(card, how)
        if how == "break":
            gone = [gap for gap in broken(card, "breaks") if gap["at"] == entry["break"]]
        left = [gap for gap in card["face"].get("breaks", []) if gap not in gone]
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


def face_of(state: State, card: str) -> paper.Face:
    """Return what a card shows: a vine card, or a spell that was taken back."""
    box = state["box"]
    face: paper.Face = box["vines"][card] if card in box["vines"] else box["spells"][card]["face"]
    return face


def play_from(
    state: State, cards: list[str], how: dict[str, Any], last: paper.Card | None, ask: Ask
) -> paper.Card | None:
    """The step `play`: one question for each card that may be played. Returns the last one."""
    for _ in range(len(cards) if how["count"] == "all" else min(how["count"], len(cards))):
        legal: list[Entry] = [
            {"card": card, "at": list(place), "facing": facing}
            for card in sorted(set(cards))
            for place, facing in spots(state, face_of(state, card), how["where"], last)
        ]
        if how.get("may") or not legal:
            legal.append({"skip": True})
        entry = choose(ask, "play", legal, "SPL-10")
        if "skip" not in entry:
            cards.remove(entry["card"])
            if how["from"] == "hand":
                state["hands"][whose_turn(state)] = None
            place = (entry["at"][0], entry["at"][1])
            last = lay(state, entry["card"], place, entry["facing"], sealed=False)
            if how["where"] == "under":
                state["board"]["fields"][place].insert(0, state["board"]["fields"][place].pop())
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
