"""Completion in the shell after Tab: ids, languages, sheets, packs, codes.

Nothing here ever fails or is slow: where something cannot be read, nothing is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cloudy_pnp.workspace.home import Home, find_root, home_of

Proposals = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _proposing(words: Callable[[Home], Iterable[str]]) -> Proposals:
    """Propose those words of a home that begin with what is typed."""

    @wraps(words)
    def propose(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        try:
            given, game_id = context.params.get("root"), context.params.get("game_id")
            home = home_of(game_id, Path(given or find_root(Path.cwd())), or_shipped=given is None)
            known = dict.fromkeys(words(home))
        except Exception:  # a shell has no use for a message
            return []
        return [CompletionItem(word) for word in known if word.startswith(begun)]

    return propose


@_proposing
def cards(home: Home) -> Iterable[str]:
    """Propose the ids of the game and of the packs next to it."""
    from cloudy_pnp.cli.inventory import ids

    return ids(home)


@_proposing
def quantities(home: Home) -> Iterable[str]:
    """Propose ids of cards, to be followed by a number."""
    from cloudy_pnp.cli.inventory import ids

    return (f"{name}=" for name in ids(home, cards_only=True))


@_proposing
def languages(home: Home) -> Iterable[str]:
    """Propose the languages of the game."""
    from cloudy_pnp.workspace.load import load_base

    return load_base(home).languages


@_proposing
def packs(home: Home) -> Iterable[str]:
    """Propose the packs next to the game, and the shipped ones."""
    from cloudy_pnp.workspace.packs import known_packs

    return (folder.name for folder in known_packs(home.root, home.shipped))


@_proposing
def services(home: Home) -> Iterable[str]:
    """Propose print services, shipped and custom ones."""
    from cloudy_pnp.export.services import load_services

    return load_services(home.template_folders).services


def _catalogued(sort: str) -> Proposals:
    """Propose sheets, card formats or papers, shipped and custom ones."""

    def names(home: Home) -> Iterable[str]:
        from cloudy_pnp.export.sheets import load_catalogue

        return tuple(getattr(load_catalogue(home.template_folders), sort))

    return _proposing(names)


sheets, formats, papers = map(_catalogued, ("sheets", "formats", "papers"))


def ids_of(kind: str) -> Proposals:
    """Propose the ids of one kind of card data."""
    from cloudy_pnp.workspace.load import load_base

    return _proposing(lambda home: (entry.id for entry in load_base(home).entries.of(kind)))


@_proposing
def codes(home: Home) -> Iterable[str]:
    """Propose problem codes."""
    from cloudy_pnp import api

    return api.codes_of(home.game)


@_proposing
def games(_home: Home) -> Iterable[str]:
    """Propose games."""
    from cloudy_pnp.game.registry import game_ids

    return game_ids()
