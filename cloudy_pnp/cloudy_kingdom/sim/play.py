"""`Simulator`: games by number, as arrays of results or as one game record; and the compiled entry that plays them."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.cloudy_kingdom.scenarios.record import record_of
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.bytecode import OPCODES
from cloudy_pnp.cloudy_kingdom.sim.config import GREEDY, RANDOM, Names, SimulationConfig, plan_of
from cloudy_pnp.cloudy_kingdom.sim.deal import deal, keys
from cloudy_pnp.cloudy_kingdom.sim.distance import LEVELS, WORDS, find_gates, numbers
from cloudy_pnp.cloudy_kingdom.sim.greedy import pick_greedy, pick_mcts
from cloudy_pnp.cloudy_kingdom.sim.moves import carry_out, pick_eager, pick_random
from cloudy_pnp.cloudy_kingdom.sim.position import field_at, seat_at
from cloudy_pnp.cloudy_kingdom.sim.reference import begin_of, deal_game
from cloudy_pnp.cloudy_kingdom.sim.tables import Sizes, tables_of
from cloudy_pnp.simulate.numba_code import Ints, Words, entry, jit, memory, sources

# columns of a result; after them come, for each seat, its family, its spells, and when it cast them; for each field
# its height and how often a card was placed there; and the copies of each vine
RESULT_TURNS, RESULT_RULE, RESULT_WINNERS, RESULT_LEFT, RESULT_SEATS = range(5)
RESULT_SEAT = 1 + 2 * m.HELD


@jit
def keep(t: Ints, p: Ints, counts: Ints, result: Ints) -> None:
    """Store the results of a game."""
    result[RESULT_TURNS] = p[m.TURNS]
    result[RESULT_RULE] = p[m.ENDED] - 1
    result[RESULT_WINNERS] = p[m.WINNERS]
    result[RESULT_LEFT] = p[m.PILE_END] - p[m.PILE_NEXT]
    at = RESULT_SEATS
    for number in range(t[m.PLAYERS]):
        seat = seat_at(number)
        result[at] = p[seat + m.FAMILY]
        for place in range(m.HELD):
            result[at + 1 + place] = p[seat + m.DEALT_AT + place]
            result[at + 1 + m.HELD + place] = p[seat + m.CAST_AT + place]
        at += RESULT_SEAT
    for field in range(t[m.FIELDS]):
        result[at] = p[field_at(field) + m.HEIGHT]
        result[at + t[m.FIELDS]] = p[field_at(field) + m.PLACED]
        at += 1
    at += t[m.FIELDS]
    for vine in range(t[m.VINES]):
        result[at + vine] = counts[vine]


@jit
def play(
    t: Ints,
    ps: Ints,
    ms: Ints,
    w: Ints,
    g: Ints,
    words: Words,
    chance: Words,
    counts: Ints,
    keys: Words,
    games: int,
    log: Ints,
    most: int,
    results: Ints,
    columns: int,
    given: int,
) -> int:
    """Play a game from each key; return how many moves the last one had.

    `log` gets `most` of them. If the first position is `given`, play only its next move.
    """
    moves_made = 0
    for level in range(LEVELS):
        find_gates(t, words[WORDS * level :])
    for number in range(games):
        chance[0] = keys[number]
        if not given:
            deal(t, ps, w, chance, counts)
        moves_made = 0
        while not ps[m.ENDED] and not (given and moves_made):
            policy = t[t[m.POLICIES_AT] + ps[m.PLAYER]]
            place = pick_eager(t, ps, w, ms) if t[m.EAGER] >= 0 else m.NONE
            if place >= 0:
                index = place
            elif policy == RANDOM:
                index, place = pick_random(t, ps, w, ms, chance), 0
            else:
                if policy == GREEDY:
                    index = pick_greedy(t, ps, ms, 0, False, w, g, words, chance)
                else:
                    index = pick_mcts(t, ps, ms, t[t[m.PLAYOUTS_AT] + ps[m.PLAYER]], w, g, words, chance)
                place = index
            row = ms[m.MOVE_SIZE * place :]
            if moves_made < most:
                noted = m.LOG_SIZE * moves_made
                log[noted], log[noted + 1], log[noted + 2] = index, row[0], row[1]
                log[noted + 3], log[noted + 4] = row[2], row[3]
            moves_made += 1
            carry_out(t, ps, w, row[0], row[1], row[2], row[3])
        keep(t, ps, counts, results[columns * number :])
    return moves_made


def _play_games() -> Callable[..., Any]:
    stamp = sources(Path(__file__).parent, names=OPCODES)

    def play_games(
        t: Ints,
        ps: Ints,
        ms: Ints,
        w: Ints,
        g: Ints,
        words: Words,
        chance: Words,
        counts: Ints,
        keys: Words,
        log: Ints,
        results: Ints,
        given: int,
    ) -> int:
        """Play a game from each key, as `play` does, with whole arrays."""
        moves_made = play(
            memory(t),
            memory(ps),
            memory(ms),
            memory(w),
            memory(g),
            memory(words),
            memory(chance),
            memory(counts),
            memory(keys),
            len(keys),
            memory(log),
            len(log),
            memory(results),
            results.shape[1],
            given,
        )
        return moves_made + stamp * 0

    return play_games


play_games = entry(_play_games())


def _read_only(mapping: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(mapping)


# A kingdom goes to other processes: its read-only maps have to be written as plain ones, and a face must count its hash
# again there, because every process hashes texts in its own way.
copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))
copyreg.pickle(Face, lambda face: (Face, (face.vines, face.bridges, face.breaks)))

_SOON = 0.8  # seconds after which a compilation is mentioned


class Simulator:
    """Games of one config. Game number k depends on the config and on k alone, not on the games before it."""

    def __init__(self, kingdom: Kingdom, config: SimulationConfig) -> None:
        self.plan = plan_of(kingdom, config)
        self.names: Names = self.plan.names
        self._tables: tuple[Ints, Sizes] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Simulator, (self.plan.kingdom, self.plan.config)  # tables are rebuilt where they are needed

    def play(self, first: int, count: int) -> dict[str, NDArray[Any]]:
        """Return the results of games `first` to `first + count − 1`: one array per question, one row per game.

        `turns` · `rule` (of `names.rules`) · `winners` (a bit for each of `names.families`; 0: a draw) · `left` (cards
        in the pile) · by seat: `seat_family`, `spell_held` (of `names.spells`), `spell_turn` (from 1; 0 for never)
        · by field: `heights`, `placed` (how many cards were placed there) · by vine: `counts` in that game's deck.
        """
        results, _ = self._run(first, count, log=False)
        players, fields = len(self.plan.policies), self.names.rows * self.names.cols
        seats = results[:, RESULT_SEATS : RESULT_SEATS + players * RESULT_SEAT].reshape(count, players, RESULT_SEAT)
        rest = results[:, RESULT_SEATS + players * RESULT_SEAT :]
        return {
            "turns": results[:, 0].astype(np.int16),
            "rule": results[:, 1].astype(np.uint8),
            "winners": results[:, 2].astype(np.uint8),
            "left": results[:, 3].astype(np.int16),
            "seat_family": seats[:, :, 0].astype(np.uint8),
            "spell_held": seats[:, :, 1 : 1 + m.HELD].astype(np.uint8),
            "spell_turn": _small(seats[:, :, 1 + m.HELD :]),
            "heights": _small(rest[:, :fields]),
            "placed": _small(rest[:, fields : 2 * fields]),
            "counts": _small(rest[:, 2 * fields :]),
        }

    def record(self, number: int) -> dict[str, Any]:
        """Return one game as a game record of the contracts, which `replay` accepts with the same result."""
        begin = self.begin(number)
        return record_of(begin, self.moves(number, begin))

    def begin(self, number: int) -> GameState:
        """Return a game before its first turn, for the readable engine."""
        return begin_of(self.plan, deal_game(self.plan, number))

    def moves(self, number: int, begin: GameState) -> list[Move]:
        """Return the moves of a game, which the readable engine finds by their place in its list of legal moves."""
        moves, state = [], begin
        for row in self.log(number):
            legal = legal_moves(state)
            moves.append(legal[row[0]])
            state = apply(state, moves[-1])
        return moves

    def log(self, number: int) -> Ints:
        """Return each move of a game: its index among the legal ones, and its numbers (`memory`)."""
        return self._run(number, 1, log=True)[1]

    def _run(self, first: int, count: int, log: bool) -> tuple[Ints, Ints]:
        if self._tables is None:
            self._tables = tables_of(self.plan)
        t, sizes = self._tables
        return _run(t, sizes, keys(self.plan.config.seed, first, count), log)

    @staticmethod
    def compile(progress: Callable[[str], None]) -> None:
        """Compile everything, or read the cached code of an earlier run; report if it takes longer."""
        timer = Timer(_SOON, progress, ["compiling the simulator; the result is cached…"])
        timer.daemon = True
        timer.start()
        try:
            _run(np.zeros(m.T_HEAD, np.int64), Sizes(0, 0, 0), keys(0, 0, 0), log=False)
        finally:
            timer.cancel()


def _small(numbers: Ints) -> NDArray[Any]:
    """Return the numbers, none negative, in as few bytes as possible: there may be millions of games."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def _in_lines(count: int) -> Ints:
    """Return an array that begins at a line of the processor's cache: lanes are processed line by line."""
    room = np.zeros(count + 8, np.int64)
    first = -room.ctypes.data % 64 // 8
    return room[first : first + count]


