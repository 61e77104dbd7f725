"""What the rulebook needs of this game: the words and numbers of the box, and pictures of its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import CARD_SCALE, BookContext, Data, Facts, Picture, RenderOptions, Sketch
from cloudy_pnp.games.luftschloesser.model.realm import PLAYERS, Realm, card_id, realm_from_data

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page


def book_context(data: Data, lang: str, _edition: str | None) -> BookContext:
    """Everything in one language, from sound data."""
    realm, [game] = realm_from_data(data), data["game"]
    weather = {
        entry["id"]: {
            "id": entry["id"],
            "name": entry["name"][lang],
            "text": entry["text"][lang],
            "count": entry["count"],
        }
        for entry in data["weather"]
    }
    cards = _cards(data, realm, weather, lang)
    return BookContext(
        name=game["name"][lang],
        context={
            "game": {
                "name": game["name"][lang],
                "credits": [{"role": item["role"][lang], "names": item["names"]} for item in game["credits"]],
                "notice": game["notice"][lang],
            },
            "board": realm.board,
            "cards_in_all": sum(kind.count for kind in realm.weather.values()),
            "players": max(PLAYERS),
            "to_win": dict(realm.castles_to_win),
            "storm": realm.options.storm,
            "aids": [entry["text"][lang].replace("**", "").splitlines() for entry in data["aids"]],
            "colours": [entry["name"][lang] for entry in data["colours"]],
            "weather": partial(_named, weather, "weather"),
            "t": _terms(data, lang),
        },
        pictures={"card": cards, "cards": cards},
        cover=Picture(partial(_cover, data), game["name"][lang]),
        facts=Facts.of(game),
        quotes={kind: (words["name"], words["text"]) for kind, words in weather.items()},
    )


def _cover(data: Data) -> Page:
    from cloudy_pnp.games.luftschloesser.art.cover import cover_page

    return cover_page({entry["id"]: (entry["colour"], entry["shape"]) for entry in data["colours"]})


def _terms(data: Data, lang: str) -> Callable[..., str]:
    words = {entry["id"]: entry[lang] for entry in data["glossary"]}

    def term(name: str, count: int = 1) -> str:
        word = _named(words, "term", name)
        return str(word["term"] if count == 1 else word.get("plural", word["term"]))

    return term


def _named(known: Mapping[str, Any], what: str, name: str) -> Any:
    if name not in known:
        raise UserError(f'there is no {what} "{name}"; {meant(name, known)}'.rstrip("; "))
    return known[name]


def _cards(data: Data, realm: Realm, weather: Mapping[str, Mapping[str, Any]], lang: str) -> dict[str, Picture]:
    """A picture of every card by its id; its name, and the number of its field, for those who do not see it."""

    @cache
    def faces() -> Mapping[str, Sketch]:
        from cloudy_pnp.games.luftschloesser.present.components import components

        return {face.name: face for face in components(data, RenderOptions(lang)).faces}

    def draw(name: str) -> Page:
        return faces()[name].page()

    alts = {}
    for kind in realm.weather.values():
        for at in kind.fields_of(realm.options.distribution) or (None,):
            name = weather[kind.id]["name"]
            alts[card_id(kind.id, at)] = name if at is None else f"{name} {at}"
    return {name: Picture(partial(draw, name), alt, alt, beside=True, scale=CARD_SCALE) for name, alt in alts.items()}
