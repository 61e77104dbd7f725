"""The interface of a game that the computer can play a hundred thousand times."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from cloudy_pnp.core.packages import IN_A_TAB, need_package
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import is_installed, shipped_root

if TYPE_CHECKING:  # options are shown by --help, which needs no arrays
    from numpy.typing import NDArray

    from cloudy_pnp.simulate.study import Series, Study

    Results = dict[str, NDArray[Any]]  # the measurements of each game, by name; the first axis is the game


def need_extra(*names: str, to: str = "computer play", extra: str = "simulate") -> None:
    """Raise UserError, with the command that helps, if packages of the extra are not installed."""
    missing = [name for name in names if find_spec(name) is None]
    if missing and IN_A_TAB:
        need_package(missing[0], to)
    if missing:
        # In a checkout the command stays linked to it (-e): a copy would not follow changes.
        target = (
            shlex.quote(f"cloudy-pnp[{extra}]")
            if is_installed(shipped_root())
            else f"-e {shlex.quote(f'{shipped_root()}[{extra}]')}"
        )
        command = f"{shlex.quote(sys.executable)} -m pip install {target}"
        raise UserError(f"{to} needs {' and '.join(missing)}: {command}")


class Simulator(Protocol):
    """A player of games that can be sent to another process. Game number k depends only on the setting and k."""

    def play(self, first: int, count: int) -> Results:
        """Play the games number `first` to `first + count - 1`."""

    def record(self, number: int) -> dict[str, Any]:
        """Return one of these games as a game record, move by move."""


class Option(Struct, frozen=True):
    """A command-line option that only this game has."""

    name: str  # without the dashes
    metavar: str
    help: str
    default: str | None = None


class Setting(Struct, frozen=True):
    """A table: its players, random seed, game options and deck."""

    players: tuple[str, ...]  # the policy of each seat
    seed: int
    options: Mapping[str, str | None] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)  # numbers of copies that replace those of the data
    vary: bool = False  # every game has its own deck, varied around the data's


class Ranking(Struct, frozen=True):
    """Variants of a game that are played one after the other and compared: a command-line option."""

    name: str  # of the option, without the dashes
    help: str
    seats: int  # default number of players
    # of a model: names, models and settings; raises UserError
    variants: Callable[[Any, Setting], list[tuple[str, Any, Setting]]]
    study: Callable[[Any, Setting, list[Results]], Study]  # of the results of the first variants, in their order


class Simulation(Struct, frozen=True):
    """A game as the computer plays it, and what is measured."""

    options: tuple[Option, ...]
    default_policy: str
    tables: Callable[[Any], tuple[int, ...]]  # of the model: the numbers of players
    counts: Callable[[Any], Mapping[str, int]]  # of the model: copies of each card
    tolerated: tuple[str, ...]  # codes of errors in the data that do not matter to play
    prepare: Callable[[Callable[[str], None]], None]  # compile the code; the callback gets the current task
    simulator: Callable[[Any, Setting], Simulator]  # raises UserError for an impossible setting
    batch: Callable[[Setting], int]  # games that are worth sending to another process together
    series: Callable[[Simulator, Results], Mapping[str, Series]]
    study: Callable[[Any, Simulator, Setting, Results, Results | None], Study]  # model first; last: varied decks
    overview: Callable[[list[Study]], Study]  # of several tables
    varies: bool = True  # whether games can be played with varied decks
    rankings: tuple[Ranking, ...] = ()


class Deck(Struct, frozen=True):
    """A model of the game, with its name in reports."""

    name: str
    model: Any
