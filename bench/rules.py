"""How fast is the fast connection? Against networkx and against the readable rule, on the same boards, in one run.

All start from the same full boards of shipped cards. networkx and the fast passes get each field as a number
(`tables.Ways`), the readable rule the cards themselves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import networkx as nx
import numpy as np

from cloudy_pnp import load
from cloudy_pnp.games.cloudy_kingdom.model.cards import SIDES
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Placed, standing
from cloudy_pnp.games.cloudy_kingdom.sim.compiled import CompiledFrame
from cloudy_pnp.games.cloudy_kingdom.sim.face_tables import EXITS, JOINED, Frame, Tables, Ways

COUNT = 2_048


@dataclass(frozen=True)
class Sample:
    """Boards of one size, in every shape that is measured."""

    boards: list[Board]
    frame: Frame
    fields: list[list[Ways]]

    @property
    def compiled(self) -> CompiledFrame:
        """The frame for the compiled passes."""
        return CompiledFrame(self.frame)


def sample(size: int, count: int, seed: int = 1) -> Sample:
    """Full boards: a card of the deck on every field, two on most, with the castles of layout A again and again."""
    rng = random.Random(seed)
    kingdom = load("cloudy-kingdom")
    faces = {card.id: card.face for card in kingdom.vines.values()}
    deck = [card.id for card in kingdom.vines.values() for _ in range(card.count)]
    castles = kingdom.layouts["A"].castles
    around = {side: tuple(castles[side][slot % 4] for slot in range(size)) for side in SIDES}
    empty = Board.empty(size, size, around)

    def stack() -> tuple[Placed, ...]:
        first, cards = rng.randrange(2), rng.choices(deck, k=rng.randint(1, 4))
        return tuple(
            Placed(card, faces[card], Direction((first + level) % 2 + 2 * rng.randrange(2)))
            for level, card in enumerate(cards)
        )

    boards = [replace(empty, stacks=tuple(stack() for _ in range(size * size))) for _ in range(count)]
    tables = Tables.of(faces)
    return Sample(boards, Frame.of(empty), [tables.fields(board) for board in boards])


def networkx_connected(frame: Frame, fields: list[Ways]) -> int:
    """CON-8 as one would ask networkx: ports and castles are nodes, joined and linked ones have an edge."""
    graph = nx.Graph()
    for field, ways in enumerate(fields):
        exits = EXITS[ways & JOINED]
        for port in DIRECTIONS:
            if not ways >> 8 + port & 1:
                continue
            here, there = (field, int(port)), frame.beyond[4 * field + port]
            for other in range(port + 1, 4):
                if exits[port] >> other & 1:
                    graph.add_edge(here, (field, other))
            if there < 0:
                graph.add_edge(here, -1 - there)
            elif there > field and fields[there] >> 8 + port.opposite & 1:
                graph.add_edge(here, (there, port ^ 2))
    component = {node: index for index, nodes in enumerate(nx.connected_components(graph)) for node in nodes}
    bits = 0
    for axis, castle, opposite in frame.pairs:
        if castle in component and component[castle] == component.get(opposite):
            bits |= 1 << axis
    return bits


def best(job: Callable[[], object], boards: int, rounds: int = 5) -> float:
    """Seconds for one board in the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        job()
        times.append(time.perf_counter() - begin)
    return min(times) / boards


def run() -> list[tuple[str, float, str]]:
    """Name, value, and unit with the aim, of everything that is measured."""
    few = sample(4, COUNT)
    frame, compiled = few.frame, few.compiled
    fields = compiled.array(few.fields)
    at = np.arange(COUNT, dtype=np.int32) % 16
    by_networkx = [networkx_connected(frame, board) for board in few.fields]
    assert by_networkx == [frame.connected(board) for board in few.fields]
    assert by_networkx[:100] == [bits(frame, board) for board in few.boards[:100]]
    assert by_networkx == [sum(1 << axis for axis in np.flatnonzero(one)) for one in compiled.connected(fields).T]
    compiled.connected_through(fields, at)

    library = best(lambda: [networkx_connected(frame, board) for board in few.fields], COUNT, 3)
    # A board remembers its ports, so every round gets boards of its own.
    fresh = iter([[replace(board) for board in few.boards[:200]] for _ in range(3)])
    readable = best(lambda: [standing(board) for board in next(fresh)], 200, 3)
    plain = best(lambda: [frame.connected(board) for board in few.fields], COUNT)
    one = best(lambda: [frame.connected_through(board, 5) for board in few.fields], COUNT)
    fast = best(lambda: compiled.connected(fields), COUNT, 50)
    fast_one = best(lambda: compiled.connected_through(fields, at), COUNT, 50)
    results = [
        ("networkx, full 4×4 board", library * 1e6, "µs"),
        ("readable rule", readable * 1e6, "µs"),
        ("plain Python", plain * 1e6, "µs"),
        ("plain Python, one placement", one * 1e6, "µs"),
        ("compiled", fast * 1e9, "ns"),
        ("compiled, one placement", fast_one * 1e9, "ns"),
        ("networkx / plain Python", library / plain, "× (aim: 15)"),
        ("networkx / compiled", library / fast, "× (aim: 5000)"),
        ("readable rule / plain Python", readable / plain, "×"),
        ("readable rule / compiled", readable / fast, "×"),
    ]
    for size, count in ((4, 256), (8, 64), (16, 16), (32, 4), (64, 2)):
        many = sample(size, count)
        compiled = many.compiled
        array = compiled.array(many.fields)
        compiled.connected(array)
        passed = best(lambda many=many: [many.frame.connected(board) for board in many.fields], count)  # type: ignore[misc]
        quick = best(lambda compiled=compiled, array=array: compiled.connected(array), count, 20)  # type: ignore[misc]
        results.append((f"plain Python, {size}×{size}", passed / size**2 * 1e9, "ns a field (aim: near constant)"))
        results.append((f"compiled, {size}×{size}", quick / size**2 * 1e9, "ns a field"))
    return results


def bits(frame: Frame, board: Board) -> int:
    """The readable rule's answer in the order of the frame."""
    connected = standing(board)
    return sum(1 << index for index, name in enumerate(frame.axes) if name in connected)


if __name__ == "__main__":
    for name, value, unit in run():
        print(f"{name:<32} {value:>12,.1f} {unit}")
