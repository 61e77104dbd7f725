"""Helpers for the rulebooks of several games: terms of the glossary, names that templates use, faces of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.game.contract import Components, Data, Lazy, RenderOptions, Sketch

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page

Faces = Callable[[], Mapping[str, Sketch]]


def look_up(items: Mapping[str, Any], kind: str, name: str) -> Any:
    """Return the item with a name. Raises UserError with the nearest name.

    >>> look_up({"chop": 1}, "spell", "chop")
    1
    """
    if name not in items:
        raise UserError(f'there is no {kind} "{name}"; {suggest(name, items)}'.rstrip("; "))
    return items[name]


def glossary_terms(data: Data, lang: str) -> Callable[..., str]:
    """Return the function `t` of templates: a term of the glossary by its id, in the plural unless the count is 1."""
    words = {entry["id"]: entry[lang] for entry in data["glossary"]}

    def term(name: str, count: int = 1) -> str:
        word = look_up(words, "term", name)
        return str(word["term"] if count == 1 else word.get("plural", word["term"]))

    return term


def faces_by_name(components: Lazy[Components], data: Data, options: RenderOptions) -> Faces:
    """Return a function for all faces by name, which are created on first use."""

    @cache
    def faces() -> Mapping[str, Sketch]:
        return {face.name: face for face in components.load()(data, options).faces}

    return faces


def draw_face(faces: Faces, name: str) -> Page:
    """Return a picture of the face with this name."""
    return faces()[name].page()
