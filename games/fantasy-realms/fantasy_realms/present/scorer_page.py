"""The scorer for the phone: one page with the card data, the engine in JavaScript, and everything that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from cloudy_pnp.draw.svg import outline_text
from cloudy_pnp.game.contract import Data, game_texts
from fantasy_realms.art.pictures import EMBLEMS
from fantasy_realms.present.components import card_fields
from fantasy_realms.present.words import scorer_words

_FOLDER = Path(__file__).with_name("scorer")
_EFFECTS = ("bonus", "clears", "choice", "penalty")


def scorer_page(data: Data, lang: str) -> str:
    """Return the page in a language: it loads nothing, so it works offline."""
    [game] = data["game"]
    texts, words = game_texts(game, lang), scorer_words(lang)
    parts = {name: (_FOLDER / name).read_text("utf-8") for name in ("scorer.html", "scorer.css", "engine.js", "app.js")}
    shown = {key: escape(word) for key, word in words.items()}
    shown |= {"lang": escape(lang), "game": escape(texts["name"]), "notice": escape(texts["notice"])}
    shown |= {"style": parts["scorer.css"], "engine": parts["engine.js"], "app": parts["app.js"]}
    shown["data"] = json.dumps(scorer_data(data, lang), ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    return re.sub(r"\{(\w+)\}", lambda place: shown[place[1]], parts["scorer.html"])  # once: words have braces too


def scorer_data(data: Data, lang: str) -> dict[str, Any]:
    """Return the data for the engine in the page: the effects of the card data, and words."""
    texts = {fields["id"]: fields for fields in card_fields(data, lang)}
    emblems = {fields["suit"]["id"]: fields["suit"] for fields in texts.values()}
    return {
        "lang": lang,
        "words": dict(scorer_words(lang)),
        "suits": [_suit(suit, emblems.get(suit["id"], {}), lang) for suit in data["suits"]],
        "cards": [
            {
                "id": card["id"],
                "name": card["name"][lang],
                "suit": card["suit"],
                "strength": card["strength"],
                "text": str(texts[card["id"]]["text"]).replace("**", "").replace("\n", " "),
                **{key: card[key] for key in _EFFECTS if key in card},
            }
            for card in data["cards"]
            if card["id"] in texts
        ],
    }


def _suit(suit: Mapping[str, Any], drawn: Mapping[str, Any], lang: str) -> dict[str, Any]:
    outline = EMBLEMS[str(drawn.get("emblem", "spiral"))]
    return {
        "id": suit["id"],
        "name": suit["name"][lang],
        "joker": bool(suit.get("joker")),
        "colour": drawn.get("colour", "#8a8378"),
        "path": outline_text(outline),
    }
