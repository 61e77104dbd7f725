"""Tests for every game, the tool's own and yours. They need no test framework; pytest finds `GameTests`.

class TestLanterns(GameTests):
    game = "lanterns"
"""

from __future__ import annotations

from cloudy_pnp.testing import conformance as conformance
from cloudy_pnp.testing.conformance import GameTests as GameTests
from cloudy_pnp.testing.conformance import problem_page as problem_page
from cloudy_pnp.workspace.home import home_of as home_of
