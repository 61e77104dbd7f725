"""A fixed Cloudy Kingdom for the tests, so that tuning the shipped deck changes no golden number here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import Castles, Kingdom, castles_from_data, kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, Direction, Face
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Field, Placed
from cloudy_pnp.cloudy_kingdom.rules.growth import Options
from cloudy_pnp.cloudy_kingdom.rules.state import CastSpell, GameState, Move
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, start

VINES: dict[str, dict[str, Any]] = {
    "stem": {"vines": ["ns"]},
    "bend-right": {"vines": ["ne"]},
    "bend-left": {"vines": ["nw"]},
    "double-bend": {"vines": ["ne", "sw"]},
    "tee-side": {"vines": ["nse"]},
    "tee-end": {"vines": ["new"]},
    "crossing": {"vines": ["nesw"]},
    "bridge-long": {"vines": ["ns", "ew"], "bridges": ["ns"]},
    "bridge-short": {"vines": ["ns", "ew"], "bridges": ["ew"]},
    "rope-bridge": {"vines": ["ns"], "bridges": ["ns"]},
    "path-ends": {"vines": ["n", "s"]},
    "path-end": {"vines": ["n"]},
    "rung-ends": {"vines": ["ew", "n", "s"]},
    "tee-side-hole": {"vines": ["nse"], "breaks": [{"at": "e", "kind": "hole"}]},
    "crossing-hole": {"vines": ["nesw"], "breaks": [{"at": "n", "kind": "hole"}]},
    "crossing-block": {"vines": ["nesw"], "breaks": [{"at": "e", "kind": "block"}]},
    "crossing-crater": {"vines": ["nesw"], "breaks": [{"at": "centre", "kind": "hole"}]},
    "bridge-long-hole": {
        "vines": ["ns", "ew"],
        "bridges": ["ns"],
        "breaks": [{"at": "centre", "kind": "hole"}],
    },
}

_PLAY_ONE = {"from": "drawn", "count": 1, "where": "growth"}
SPELLS: dict[str, list[dict[str, Any]]] = {
    "chop": [{"remove": {"which": "top", "to": "box"}}],
    "inspiration": [{"draw": 2}, {"play": _PLAY_ONE}, {"discard": {"from": "drawn"}}],
    "burning-crossing": [{"place-self": {"where": "on-card", "sealed": True}}],
    "broken-crossing": [{"place-self": {"where": "growth"}}],
    "rapid-growth": [
        {"draw": 1},
        {"play": {**_PLAY_ONE, "where": "empty"}},
        {"draw": 1},
        {"play": {**_PLAY_ONE, "where": "on-last"}},
    ],
    "green-thumb": [
        {"draw": 2},
        {"discard": {"from": "hand", "who": "others", "may": True}},
        {"play": {"from": "drawn", "count": "all", "where": "growth"}},
    ],
    "replant": [
        {"take": {"from": "discard", "which": "top"}},
        {"play": {"from": "taken", "count": 1, "where": "growth"}},
    ],
    "twist": [{"turn": {"which": "stack", "by": "quarter", "way": "right"}}],
}
SPELL_FACES = {"burning-crossing": ["nesw"], "broken-crossing": ["n", "e", "s", "w"]}
FIRST_GAME = ["chop", "inspiration", "burning-crossing"]

LAYOUT_A = {
    "north": ["raven", "rose", "heron", "sun"],
    "east": ["rose", "heron", "sun", "raven"],
    "south": ["rose", "raven", "sun", "heron"],
    "west": ["heron", "rose", "raven", "sun"],
}
LAYOUT_B = {
    "north": ["raven", "rose", "heron"],
    "east": ["raven", "rose", "heron"],
    "south": ["heron", "raven", "rose"],
    "west": ["rose", "heron", "raven"],
}


def face_data(vines: Iterable[str], **more: Any) -> dict[str, Any]:
    """Card data from strands written as words: `["ns", "e"]`."""
    data: dict[str, Any] = {"vines": [list(strand) for strand in vines], **more}
    if "bridges" in more:
        data["bridges"] = [list(strand) for strand in more["bridges"]]
    return data


def face(*vines: str, **more: Any) -> Face:
    """A face from strands written as words."""
    return Face.from_data(face_data(vines, **more))


FACES: dict[str, Face] = {
    **{card: Face.from_data(face_data(**data)) for card, data in VINES.items()},
    **{spell: face(*vines) for spell, vines in SPELL_FACES.items()},
}


def make_kingdom(custom: Mapping[str, list[dict[str, Any]]] | None = None) -> Kingdom:
    """The game, with custom spells if any."""
    spells = {**SPELLS, **(custom or {})}
    faces = {spell: ["nesw"] for spell, effect in spells.items() if "place-self" in str(effect)} | SPELL_FACES
    optional = {"from": "drawn", "count": "all", "where": "growth", "may": True}
    editions: list[dict[str, Any]] = [
        {"id": "2023", "castles": "all", "last-card": "must", "pairs": [["chop", "twist"]]},
        {
            "id": "hu",
            "castles": "players",
            "last-card": "may",
            "effects": {
                "green-thumb": [
                    {"draw": 2},
                    {"discard": {"from": "hand", "who": "others", "may": True}},
                    {"play": optional},
                ]
            },
        },
    ]
    layouts = [("A", 4, [2, 4], LAYOUT_A), ("B", 3, [3], LAYOUT_B)]
    return kingdom_from_data(
        {
            "families": [
                {"id": family, "name": {}, "colour": "#000000", "emblem": family} for family in LAYOUT_A["north"]
            ],
            "layouts": [
                {"id": name, "rows": size, "cols": size, "players": players, "castles": castles}
                for name, size, players, castles in layouts
            ],
            "editions": [{"name": {}, "first-game": FIRST_GAME, **edition} for edition in editions],
            "vines": [{"id": card, "count": 3, **face_data(**data)} for card, data in VINES.items()],
            "spells": [
                {"id": spell, "name": {}, "effect": effect}
                | ({"face": face_data(faces[spell])} if spell in faces else {})
                for spell, effect in spells.items()
            ],
        }
    )


KINGDOM = make_kingdom()


def castles(north: str, east: str, south: str, west: str) -> Castles:
    """Castles from words, a letter a slot; `-` is vacant.

    Any letters will do on a bare board; a whole game needs the names of families.
    """
    sides = {"north": north, "east": east, "south": south, "west": west}
    return castles_from_data({side: [None if slot == "-" else slot for slot in word] for side, word in sides.items()})


def lying(card: str, facing: str, *, sealed: bool = False) -> Placed:
    """A card as it lies on the board."""
    return Placed(card, FACES[card], DIRECTION[facing], sealed)


def laid(board: Board, *cards: tuple[Field, str, str]) -> Board:
    """The board with more cards, each (field, card, facing), by no rule at all."""
    for field, card, facing in cards:
        board = board.placed(field, lying(card, facing))
    return board


def words(groups: Iterable[Iterable[Direction]]) -> list[str]:
    """Joined ports as words: `["nes", "w"]`."""
    return ["".join(port.text for port in group) for group in groups]


def game(
    players: Sequence[str] = ("raven", "rose"),
    *,
    deck: Sequence[str] = ("stem",) * 20,
    spells: Sequence[Sequence[str]] | None = None,
    around: Castles | None = None,
    edition: str = "2023",
    kingdom: Kingdom = KINGDOM,
    growth: str = "edges",
) -> GameState:
    """A game at its start, on layout A unless there are other castles `around` the board."""
    return start(
        kingdom,
        players,
        castles=around or kingdom.layouts["A"].castles,
        deck=deck,
        spells=spells or [FIRST_GAME] * len(players),
        edition=edition,
        options=Options("vines" if growth == "vines" else "edges"),
    )


def after(state: GameState, *moves: Move) -> GameState:
    """The game after some moves."""
    for move in moves:
        state = apply(state, move)
    return state


_CARDS = list(FACES)


def random_stack(rng: random.Random, most: int, least: int = 0) -> tuple[Placed, ...]:
    """GEO-5: cards that lie across each other."""
    first, cards = rng.randrange(2), []
    for level in range(rng.randint(least, most)):
        card = "crossing" if rng.random() < 0.3 else rng.choice(_CARDS)  # so that something is connected
        cards.append(Placed(card, FACES[card], Direction((first + level) % 2 + 2 * rng.randrange(2))))
    return tuple(cards)


def random_board(rng: random.Random, rows: int, cols: int, *, full: bool = False) -> Board:
    """Any stacks within any castles, some of them vacant."""
    names = ["raven", "rose", "heron", "sun", None]
    counts = {"north": cols, "east": rows, "south": cols, "west": rows}
    around = castles_from_data({side: [rng.choice(names) for _ in range(count)] for side, count in counts.items()})
    stacks = tuple(random_stack(rng, 4, 1 if full else 0) for _ in range(rows * cols))
    return replace(Board.empty(rows, cols, around), stacks=stacks)


def random_game(
    rng: random.Random, kingdom: Kingdom = KINGDOM, held: Sequence[str] | None = None
) -> tuple[GameState, list[Move], GameState]:
    """A whole game with random legal moves, in which spells are cast more often than chance would.

    Everybody holds three random spells, or those that are named.
    """
    layout = rng.choice(list(kingdom.layouts.values()))
    families = [family for family in layout.castles["north"] if family is not None]
    players = rng.sample(families, rng.choice(layout.players))
    deck = [card for card in kingdom.vines for _ in range(2)] + ["crossing", "tee-side", "bridge-long"] * 6
    rng.shuffle(deck)
    begin = start(
        kingdom,
        players,
        castles=layout.castles,
        deck=deck[: rng.randint(len(players), len(deck))],
        spells=[held or rng.sample(list(kingdom.spells), 3) for _ in players],
        edition=rng.choice(list(kingdom.editions)),
        options=Options(rng.choice(["edges", "vines"])),
    )
    state, moves = begin, []
    while state.ending is None:
        legal = legal_moves(state)
        spells = [move for move in legal if isinstance(move, CastSpell)]
        moves.append(rng.choice(spells if spells and rng.random() < 0.3 else legal))
        state = apply(state, moves[-1])
    return begin, moves, state
