"""The study behind docs/balance.md: `python -m luftschloesser.sim.study PART`.

PART is one of tables, weather, fields, house, without, ahead; each prints its table in Markdown. The same seed gives
the same games on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from luftschloesser.model.example import example_realm
from luftschloesser.model.realm import PLAYERS, Realm, Weather
from luftschloesser.sim.measures import Results, field_shares, seat_wins, series, weather
from luftschloesser.sim.play import SimulationRequest, Simulator

GAMES, SEED = 12_000, 1
DISTRIBUTIONS = ("printed", "middle", "edges")


def games(realm: Realm, request: SimulationRequest, count: int = GAMES) -> tuple[Simulator, Results]:
    """Play many games of one request."""
    simulator = Simulator(realm, request)
    return simulator, simulator.play(0, count)


def turns(results: Results) -> str:
    """Return the median and the middle 90%."""
    low, middle, high = np.percentile(results["turns"], (5, 50, 95))
    return f"{middle:.0f} ({low:.0f}–{high:.0f})"


def seats(results: Results) -> str:
    """Return the wins by seat in percent."""
    return " / ".join(f"{100 * rate.value:.1f}" for rate in seat_wins(results))


def tables() -> Iterator[str]:
    """Yield length and seats for two to four players, greedy ones and random ones."""
    yield "| players | turns, median (5–95%) | wins by seat, % | second one castle short | lost to rain | ousted |"
    yield "|---|---|---|---|---|---|"
    for way, count in (("greedy", GAMES), ("random", GAMES // 6)):
        for players in PLAYERS:
            simulator, results = games(example_realm(), SimulationRequest((way,) * players, SEED, limit=20_000), count)
            measures = series(simulator.names, results)
            near, rained, ousted = (
                measures[name].values.mean() for name in ("close", "castles-rained", "castles-ousted")
            )
            yield (
                f"| {players} {way} | {turns(results)} | {seats(results)} | {100 * near:.0f}% | {rained:.2f} "
                f"| {ousted:.2f} |"
            )


def kinds() -> Iterator[str]:
    """Yield how often each kind of weather is played and has an effect."""
    yield "| weather | cards a game (2 / 3 / 4 players) | with effect | share among winners’ cards, points |"
    yield "|---|---|---|---|"
    kinds_by_players = [
        weather(item.names, results) for item, results in (games(example_realm(), _greedy(n)) for n in PLAYERS)
    ]
    for two, three, four in zip(*kinds_by_players, strict=True):
        if two.kind != "new-hands":
            effects = " / ".join(f"{100 * item.effect.value:.0f}%" for item in (two, three, four))
            points = " / ".join(f"{item.winners:+.1f}".replace("-", "−") for item in (two, three, four))
            yield f"| {two.kind} | {two.a_game:.1f} / {three.a_game:.1f} / {four.a_game:.1f} | {effects} | {points} |"


def _greedy(players: int) -> SimulationRequest:
    return SimulationRequest(("greedy",) * players, SEED)


def fields() -> Iterator[str]:
    """Yield the places of castles, by distribution."""
    yield "| distribution | a corner | an edge field | a middle field | most / least used field |"
    yield "|---|---|---|---|---|"
    corner, middle = [0, 3, 12, 15], [5, 6, 9, 10]
    edge = [field for field in range(16) if field not in (*corner, *middle)]
    for name in DISTRIBUTIONS:
        _, results = games(example_realm(), replace(_greedy(4), distribution=name))
        shares = 100 * field_shares(results)
        parts = " | ".join(f"{shares[group].mean():.1f}%" for group in (corner, edge, middle))
        yield f"| {name} | {parts} | {shares.max():.1f} / {shares.min():.1f}% |"


def house() -> Iterator[str]:
    """Compare the house rules."""
    yield "| players | suns | storm | turns, median (5–95%) | wins by seat, % | spread, points |"
    yield "|---|---|---|---|---|---|"
    for players in PLAYERS:
        for name in DISTRIBUTIONS:
            for storm in ("four", "eight"):
                request = replace(_greedy(players), distribution=name, storm=storm)
                _, results = games(example_realm(), request, GAMES // 3)
                wins = [rate.value for rate in seat_wins(results)]
                spread = 100 * (max(wins) - min(wins))
                yield f"| {players} | {name} | {storm} | {turns(results)} | {seats(results)} | {spread:.1f} |"


def without() -> Iterator[str]:
    """Yield the effect of playing without a kind of weather."""
    yield "| without | turns, median (5–95%) | wins by seat, % | lost to rain | ousted |"
    yield "|---|---|---|---|---|"
    realm = example_realm()
    for left_out in ("nothing", *realm.weather):
        kept = {name: kind for name, kind in realm.weather.items() if name != left_out}
        _, results = games(replace_weather(realm, kept), _greedy(4), GAMES // 6)
        rained, ousted = (results[name].sum(axis=1).mean() for name in ("lost_to_rain", "ousted"))
        yield f"| {left_out} | {turns(results)} | {seats(results)} | {rained:.2f} | {ousted:.2f} |"


def replace_weather(realm: Realm, kept: Mapping[str, Weather]) -> Realm:
    """Return the realm with other kinds of weather."""
    return Realm(realm.board, kept, realm.colours, realm.options, realm.castles_to_win)


def looking_ahead() -> Iterator[str]:
    """Yield the advantage of looking ahead, and of the seats among players that do."""
    yield "| table | games | turns, median (5–95%) | wins by seat, % |"
    yield "|---|---|---|---|"
    for players, count in (
        (("ahead", "greedy"), 600),
        (("greedy", "ahead"), 600),
        (("ahead", "ahead"), 1200),
        (("ahead", "greedy", "greedy", "greedy"), 200),
        (("greedy", "greedy", "greedy", "ahead"), 200),
    ):
        _, results = games(example_realm(), SimulationRequest(players, SEED), count)
        yield f"| {', '.join(players)} | {count} | {turns(results)} | {seats(results)} |"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "tables": tables,
    "weather": kinds,
    "fields": fields,
    "house": house,
    "without": without,
    "ahead": looking_ahead,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        for line in PARTS[part]():
            print(line, flush=True)
        print()
