"""The engine against the naive reading: random boards and games must come out the same.

`NAIVE_BOARDS=50000 pytest tests/naive` compares 50,000 boards and 2,000 games; see `random_games`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, castles_from_data, kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, DIRECTIONS, Face, Strand, face_findings, joined
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Placed, joined_ports, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Options, legal_placements, placement_problem
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    ClearBreak,
    Decide,
    DiscardVine,
    ExchangeCastles,
    GameState,
    KeepCard,
    Move,
    MoveCard,
    NamePlayer,
    Order,
    Pass,
    PlaceCard,
    PlayVine,
    Redraw,
    Roll,
    Skip,
    SwapStacks,
    TakeOption,
    TargetField,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.cloudy_kingdom.scenarios.record import replay, start_of_record
from cloudy_pnp.game.kit.records import ReplayResult
from naive import game, paper, table
from naive.box import BOX, EDITIONS, FAMILIES, LAYOUTS, PAIRS, SPELLS, VINES
from naive.random_games import BOARDS, GAMES, random_board, random_face, random_game, spoilt_game

pytestmark = pytest.mark.fuzz
SHARES = 8  # boards and games are compared in this many tests, so that they can run side by side

Told = tuple[object, ...]  # a move in words that both sides can say


def engine_board(board: paper.Board) -> Board:
    """The naive board as the engine has it."""
    built = Board.empty(board["rows"], board["cols"], castles_from_data(board["castles"]))
    for place, stack in board["fields"].items():
        cards = (
            Placed(card["card"], Face.from_data(card["face"]), DIRECTION[card["facing"]], card["sealed"])
            for card in stack
        )
        built = built.with_stack(place, tuple(cards))
    return built


def written(groups: Iterable[Strand]) -> set[frozenset[str]]:
    return {frozenset(direction.text for direction in group) for group in groups}


def test_faces() -> None:
    """FACE-2 to FACE-8: every random face is sound, and hangs together as its ink does."""
    for seed in range(BOARDS):
        face = random_face(seed)
        assert face_findings(face) == [], face
        assert written(joined(Face.from_data(face))) == paper.joined_ends(face), face


@pytest.mark.parametrize("share", range(SHARES))
def test_boards(share: int) -> None:
    """GEO, CON and GRO: ports, connected castles, and every legal placement of a random card."""
    seen: Counter[str] = Counter()
    for seed in range(share, BOARDS, SHARES):
        board = random_board(seed)
        same = engine_board(board)
        for place, groups in paper.board_ports(board).items():
            assert written(joined_ports(same.stack(place))) == groups, (seed, place)
        connected = paper.connected(board)
        assert standing(same) == connected, seed
        face = random_face(seed)
        options = Options(board["growth"])
        legal = legal_placements(same, Face.from_data(face), options)
        placements = {(place, facing.text) for place, facing in legal}
        assert placements == paper.legal_placements(board, face), seed
        seen["connected"] += bool(connected)
        seen["placements"] += len(placements)
    boards = len(range(share, BOARDS, SHARES))
    assert seen["connected"] > boards / 20, seen
    assert seen["placements"] > boards, seen


def test_reasons() -> None:
    """GRO-1 to GRO-6: for every facing on and around a board both name the same broken rule."""
    seen: Counter[str | None] = Counter()
    for seed in range(BOARDS // 20):
        board = random_board(seed)
        same = engine_board(board)
        face = random_face(seed + 1)
        for row in range(-1, board["rows"] + 1):
            for col in range(-1, board["cols"] + 1):
                for facing in DIRECTIONS:
                    problem = placement_problem(
                        same, Face.from_data(face), (row, col), facing, Options(board["growth"])
                    )
                    code = paper.why_not(board, face, (row, col), facing.text)
                    assert (problem and problem.code) == code, (seed, row, col, facing)
                    seen[code] += 1
    assert set(seen) == {None, "GRO-1", "GRO-2", "GRO-4", "GRO-5"}


# --- whole games ---


def engine_kingdom(spells: dict[str, Any] = SPELLS) -> Kingdom:
    """The box of the naive code as the engine has it."""
    named: dict[str, Any] = {"name": {"en": "any"}}
    editions = [{**named, "id": "2023", "pairs": PAIRS}, {**named, "id": "hu"}]
    return kingdom_from_data(
        {
            "families": [{**named, "id": family, "colour": "#000000", "emblem": family} for family in FAMILIES],
            "layouts": [
                {"id": name, "rows": len(sides["west"]), "cols": len(sides["north"]), "players": players}
                | {"castles": sides}
                for (name, sides), players in zip(LAYOUTS.items(), ([2, 4], [3]), strict=True)
            ],
            "editions": [{**edition, **EDITIONS[edition["id"]], "first-game": []} for edition in editions],
            "vines": [{**face, "id": card, "count": 1} for card, face in VINES.items()],
            "spells": [{**named, **spell, "id": name} for name, spell in spells.items()],
        }
    )


KINGDOM = engine_kingdom()


def answer(result: ReplayResult[GameState, Move]) -> dict[str, Any]:
    """The engine's answer with `connected` as the naive code has it."""
    told = result.as_dict()
    return {**told, "connected": {(found["family"], found["axis"]) for found in told["connected"]}}


