"""Random faces, boards and whole games, each from a seed, made with the naive code alone."""

from __future__ import annotations

import copy
import os
import random
from typing import Any

from chance import SEED, examples

from naive import game, paper
from naive.box import BOX, FAMILIES, LAYOUTS, PAIRS, SPELLS
from naive.table import Ask, Entry, State, new_game

# The one place where the size of the comparison is set: `NAIVE_BOARDS=50000 pytest tests/naive` also plays
# 2,000 games (one for every 25 boards).
BOARDS = int(os.environ.get("NAIVE_BOARDS", examples(2000)))
GAMES = BOARDS // 25

SIZES = (1, 2, 2, 3, 3, 3, 4, 4, 5, 6)
MANY_FAMILIES = [
    *FAMILIES,
    "fox",
    "owl",
    "bear",
    "elm",
]  # wide boards have more slots than the box has families


def random_face(seed: int) -> paper.Face:
    """Any face that FACE-2 to FACE-8 allow."""
    dice = random.Random(seed + SEED)
    ends = [end for end in "nesw" if dice.random() < 0.8]
    if "n" not in ends and "s" not in ends:  # FACE-8
        ends.append(dice.choice("ns"))
    dice.shuffle(ends)
    strands: list[list[str]] = []
    while ends:
        size = min(len(ends), dice.choice((1, 2, 2, 3, 4, 4)))
        strands.append([ends.pop() for _ in range(size)])
    pairs = [strand for strand in strands if len(strand) == 2]
    if {frozenset(pair) for pair in pairs} == {frozenset("ns"), frozenset("ew")}:
        bridges = [dice.choice(pairs)]  # FACE-4
    else:
        bridges = [pair for pair in pairs if dice.random() < 0.3]
    breakable = [strand for strand in strands if len(strand) > 1 and strand not in bridges]  # FACE-6
    places = [end for strand in breakable for end in strand] + ["centre"] * bool(breakable)
    breaks = [{"at": at, "kind": dice.choice(("hole", "block"))} for at in places if dice.random() < 0.15]
    return {"vines": strands, "bridges": bridges, "breaks": breaks}


def random_castles(
    dice: random.Random, rows: int, cols: int, families: list[str], vacant: float
) -> dict[str, list[str | None]]:
    """Castles in any slots, at most one of a family on a side; LAY-2 and LAY-3 are not kept."""
    castles: dict[str, list[str | None]] = {}
    for side, slots in (("north", cols), ("east", rows), ("south", cols), ("west", rows)):
        hats: list[str | None] = [None if dice.random() < vacant else family for family in families]
        hats += [None] * (slots - len(hats))
        dice.shuffle(hats)
        castles[side] = hats[:slots]
    return castles


def random_board(seed: int) -> paper.Board:
    """A board of any size up to 6×6, grown by the rules or laid anyhow (stacks still alternate, GEO-5)."""
    dice = random.Random(seed + SEED)
    rows, cols = dice.choice(SIZES), dice.choice(SIZES)
    families = dice.sample(MANY_FAMILIES, dice.randint(1, len(MANY_FAMILIES)))
    board: paper.Board = {
        "rows": rows,
        "cols": cols,
        "castles": random_castles(dice, rows, cols, families, dice.choice((0.0, 0.1, 0.5))),
        "growth": dice.choice(("edges", "vines")),
        "fields": {},
    }
    faces = [random_face(dice.getrandbits(48)) for _ in range(dice.randint(1, 6))]
    if dice.random() < 0.6:  # routes across a whole board are rare without it
        faces += [{"vines": [["n", "e", "s", "w"]]}] * dice.randint(1, 12)
    cards = [paper.print_card("any", face) for face in faces]
    if dice.random() < 0.2:
        grow(board, cards, dice)
    else:
        heap(board, cards, dice)
    return board


def grow(board: paper.Board, cards: list[paper.Card], dice: random.Random) -> None:
    """Lay cards by GRO, as in a game."""
    for _ in range(dice.randint(1, 3 * board["rows"] * board["cols"])):
        card = dice.choice(cards)
        place = (dice.randrange(board["rows"]), dice.randrange(board["cols"]))
        facing = dice.choice("nesw")
        height = len(board["fields"].get(place, []))
        if height < 5 and paper.why_not(board, card["face"], place, facing) is None:
            paper.lay(board, card, place, facing, sealed=height > 0 and dice.random() < 0.1)


