"""Figures of a rulebook: documents of scenario files evaluated by the rules, as pictures with their captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cloudy_pnp.games.contract import Data, Evaluation, Game, Picture, Scenario

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page

# By the name of the file and the number of the document (from 1): the command that shows it, and the document.
Documents = Mapping[tuple[str, int], tuple[str, Mapping[str, Any]]]


def figure_name(file: str, scenario: Scenario[Any]) -> str:
    """Return the name of a figure: its file without folder and extension.

    >>> from cloudy_pnp.games.registry import find_game
    >>> figure_name("boards/example-a.board.yaml", find_game("cloudy-kingdom").scenarios["board"])
    'example-a'
    """
    name = file.rsplit("/", 1)[-1]
    return next((name.removesuffix(ending) for ending in scenario.endings if name.endswith(ending)), name)


def figure_pictures(
    game: Game[Any], data: Data, model: Any, documents: Documents, lang: str
) -> dict[tuple[str, int], Picture]:
    """Return a picture of every drawable document in a language. Without its own words it has those of the first."""
    pictures = {}
    for (name, number), (command, document) in documents.items():
        first = documents.get((name, 1), (command, document))[1]
        title = document.get("title", {}).get(lang, "")
        alt = title or first.get("title", {}).get(lang, "") or name
        scenario = game.scenarios[command]
        if scenario.draw is None:
            continue
        judge = partial(_judge, scenario, model, document)
        pictures[name, number] = Picture(
            partial(_draw, scenario, data, judge, name, lang),
            alt,
            title,
            document.get("caption", {}).get(lang, ""),
            wide=scenario.wide,
            scale=scenario.scale,
            steps=partial(_steps, scenario, data, judge) if scenario.steps else None,
        )
    return pictures


def _steps(scenario: Scenario[Any], data: Data, judge: partial[Evaluation]) -> Sequence[Page]:
    return scenario.steps.load()(data, judge()) if scenario.steps else ()


def _judge(scenario: Scenario[Any], model: Any, document: Mapping[str, Any]) -> Evaluation:
    return scenario.judge.load()(model, document)


def _draw(scenario: Scenario[Any], data: Data, judge: partial[Evaluation], name: str, lang: str) -> Page:
    page = scenario.picture(data, judge(), lang)
    if page is None:
        raise AssertionError(f"{name} is valid but cannot be drawn")
    return page