@pytest.mark.parametrize("share", range(SHARES))
def test_spoilt_games(share: int) -> None:
    """The first illegal turn is the same. Where a choice is wrong in several ways, each side may name another rule."""
    for seed in range(share, GAMES // 4, SHARES):
        assert_spoilt_the_same(spoilt_game(seed), BOX, KINGDOM)


def assert_spoilt_the_same(record: dict[str, Any], box: dict[str, Any], kingdom: Kingdom) -> None:
    """Both find the same turn illegal; what the engine calls wrong as data has to be wrong by the rules too."""
    expected = game.replay(box, record)
    result = replay(kingdom, record)
    if result.legal is None:
        assert not expected["legal"], (record, result.findings)
        assert {finding.path[:2] for finding in result.findings} == {("turns", expected["illegal"]["turn"])}
        return
    found = answer(result)
    if not expected["legal"] and expected["illegal"]["code"] == "SPL-10" and found["illegal"]:
        assert found["illegal"]["code"][:4] in ("SPL-", "GRO-", "GEO-"), (record, found)
        expected["illegal"]["code"] = found["illegal"]["code"]
    assert {key: found[key] for key in expected} == expected, record


def told_by_engine(move: Move) -> Told:
    match move:
        case PlayVine(at, facing):
            return "vine", at, facing.text
        case CastSpell(spell):
            return "spell", spell
        case PlaceCard(card, at, facing):
            return "place", card, at, facing.text
        case TargetField(at):
            return "target", at
        case Redraw(families):
            return "redraw", families
        case MoveCard(at, to, facing):
            return "move", at, to, facing.text
        case SwapStacks(at, other):
            return "swap", at, other
        case ExchangeCastles(side, families):
            return "castles", side, families
        case Order(cards):
            return "order", cards
        case NamePlayer(family):
            return "player", family
        case TakeOption(number):
            return "option", number
        case ClearBreak(at, place):
            return "break", at, place
        case KeepCard(card):
            return "keep", card
        case Roll(number):
            return "roll", number
        case Decide(text):
            return "decided", text
        case DiscardVine():
            return ("discard",)
        case Pass():
            return ("pass",)
        case Skip():
            return ("skip",)


def told_by_record(entry: dict[str, Any], spell: str = "") -> Told:
    """An entry of a record; `spell` is placed where no card is named."""
    if "vine" in entry:
        return "vine", tuple(entry["vine"]["at"]), entry["vine"]["facing"]
    if "spell" in entry:
        return "spell", entry["spell"]
    if "to" in entry:
        return "move", tuple(entry["at"]), tuple(entry["to"]), entry["facing"]
    if "with" in entry:
        return "swap", tuple(entry["at"]), tuple(entry["with"])
    if "castles" in entry:
        return "castles", entry["side"], tuple(entry["castles"])
    if "break" in entry:
        return "break", tuple(entry["at"]), entry["break"]
    if "facing" in entry:
        return "place", entry.get("card", spell), tuple(entry["at"]), entry["facing"]
    if "at" in entry:
        return "target", tuple(entry["at"])
    for many in entry.keys() & {"redraw", "order"}:
        return many, tuple(entry[many])
    for one in entry.keys() & {"player", "option", "keep", "roll", "decided"}:
        return one, entry[one]
    return (next(iter(entry)),)


class Walk:
    """The engine's game, led along a record beside the naive one; what both offer must be the same."""

    def __init__(self, record: dict[str, Any], box: dict[str, Any] = BOX, kingdom: Kingdom | None = None) -> None:
        self.naive = table.new_game(box, record)
        self.engine = start_of_record(kingdom or KINGDOM, record)
        self.spell = ""
        self.steps: list[dict[str, Any]] = []

    def turn(self, turn: dict[str, Any]) -> None:
        self.spell, self.steps = turn.get("spell", ""), list(turn.get("steps", []))
        self.step(game.beginnings(self.naive), turn)
        game.take_turn(self.naive, turn, self.ask)

    def ask(self, kind: str, legal: list[table.Entry]) -> table.Entry:
        written = self.steps.pop(0)
        entry = next(one for one in legal if {**one, **written} == one)
        self.step(legal, entry)
        return entry

    def step(self, offered: list[table.Entry], chosen: table.Entry) -> None:
        moves = {told_by_engine(move): move for move in legal_moves(self.engine)}
        expected = {told_by_record(entry, self.spell) for entry in offered}
        assert set(moves) == expected, set(moves) ^ expected
        self.engine = apply(self.engine, moves[told_by_record(chosen, self.spell)])


def table_of_engine(state: GameState) -> dict[str, Any]:
    """Everything on the table of the engine, in plain words."""
    players = state.setting.players
    return {
        "hands": dict(zip(players, state.hands, strict=True)),
        "pile": list(state.draw_pile),
        "discard": list(state.discard_pile),
        "spells": {player: sorted(left) for player, left in zip(players, state.spells, strict=True)},
        "connected": set(state.connected),
        "ended": state.ending and state.ending.how,
        "guarded": set(state.board.guarded),
        "warded": set(state.board.warded),
        "castles": [list(side) for side in state.board.castles],
        "sits out": dict(zip(players, state.misses, strict=True)),
        "fields": {
            field: [(card.card, card.facing.text, card.sealed, len(card.face.breaks)) for card in stack]
            for field in state.board.fields()
            if (stack := state.board.stack(field))
        },
    }


def table_of_naive(state: table.State) -> dict[str, Any]:
    """Everything on the table of the naive code, in the same words."""
    return {
        **{key: state[key] for key in ("hands", "pile", "discard", "connected", "ended", "sits out")},
        "guarded": state["board"]["guarded"],
        "warded": state["board"]["warded"],
        "castles": [list(state["board"]["castles"][side]) for side in ("north", "east", "south", "west")],
        "spells": {player: sorted(left) for player, left in state["spells"].items()},
        "fields": {
            place: [
                (card["card"], card["facing"], card["sealed"], len(card["face"].get("breaks", []))) for card in stack
            ]
            for place, stack in state["board"]["fields"].items()
            if stack
        },
    }


@pytest.mark.parametrize("share", range(SHARES))
def test_games(share: int) -> None:
    """TURN, SPL and END: whole games come out the same, as the contracts write it.

    In every second game also both offer the same moves before every move, and after every turn the tables are alike.
    """
    for seed in range(share, GAMES, SHARES):
        record, expected = random_game(seed)
        found = answer(replay(KINGDOM, record))
        assert {key: found[key] for key in expected} == expected, (seed, record)
        if seed // SHARES % 2 == 0:
            walk = Walk(record)
            for turn in record["turns"]:
                walk.turn(turn)
                assert table_of_engine(walk.engine) == table_of_naive(walk.naive), (seed, record)
