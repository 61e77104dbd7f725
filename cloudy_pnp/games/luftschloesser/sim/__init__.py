"""The compiled simulator: whole games of Luftschlösser, thousands a second, the same as the readable engine plays.

It needs numba and numpy (the extra `simulate`); import this package only in a command that simulates.
"""

from __future__ import annotations

from importlib.util import find_spec

from cloudy_pnp.core.problems import UserError

if find_spec("numba") is None or find_spec("numpy") is None:
    raise UserError("simulating needs numba, which is not installed: pip install 'cloudy-pnp[simulate]'")

from cloudy_pnp.games.luftschloesser.sim.play import Names, Simulator, Wish

__all__ = ["Names", "Simulator", "Wish"]
