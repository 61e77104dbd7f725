"""`Simulator`: games by number, as arrays of results or as one game record."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from threading import Timer
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import Face
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import record_of
from cloudy_pnp.games.cloudy_kingdom.sim import layout as m
from cloudy_pnp.games.cloudy_kingdom.sim.config import Names, SimulationConfig, plan_of
from cloudy_pnp.games.cloudy_kingdom.sim.distance import LEVELS, WORDS, numbers
from cloudy_pnp.games.cloudy_kingdom.sim.kernel import RESULT_SEAT, RESULT_SEATS, play_games
from cloudy_pnp.games.cloudy_kingdom.sim.random import keys
from cloudy_pnp.games.cloudy_kingdom.sim.reference import begin_of, deal
from cloudy_pnp.games.cloudy_kingdom.sim.tables import Sizes, tables_of
from cloudy_pnp.simulate.numba_code import Ints, Words


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
        if self.plan.waits is not None:
            raise UserError("a game in which a family waits has no record: records cannot describe such a start")
        begin = self.begin(number)
        return record_of(begin, self.moves(number, begin))

    def begin(self, number: int) -> GameState:
        """Return a game before its first turn, for the readable engine."""
        return begin_of(self.plan, deal(self.plan, number))

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
