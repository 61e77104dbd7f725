"""`Simulator`: games by number, as arrays of results or as one game record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Timer
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.simulate.numba_code import Ints, Words
from luftschloesser.model.realm import PLAYERS as TABLES
from luftschloesser.model.realm import Realm, Storm
from luftschloesser.model.state import AnyMove, GameState, Table
from luftschloesser.players.policies import CANDIDATES, SAMPLES
from luftschloesser.players.series import LIMIT, begin_game
from luftschloesser.players.worth import CLOUD, NOTHING, OTHERS
from luftschloesser.rules.turns import apply, legal_moves
from luftschloesser.scenarios.record import record_of
from luftschloesser.sim import memory as m
from luftschloesser.sim.chance import keys
from luftschloesser.sim.kernel import play_games

_SOON = 0.8  # seconds after which a compilation is mentioned


@dataclass(frozen=True, slots=True)
class SimulationRequest:
    """The games of a series: how each seat plays, the seed, and the options."""

    players: tuple[str, ...]
    seed: int = 1
    storm: Storm | None = None
    distribution: str | None = None
    castles_to_win: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)  # of kinds without fields: other numbers of cards
    limit: int = LIMIT


@dataclass(frozen=True, slots=True)
class Names:
    """The meaning of the columns of the results."""

    colours: tuple[str, ...]  # of the seats
    kinds: tuple[str, ...]  # of weather
    rows: int
    cols: int


class Simulator:
    """Games of one request. Game number k depends on the request and on k alone, not on the games before it."""

    def __init__(self, realm: Realm, request: SimulationRequest) -> None:
        self.realm, self.request = _vary(realm, request), request
        options = replace(
            realm.options,
            storm=request.storm or realm.options.storm,
            distribution=request.distribution or realm.options.distribution,
            castles_to_win=request.castles_to_win or realm.options.castles_to_win,
        )
        self._given = realm
        self.table = Table(self.realm, tuple(realm.colours)[: len(request.players)], options)
        self.names = Names(self.table.players, tuple(self.realm.weather), realm.board.rows, realm.board.cols)
        _possible(self.table, request)

    def __reduce__(self) -> tuple[Any, ...]:
        return Simulator, (self._given, self.request)

    def play(self, first: int, count: int) -> dict[str, NDArray[Any]]:
        """Return the results of games `first` to `first + count − 1`: one array per question, one row per game.

        `turns` · `winner` (seat; -1: broken off) · `shuffles` · `deals` (new hands for all players) · by seat: `built`,
        `ousted`, `lost_to_rain`, `lost_to_others`, `castles`, `beings` · by seat and kind of weather: `played`,
        `effect` (how often it changed anything) · by field: `put_up` (castles).
        """
        results, _ = self._run(first, count, log=False)
        players, kinds = len(self.table.players), len(self.names.kinds)
        seats = results[:, m.RESULT_HEAD : m.RESULT_HEAD + players * m.RESULT_SEAT].reshape(
            count, players, m.RESULT_SEAT
        )
        rest = results[:, m.RESULT_HEAD + players * m.RESULT_SEAT :]
        cards = rest[:, : 2 * players * kinds].reshape(count, players, kinds, 2)
        return {
            "turns": results[:, m.RESULT_TURNS].astype(np.int16),
            "winner": results[:, m.RESULT_WINNER].astype(np.int8),
            "shuffles": results[:, m.RESULT_SHUFFLES].astype(np.int16),
            "deals": results[:, m.RESULT_DEALS].astype(np.int16),
            "built": seats[:, :, m.SEAT_BUILT].astype(np.int16),
            "ousted": seats[:, :, m.SEAT_OUSTED].astype(np.int16),
            "lost_to_rain": seats[:, :, m.SEAT_LOST_TO_RAIN].astype(np.int16),
            "lost_to_others": seats[:, :, m.SEAT_LOST_TO_OTHERS].astype(np.int16),
            "castles": seats[:, :, m.SEAT_CASTLES].astype(np.int8),
            "beings": seats[:, :, m.SEAT_BEINGS].astype(np.int8),
            "played": cards[:, :, :, 0].astype(np.int16),
            "effect": cards[:, :, :, 1].astype(np.int16),
            "put_up": rest[:, 2 * players * kinds :].astype(np.int16),
        }

    def record(self, number: int) -> dict[str, Any]:
        """Return one game as a game record, which `replay` accepts with the same result."""
        return record_of(self.begin(number), self.moves(number))

    def begin(self, number: int) -> GameState:
        """Return a game before its first turn, for the readable engine."""
        return begin_game(self.realm, self.table.players, self.request.seed, number, self.table.options)[0]

    def moves(self, number: int) -> list[AnyMove]:
        """Return the moves of a game, which the readable engine finds by their place in its list of legal moves."""
        moves, state = [], self.begin(number)
        for index in self.log(number):
            moves.append(legal_moves(state)[index])
            state = apply(state, moves[-1])
        return moves

    def log(self, number: int) -> Ints:
        """Return the index of each move of a game among the legal moves."""
        return self._run(number, 1, log=True)[1]

    def _run(self, first: int, count: int, log: bool) -> tuple[Ints, Ints]:
        return _run(*tables_of(self.table, self.request), keys(self.request.seed, first, count), log)

    @staticmethod
    def compile(progress: Callable[[str], None], realm: Realm) -> None:
        """Compile everything, or read the cached code of an earlier run; report if it takes longer."""
        timer = Timer(_SOON, progress, ["compiling the simulator; the result is cached…"])
        timer.daemon = True
        timer.start()
        try:
            Simulator(realm, SimulationRequest(("random", "greedy"))).play(0, 0)
        finally:
            timer.cancel()


def _vary(realm: Realm, request: SimulationRequest) -> Realm:
    """Return the realm with other numbers of cards."""
    weather = dict(realm.weather)
    for kind, count in request.counts.items():
        if kind not in weather:
            raise UserError(f"there is no weather {kind!r}; {suggest(kind, weather)}")
        if weather[kind].fields and count != weather[kind].count:
            raise UserError(f"the cards of {kind} are bound to fields: change its list of fields instead")
        weather[kind] = replace(weather[kind], count=count)
    return Realm(realm.board, weather, realm.colours, realm.options, realm.castles_to_win) if request.counts else realm


def _possible(table: Table, request: SimulationRequest) -> None:
    """SET-1, AIR-5, END-1, TURN-5: report an impossible request in one line."""
    if len(request.players) not in TABLES:
        raise UserError(f"2 to 4 players can play, not {len(request.players)} (SET-1)")
    for policy in request.players:
        if policy not in m.POLICIES:
            raise UserError(f"there is no player called {policy!r}; {suggest(policy, m.POLICIES)}")
    distributions = {"printed"}.union(*(kind.distributions for kind in table.realm.weather.values()))
    if table.options.distribution not in distributions:
        name = table.options.distribution
        raise UserError(f"there is no distribution {name!r}; {suggest(name, sorted(distributions))}")
    if table.to_win > table.board.castles:
        raise UserError(f"{table.to_win} castles cannot be built: a player has {table.board.castles} (END-1)")
    ordinary = sum(kind.count for kind in table.realm.weather.values() if kind.does != "new-hands")
    if ordinary <= m.HAND * len(request.players):
        raise UserError(f"{ordinary} cards are too few for {len(request.players)} players (TURN-5)")


def tables_of(table: Table, request: SimulationRequest) -> tuple[Ints, Ints]:
    """Return the tables of a game as numbers (`memory`), and the full supplies."""
    board, players = table.board, len(table.players)
    cards = [card for _, card in sorted(table.realm.cards.items())]  # the player that looks ahead sorts them by name
    number = {card.id: index for index, card in enumerate(cards)}
    kinds = {kind: index for index, kind in enumerate(table.realm.weather)}
    deck = [number[card] for card in table.realm.deck(table.options.distribution)]
    near: list[int] = []
    for at in board.fields:
        around = [other - 1 for other in board.neighbours(at)]
        near += [len(around), *around, *[-1] * (m.NEAR - 1 - len(around))]
    steps = [(board.step(at, towards) or 0) - 1 for towards in table.directions for at in board.fields]
    parts = {
        m.DOES_AT: [m.EFFECTS.index(card.does) for card in cards],
        m.FIELD_AT: [-1 if card.at is None else card.at - 1 for card in cards],
        m.KIND_AT: [kinds[card.kind] for card in cards],
        m.NEAR_AT: near,
        m.STEPS_AT: steps,
        m.PROSPECTS_AT: [*CLOUD, *OTHERS, *NOTHING],
        m.DECK_AT: deck,
        m.POLICIES_AT: [m.POLICIES.index(policy) for policy in request.players],
    }
    head = {
        m.PLAYERS: players,
        m.FIELDS: board.size,
        m.PER_FIELD: board.clouds_per_field,
        m.TO_WIN: table.to_win,
        m.CASTLES: board.castles,
        m.WINDS: len(table.directions),
        m.CARDS: len(cards),
        m.DECK: len(deck),
        m.KINDS: len(kinds),
        m.LIMIT: request.limit,
        m.MOST: len(CLOUD) - 1,
    }
    numbers = [0] * m.T_HEAD
    for place, value in head.items():
        numbers[place] = value
    for place, values in parts.items():
        numbers[place] = len(numbers)
        numbers += values
    full = [board.clouds, *[board.castles] * players, *[board.beings] * players]
    return np.array(numbers, np.int64), np.array(full, np.int64)


def _run(t: Ints, full: Ints, seeds: Words, log: bool) -> tuple[Ints, Ints]:
    fields, players, deck = int(t[m.FIELDS]), int(t[m.PLAYERS]), int(t[m.DECK])
    width = 1 + 2 * players
    standing = min(fields * players, players * int(full[-1]))  # groups of beings that a rainbow can choose from
    most = 1 + standing * standing // 2 + m.HAND * fields * players + 8 * m.HAND + fields * (10 + players)
    columns = m.RESULT_HEAD + players * m.RESULT_SEAT + 2 * players * int(t[m.KINDS]) + fields
    results = np.zeros((len(seeds), columns), np.int64)
    logged = np.zeros(2 * int(t[m.LIMIT]) if log else 0, np.int64)
    boards = np.zeros((3, (fields + 1) * width), np.int64)
    piles = np.zeros((2 + SAMPLES, m.G_HEAD + m.HAND * players + 1 + 3 * deck), np.int64)
    moves, rated = np.zeros((2, most, m.MOVE_SIZE), np.int64), np.zeros(2 * most + 2, np.int64)
    room, chance = np.zeros(fields + 2 * players + int(t[m.CARDS]), np.int64), np.zeros(3, np.uint64)
    if m.AHEAD in t[t[m.POLICIES_AT] : t[m.POLICIES_AT] + players]:
        from luftschloesser.sim.ahead import CANDIDATE_SIZE
        from luftschloesser.sim.ahead_kernel import look_ahead_games

        candidates, trial = np.zeros((CANDIDATES, CANDIDATE_SIZE), np.int64), np.zeros(2 + SAMPLES, np.uint64)
        moves_made = look_ahead_games(
            t, full, boards, piles, moves, rated, room, candidates, seeds, chance, trial, logged, results
        )
    else:
        moves_made = play_games(t, full, boards, piles, moves, rated, room, seeds, chance, logged, results)
    return results, logged[:moves_made]
