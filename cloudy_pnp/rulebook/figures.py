"""Figures of a rulebook: documents of scenario files evaluated by the rules, as pictures with their captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cloudy_pnp.game.contract import Data, Evaluation, Game, Picture, Scenario
from cloudy_pnp.i18n.segments import SOURCE_MARK
from cloudy_pnp.i18n.untranslated import Untranslated, fill_texts

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page

# By the name of the file and the number of the document (from 1): the command that shows it, and the document.
Documents = Mapping[tuple[str, int], tuple[str, Mapping[str, Any]]]


def figure_name(file: str, scenario: Scenario[Any]) -> str:
    """Return the name of a figure: its file without folder and extension.

    >>> from cloudy_pnp.game.registry import find_game
    >>> figure_name("boards/example-a.board.yaml", find_game("cloudy-kingdom").scenarios["board"])
    'example-a'
    """
    name = file.rsplit("/", 1)[-1]
    return next((name.removesuffix(ending) for ending in scenario.endings if name.endswith(ending)), name)


def figure_pictures(
    game: Game[Any], data: Data, model: Any, documents: Documents, lang: str
) -> dict[tuple[str, int], Picture]:
    """Return a picture of every drawable document in a language. Without its own words it has those of the first.

    A title or a caption that is not translated is in the source language, with a mark.
    """
    pictures = {}
    languages = [*(game["languages"][0] for game in data.get("game", ())), lang]
    for (name, number), (command, document) in documents.items():
        first = documents.get((name, 1), (command, document))[1]
        title = _words(document, "title", languages)
        alt = title or _words(first, "title", languages) or name
        scenario = game.scenarios[command]
        if scenario.draw is None:
            continue
        judge = partial(_judge, scenario, model, document)
        pictures[name, number] = Picture(
            partial(_draw, scenario, data, judge, name, lang),
            alt,
            _marked(title),
            _marked(_words(document, "caption", languages)),
            wide=scenario.wide,
            scale=scenario.scale,
            steps=partial(_steps, scenario, data, judge) if scenario.steps else None,
        )
    return pictures


def _words(document: Mapping[str, Any], key: str, languages: Sequence[str]) -> str:
    """Return a text of a document in the last of the languages."""
    text: str = fill_texts(document.get(key, {}), [], languages).get(languages[-1], "")
    return text


def _marked(text: str) -> str:
    return f"{text}{SOURCE_MARK}" if isinstance(text, Untranslated) else text


def _steps(scenario: Scenario[Any], data: Data, judge: partial[Evaluation]) -> Sequence[Page]:
    return scenario.steps.load()(data, judge()) if scenario.steps else ()


def _judge(scenario: Scenario[Any], model: Any, document: Mapping[str, Any]) -> Evaluation:
    return scenario.judge.load()(model, document)


def _draw(scenario: Scenario[Any], data: Data, judge: partial[Evaluation], name: str, lang: str) -> Page:
    page = scenario.picture(data, judge(), lang)
    if page is None:
        raise AssertionError(f"{name} is valid but cannot be drawn")
    return page