def _run(t: Ints, sizes: Sizes, seeds: Words, log: bool, given: Ints | None = None) -> tuple[Ints, Ints]:
    fields, players = int(t[m.FIELDS]), int(t[m.PLAYERS])
    columns = RESULT_SEATS + players * RESULT_SEAT + 2 * fields + int(t[m.VINES])
    results = np.zeros((len(seeds), columns), np.int64)
    logged = np.zeros((sizes.log if log else 0, m.LOG_SIZE), np.int64)
    positions = np.zeros(LEVELS * sizes.position, np.int64)
    if given is not None:
        positions[: sizes.position] = given
    moves_made = play_games(
        t,
        positions,
        np.zeros(LEVELS * sizes.moves * m.MOVE_SIZE, np.int64),
        np.zeros(int(t[m.NOTES]), np.int64),
        _in_lines(LEVELS * numbers(fields)),
        _in_lines(LEVELS * WORDS).view(np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(int(t[m.VINES]), np.int64),
        seeds,
        logged,
        results,
        int(given is not None),
    )
    return results, logged[:moves_made]


def next_move(t: Ints, sizes: Sizes, given: Ints, seed: int) -> int:
    """Return the index of the current player's move. Other threads continue meanwhile."""
    return int(_run(t, sizes, keys(seed, 0, 1), log=True, given=given)[1][0, 0])