def heap(board: paper.Board, cards: list[paper.Card], dice: random.Random) -> None:
    """Lay stacks of 1 to 5 cards without asking GRO."""
    full = dice.choice((0.5, 0.8, 1.0, 1.0))
    for row in range(board["rows"]):
        for col in range(board["cols"]):
            if dice.random() < full:
                lying = dice.random() < 0.5
                height = dice.choice((1, 1, 2, 2, 3, 4, 5))
                for level in range(height):
                    facing = dice.choice("ew" if (level % 2 == 1) != lying else "ns")
                    sealed = level == height - 1 > 0 and dice.random() < 0.1
                    paper.lay(board, dice.choice(cards), (row, col), facing, sealed)


# --- whole games ---


def random_setup(seed: int, box: dict[str, Any] = BOX) -> dict[str, Any]:
    """A record without turns: small decks, so that last rounds happen, small boards, so that wins do."""
    dice = random.Random(seed + SEED)
    count = dice.choice((2, 2, 3, 3, 4))
    players = dice.sample(FAMILIES, count)
    edition = dice.choice(("2023", "hu"))
    record: dict[str, Any] = {"players": players, "edition": edition}
    if dice.random() < 0.3:
        record["layout"] = "B" if count == 3 else "A"
        players[:] = dice.sample(sorted({*LAYOUTS[record["layout"]]["north"]}), count)
    else:
        rows, cols = dice.choice(((1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3)))
        families = FAMILIES if dice.random() < 0.5 else players
        record["castles"] = random_castles(dice, rows, cols, families, dice.choice((0.0, 0.0, 0.3)))
    if dice.random() < 0.5:
        record["options"] = {"growth": dice.choice(("edges", "vines"))}
    kinds = sorted(box["vines"])
    helpful = [kind for kind in kinds if any(len(strand) > 2 for strand in box["vines"][kind]["vines"])]
    help_given = dice.choice((0.2, 0.7, 1.0))
    size = dice.choice((dice.randint(count, 10), dice.randint(10, 40), dice.randint(20, 40)))
    deck = [dice.choice(helpful if dice.random() < help_given else kinds) for _ in range(size)]
    record["deck"] = deck
    record["spells"] = [random_three(dice, edition) for _ in players]
    return record


def random_three(dice: random.Random, edition: str) -> list[str]:
    """Three spells; in the edition 2023 one side of three double-sided cards (SPL-12)."""
    if edition == "2023":
        return [dice.choice(pair) for pair in dice.sample(PAIRS, 3)]
    return dice.sample(sorted(SPELLS), 3)


def random_game(seed: int, box: dict[str, Any] = BOX) -> tuple[dict[str, Any], dict[str, Any]]:
    """A legal game by random players: the record and its result. Some records break off early."""
    dice = random.Random(seed + SEED)
    record = random_setup(dice.getrandbits(48), box)
    record["turns"] = []
    if seed % 4 == 0:
        record["first"], record["waits"] = record["players"][-1], record["players"][0]
    state = new_game(box, record)
    spells, tries = dice.choice((0.1, 0.5, 0.9)), dice.choice((1, 2, 6))
    stop = dice.randint(1, 10) if dice.random() < 0.1 else 1000
    while not state["ended"] and state["turn"] < stop:
        state, turn = eager_turn(state, dice, spells, tries)
        record["turns"].append(turn)
    return record, game.result(state)


def eager_turn(state: State, dice: random.Random, spells: float, tries: int) -> tuple[State, dict[str, Any]]:
    """Try some random turns and keep the first that connects a family: purely random players win few games."""
    for left in reversed(range(tries)):
        after = state if left == 0 else copied(state)
        turn = random_turn(after, dice, spells)
        if left == 0 or after["ended"] == "connected" or any(after["claims"].values()):
            break
    return after, turn


def copied(state: State) -> State:
    """The same table once more; what is printed never changes and is shared."""
    kept = {key: state[key] for key in ("box", "edition")}
    board = state["board"]
    fields = {place: [dict(card) for card in stack] for place, stack in board["fields"].items()}
    rest = {key: copy.deepcopy(value) for key, value in state.items() if key not in ("box", "edition", "board")}
    return {**rest, **kept, "board": {**board, "fields": fields}}


