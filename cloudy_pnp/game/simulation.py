"""The simulation of any playable game, based on its `Play`: no code in the game, and as slow as its rules.

A game names it in its record:
`simulation=Lazy("cloudy_pnp.game.simulation:simulate_play", ("my_game.rules:PLAY",), made=True)`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.game.contract import Choose, Lazy, Play
from cloudy_pnp.simulate.base import Setting, Simulation, Simulator, need_extra

if TYPE_CHECKING:
    from cloudy_pnp.simulate.base import Results
    from cloudy_pnp.simulate.study import Series, Study

RANDOM = "random"
_LIMIT = 5_000  # moves after which a game is stopped
_BATCH = 50


def simulate_play(play: str, default: str = RANDOM) -> Simulation:
    """Return the simulation of a game whose `Play` is named as "module:name", and its default player."""
    return Simulation(
        options=(),
        default_policy=default,
        tables=lambda model: tuple(_load_play(play).seats(model)),
        counts=lambda _model: {},
        tolerated=(),
        prepare=lambda _tell: _need_numpy(),
        simulator=lambda model, setting: _simulator(play, model, setting),
        batch=lambda _setting: _BATCH,
        series=_series,
        study=_study,
        overview=_overview,
        varies=False,
    )


def _need_numpy() -> None:
    need_extra("numpy", "joblib")


def _load_play(play: str) -> Play[Any, Any, Any]:
    rules: Lazy[Play[Any, Any, Any]] = Lazy(play)
    return rules.load()


def _simulator(play: str, model: Any, setting: Setting) -> PlaySimulator:
    """Create a simulator. Raises UserError if the rules, or the players of the game, do not allow the setting."""
    _need_numpy()
    seats = _load_play(play).seats(model)
    if len(setting.players) not in seats:
        possible = ", ".join(map(str, seats))
        raise UserError(f"there is no table for {len(setting.players)} players; there is one for {possible}")
    for player in setting.players:
        _chooser(play, player)
    if setting.counts:
        raise UserError("this game has no numbers of copies that can be varied")
    return PlaySimulator(play, model, setting)


def _chooser(play: str, name: str) -> Choose:
    table = _load_play(play).table
    players = table.load().players if table else {}
    if name == RANDOM:
        return _choose_at_random
    if name not in players:
        raise UserError(f'there is no player "{name}"; {suggest(name, (RANDOM, *players))}')
    return players[name].load()


def _choose_at_random(position: Any, moves: Sequence[Any], seed: int) -> int:  # noqa: ARG001 - as any player
    return random.Random(seed).randrange(len(moves))  # noqa: S311 - a game


class PlaySimulator(Struct, frozen=True):
    """A simulator by the readable rules. Game number k depends only on the setting and k."""

    play_name: str  # not the rules themselves: they may contain functions that cannot be sent to another process
    model: Any
    setting: Setting

    def play(self, first: int, count: int) -> Results:
        """Play games and record the winners, the number of turns, and whether the game ended."""
        import numpy as np

        play = _load_play(self.play_name)
        turns, over = np.zeros(count, np.int64), np.zeros(count, bool)
        won = np.zeros((count, len(self.setting.players)))
        for at in range(count):
            start, _, last, turns[at] = self._game(first + at)
            outcome = play.outcome(last)
            over[at] = outcome is not None
            for seat, player in enumerate(play.view(start)["players"]):
                won[at, seat] = 1 / len(outcome.winners) if outcome and player in outcome.winners else 0
        return {"turns": turns, "over": over, "won": won}

    def record(self, number: int) -> dict[str, Any]:
        """Return a game as a record, move by move."""
        start, moves, _, _ = self._game(number)
        return dict(_load_play(self.play_name).encode(start, moves))

    def _game(self, number: int) -> tuple[Any, list[Any], Any, int]:
        """Return the first position, the moves, the last position, and how often the turn passed to another player."""
        play = _load_play(self.play_name)
        chance = random.Random(f"{self.setting.seed}/{number}")  # noqa: S311 - a game
        start = position = play.start(self.model, len(self.setting.players), chance.getrandbits(32))
        seats = (_chooser(self.play_name, name) for name in self.setting.players)
        choose = dict(zip(play.view(start)["players"], seats, strict=True))
        moves: list[Any] = []
        turns, player = 0, ""
        while play.outcome(position) is None and len(moves) < _LIMIT:
            legal, before, player = play.legal(position), player, play.to_move(position)
            turns += player != before
            moves.append(legal[choose[player](position, legal, chance.getrandbits(32))])
            position = play.apply(position, moves[-1])
        return start, moves, position, turns


# --- measures ------------------------------------------------------------------------------------------------


def _series(_simulator: Simulator, results: Results) -> Mapping[str, Series]:
    from cloudy_pnp.simulate.study import Series

    over, won = results["over"], results["won"]
    series = [
        Series("turns", "turns until the end", results["turns"].astype(float), "number"),
        Series("unfinished", "unfinished games", (~over).astype(float), "rate", "less"),
        Series("draws", "games without a winner", (over & (won.sum(axis=1) == 0)).astype(float), "rate", "less"),
    ]
    series += [
        Series(f"seat-{seat + 1}", f"wins of seat {seat + 1}", won[:, seat], "points", watched=True)
        for seat in range(won.shape[1])
    ]
    return {item.name: item for item in series}


def _study(_model: Any, simulator: Simulator, setting: Setting, results: Results, _varied: Results | None) -> Study:
    from cloudy_pnp.game.kit.balance import length_figures, length_remark
    from cloudy_pnp.simulate.study import Bars, Cell, Column, Figure, Measure, Section, Study, Table

    games, seats = len(results["turns"]), len(setting.players)
    series = _series(simulator, results)
    measures = list[Measure]()
    for item in series.values():
        unit = "rate" if item.unit == "points" else item.unit
        measures.append(Measure(item.name, item.label, unit, item.estimate, item.name == "turns"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"seat {seat + 1}", player, series[f"seat-{seat + 1}"].estimate) for seat, player in enumerate(setting.players)
    )
    fair = 1 / seats
    figure = Figure(
        "seats",
        "Wins by seat",
        "How often each seat in turn order wins; a shared victory counts in equal parts.",
        Table((Column("seat"), Column("player"), Column("wins", "rate")), rows),
        Bars(2, fair, f"equal shares {100 * fair:.1f}%"),
    )
    facts = (("games", f"{games:,}"), ("players", ", ".join(setting.players)), ("seed", str(setting.seed)))
    sections = (
        Section("ends", "How long games are", "", length_figures(results["turns"], seats)),
        Section("fair", "Is it fair?", "", (figure,)),
    )
    remarks = (length_remark(results["turns"], seats),)
    return Study(f"players-{seats}", f"{seats} players", games, facts, tuple(measures), remarks, sections)


def _overview(studies: list[Study]) -> Study:
    from cloudy_pnp.game.kit.balance import tables_compared
    from cloudy_pnp.simulate.study import Column, Figure, Section, Study

    columns = {
        "turns": Column("turns", "number"),
        "draws": Column("draws", "rate"),
        "seat-1": Column("first seat wins", "rate"),
    }
    table = tables_compared(studies, columns)
    figure = Figure("tables", "All tables", "Length, draws and the first seat at each table.", table)
    games = sum(study.games for study in studies)
    section = Section("tables", "All tables", "", (figure,))
    return Study("overview", "All tables", games, (("games", f"{games:,}"),), (), (), (section,))
