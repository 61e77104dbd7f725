"""The rulebook's view of this game: the words and numbers of the box, and pictures of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from cloudy_pnp.game import contract as ct
from cloudy_pnp.game.kit.printing import Faces, draw_face, faces_by_name, glossary_terms, look_up
from luftschloesser.model.realm import PLAYERS, Realm, card_id, realm_from_data
from luftschloesser.words import BOOK_WORDS

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page

_COMPONENTS: ct.Lazy[ct.Components] = ct.Lazy("luftschloesser.present.components:components")


def book_context(data: ct.Data, lang: str, _options: Mapping[str, str]) -> ct.BookContext:
    """Return the context in one language, from valid data."""
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
    faces = faces_by_name(_COMPONENTS, data, ct.RenderOptions(lang))
    cards = _cards(faces, realm, weather)
    return ct.BookContext(
        name=game["name"][lang],
        context={
            "game": ct.game_texts(game, lang),
            "board": realm.board,
            "cards_in_all": sum(kind.count for kind in realm.weather.values()),
            "players": max(PLAYERS),
            "to_win": dict(realm.castles_to_win),
            "storm": realm.options.storm,
            "aids": [entry["text"][lang].replace("**", "").splitlines() for entry in data["aids"]],
            "colours": [entry["name"][lang] for entry in data["colours"]],
            "weather": partial(look_up, weather, "weather"),
            "t": glossary_terms(data, lang),
        },
        pictures={"card": cards, "cards": cards, **_table(data, realm, lang, cards, faces)},
        cover=ct.Picture(partial(_cover, data), game["name"][lang]),
        facts=ct.Facts.of(game),
        foot=ct.Picture(_foot, game["name"][lang]),
        quotes={kind: (words["name"], words["text"]) for kind, words in weather.items()},
    )


def _foot() -> Page:
    from luftschloesser.present.book_pictures import foot

    return foot()


def _table(
    data: ct.Data, realm: Realm, lang: str, cards: Mapping[str, ct.Picture], faces: Faces
) -> dict[str, dict[str, ct.Picture]]:
    """Return the contents of the box, each with its number, and the table at the start."""
    board, words = realm.board, BOOK_WORDS.get(lang, BOOK_WORDS["en"])
    looks = [(entry["colour"], entry["shape"]) for entry in data["colours"]]
    kinds = {kind.id: next(card for card in cards if card.startswith(kind.id)) for kind in realm.weather.values()}
    shown = [kinds[kind] for kind in ("storm", "sun", "rainbow") if kind in kinds] or list(cards)[:3]
    dealt = [kinds[kind] for kind in ("rain", "lightning", "sun") if kind in kinds] or list(cards)[:3]

    def drawn(draw: str) -> Page:
        from cloudy_pnp.draw.kit.figures import fanned
        from luftschloesser.art.look import look_for, pen_for
        from luftschloesser.present import book_pictures

        pen = pen_for(look_for(data))
        match draw:
            case "board":
                return book_pictures.boxed_board(pen, board)
            case "cards":
                return fanned([cards[card].draw() for card in shown])
            case "clouds":
                return book_pictures.boxed_clouds(pen)
            case "pieces":
                return book_pictures.boxed_pieces(pen, looks, board.castles, board.beings)
            case "aids":
                return fanned([face.page() for name, face in faces().items() if name.startswith("aid-")][:2])
        back = faces()["weather-back"].page()
        return book_pictures.start(pen, board, looks, back, [cards[card].draw() for card in dealt])

    counts = {
        "board": 1,
        "cards": sum(kind.count for kind in realm.weather.values()),
        "clouds": board.clouds,
        "aids": max(PLAYERS),
    }
    labels = {name: f"{count} {words[name]}" for name, count in counts.items()}
    pieces = words["pieces"].format(beings=board.beings, castles=board.castles)
    return {
        "box": {name: ct.Picture(partial(drawn, name), text, text, beside=True) for name, text in labels.items()},
        "pieces": {"all": ct.Picture(partial(drawn, "pieces"), pieces, pieces, wide=True, scale=0.46)},
        "table": {"start": ct.Picture(partial(drawn, "start"), words["start"], wide=True, scale=0.52)},
    }


def _cover(data: ct.Data) -> Page:
    from luftschloesser.art.look import look_for, pen_for
    from luftschloesser.present.book_pictures import cover_page

    return cover_page(
        pen_for(look_for(data)), {entry["id"]: (entry["colour"], entry["shape"]) for entry in data["colours"]}
    )


def _cards(faces: Faces, realm: Realm, weather: Mapping[str, Mapping[str, Any]]) -> dict[str, ct.Picture]:
    """Return a picture of every card by its id; its alternative text is its name, and the number of its field."""
    alts = {}
    for kind in realm.weather.values():
        for at in kind.fields_of(realm.options.distribution) or (None,):
            name = weather[kind.id]["name"]
            alts[card_id(kind.id, at)] = name if at is None else f"{name} {at}"
    return {
        name: ct.Picture(partial(draw_face, faces, name), alt, alt, beside=True, scale=ct.CARD_SCALE)
        for name, alt in alts.items()
    }