def random_turn(state: State, dice: random.Random, spells: float) -> dict[str, Any]:
    """Take one legal turn, and tell how it is written in a record. `spells`: how gladly a spell is cast."""
    ways = game.beginnings(state)
    kinds = sorted({next(iter(way)) for way in ways})
    if "spell" in kinds and len(kinds) > 1:
        kinds = ["spell"] if dice.random() < spells else [kind for kind in kinds if kind != "spell"]
    kind = dice.choice(kinds)
    turn = dice.choice([way for way in ways if kind in way])
    if "spell" in turn:
        turn["steps"] = []
        game.take_turn(state, {**turn, "steps": []}, ask=by_lot(turn["steps"], dice))
    else:
        game.take_turn(state, turn)
    return turn


def by_lot(written: list[dict[str, Any]], dice: random.Random) -> Ask:
    """Answer a spell's questions at random and write the answers down."""

    def answer(kind: str, legal: list[Entry]) -> Entry:
        entry = dice.choice(legal)
        if kind == "play" and dice.random() < 0.3 and len({other.get("card") for other in legal}) == 1:
            written.append({key: value for key, value in entry.items() if key != "card"})  # it goes without saying
        else:
            written.append(entry)
        return entry

    return answer


# --- records that somebody has spoilt ---


def spoilt_game(seed: int, box: dict[str, Any] = BOX) -> dict[str, Any]:
    """A record with one random turn changed: mostly illegal there, sometimes just another game."""
    dice = random.Random(seed + SEED)
    record, _ = random_game(dice.getrandbits(48), box)
    return spoil(record, dice)


def spoil(record: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Another record with one turn changed."""
    record = copy.deepcopy(record)
    turns = record["turns"]
    index = dice.randrange(len(turns)) if turns else 0
    castles = record["castles"] if "castles" in record else LAYOUTS[record["layout"]]
    anywhere = [dice.randint(-1, len(castles["west"])), dice.randint(-1, len(castles["north"]))]
    ways: list[Any] = [
        {"vine": {"at": anywhere, "facing": dice.choice("nesw")}},
        {"spell": dice.choice(sorted(SPELLS)), "steps": [{"at": anywhere, "facing": dice.choice("nesw")}]},
        {"discard": True},
        {"pass": True},
    ]
    way = dice.randrange(8)
    if not turns or way == 0:
        turns.append(dice.choice(ways))  # after the end, or one turn more
    elif way < 4:
        turns[index] = dice.choice(ways)
    elif way == 4:
        turns.insert(index, copy.deepcopy(dice.choice(turns)))
    else:
        spoil_turn(turns[index], dice, record, anywhere)
    return record


def spoil_turn(turn: dict[str, Any], dice: random.Random, record: dict[str, Any], anywhere: list[int]) -> None:
    """Change something inside one turn."""
    if "vine" in turn:
        turn["vine"] = {"at": dice.choice((anywhere, turn["vine"]["at"])), "facing": dice.choice("nesw")}
    if "spell" not in turn:
        return
    steps = turn["steps"]
    way = dice.randrange(3) if steps else 2
    if way == 0:
        entry = dice.choice(steps)
        if "at" in entry:
            entry["at"] = anywhere
        if "facing" in entry:
            entry["facing"] = dice.choice("nesw")
        if "redraw" in entry:
            entry["redraw"] = dice.sample(record["players"], dice.randint(0, len(record["players"])))
        if "player" in entry:
            entry["player"] = dice.choice(record["players"])
        if "option" in entry:
            entry["option"] = dice.randint(1, 3)
        if "order" in entry:
            entry["order"] = dice.sample([*entry["order"], dice.choice(record["deck"])], len(entry["order"]))
        for other in entry.keys() & {"to", "with"}:
            entry[other] = dice.choice((anywhere, entry["at"]))
    elif way == 1:
        steps.pop(dice.randrange(len(steps)))
    else:
        steps.insert(dice.randint(0, len(steps)), dice.choice(({"skip": True}, {"at": [0, 0]}, {"redraw": []})))
