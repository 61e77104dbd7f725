"""The compiled entry for tables with a player that looks ahead: separate, because it takes twice as long to compile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cloudy_pnp.simulate.numba_code import Ints, Words, entry, sources
from luftschloesser.sim.ahead import pick_ahead
from luftschloesser.sim.cards import deal
from luftschloesser.sim.chance import begin
from luftschloesser.sim.memory import AHEAD, LIMIT, PLAYER, POLICIES_AT, TURNS, WINNER
from luftschloesser.sim.skies import list_actions
from luftschloesser.sim.turns import (
    choose_action,
    choose_play,
    clear,
    do_action,
    do_play,
    keep,
    list_plays,
)


def _look_ahead_games() -> Callable[..., Any]:
    stamp = sources(Path(__file__).parent)

    def look_ahead_games(
        t: Ints,
        full: Ints,
        skies: Ints,
        games: Ints,
        moves: Ints,
        rated: Ints,
        w: Ints,
        candidates: Ints,
        seeds: Words,
        chance: Words,
        trial: Words,
        log: Ints,
        results: Ints,
    ) -> int:
        """Play games as `kernel.play_games` does; `candidates` and `trial` are room for the player that looks ahead."""
        moves_made = stamp * 0
        s, g = skies[0], games[0]
        for number in range(len(seeds)):
            begin(chance, seeds[number])
            clear(s, g, full)
            deal(t, g, chance)
            result, moves_made = results[number], 0
            while g[WINNER] < 0 and g[TURNS] < t[LIMIT]:
                ahead = t[t[POLICIES_AT] + g[PLAYER]] == AHEAD
                if ahead:
                    index = pick_ahead(t, skies, games, moves, rated, w, candidates, False, chance, trial)
                    list_plays(t, s, g, moves[0])
                else:
                    index = choose_play(t, skies, g, moves, rated, w, chance)
                do_play(t, s, g, moves[0, index], w, result)
                if moves_made < len(log):
                    log[moves_made] = index
                if ahead:
                    index = pick_ahead(t, skies, games, moves, rated, w, candidates, True, chance, trial)
                    list_actions(t, s, g[PLAYER], moves[1])
                else:
                    index = choose_action(t, skies, g, moves, rated, w, chance)
                do_action(t, s, g, moves[1, index], result, chance)
                if moves_made + 1 < len(log):
                    log[moves_made + 1] = index
                moves_made += 2
            keep(t, s, g, result)
        return moves_made

    return look_ahead_games


look_ahead_games = entry(_look_ahead_games())
