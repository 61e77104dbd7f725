"""The compiled entry for random and greedy players: games number by number, each from its own seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cloudy_pnp.simulate.numba_code import Ints, Words, entry, sources
from luftschloesser.sim.cards import deal
from luftschloesser.sim.chance import begin
from luftschloesser.sim.memory import LIMIT, TURNS, WINNER
from luftschloesser.sim.turns import choose_action, choose_play, clear, do_action, do_play, keep


def _play_games() -> Callable[..., Any]:
    stamp = sources(Path(__file__).parent)

    def play_games(
        t: Ints,
        full: Ints,
        skies: Ints,
        games: Ints,
        moves: Ints,
        rated: Ints,
        w: Ints,
        seeds: Words,
        chance: Words,
        log: Ints,
        results: Ints,
    ) -> int:
        """Play a game from each seed; how many moves the last one had. `log` gets them as far as it is long."""
        moves_made = stamp * 0
        s, g = skies[0], games[0]
        for number in range(len(seeds)):
            begin(chance, seeds[number])
            clear(s, g, full)
            deal(t, g, chance)
            result, moves_made = results[number], 0
            while g[WINNER] < 0 and g[TURNS] < t[LIMIT]:
                index = choose_play(t, skies, g, moves, rated, w, chance)
                do_play(t, s, g, moves[0, index], w, result)
                if moves_made < len(log):
                    log[moves_made] = index
                index = choose_action(t, skies, g, moves, rated, w, chance)
                do_action(t, s, g, moves[1, index], result, chance)
                if moves_made + 1 < len(log):
                    log[moves_made + 1] = index
                moves_made += 2
            keep(t, s, g, result)
        return moves_made

    return play_games


play_games = entry(_play_games())
