"""The rulebook's view of this game: the words and numbers of the box, and pictures of its cards and layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cloudy_pnp.cloudy_kingdom.checks.data import count_components
from cloudy_pnp.cloudy_kingdom.model.cards import Edition, Kingdom, Layout, kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.rules.board import Board
from cloudy_pnp.cloudy_kingdom.wording.compose import SpellTexts
from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.game import contract
from cloudy_pnp.game.kit.printing import draw_face, faces_by_name, glossary_terms, look_up
from cloudy_pnp.i18n.localized import colon

if TYPE_CHECKING:  # the words are checked without drawing anything
    from cloudy_pnp.draw.scene import Page

_COMPONENTS: contract.Lazy[contract.Components] = contract.Lazy(
    "cloudy_pnp.cloudy_kingdom.present.components:components"
)
_LETTER_FIRST = ("hu",)  # languages that say "A layout" rather than "layout A"
_LAYOUT = 0.125  # the scale of layouts: two side by side
_SINGULAR = ("hu",)  # languages that keep the singular after a number
_NORTH = {"hu": "É"}  # the character on the compass, if not N
_FOOT = ("#f1f2f9", "#e4e8f3", "#d6ddec")  # from far to near
# The cards that represent each line of the list of components.
_SHOWN = {
    "vine-card": ("tee-side", "bridge-long", "crossing"),
    "castle-card": ("castle-sun", "castle-heron", "castle-rose", "castle-raven"),
    "spell-card": ("twist", "green-thumb", "chop"),
    "blank-card": ("blank", "blank"),
    "family-card": ("castle-raven", "chop", "castle-rose"),
}


def book_context(data: contract.Data, lang: str, options: Mapping[str, str]) -> contract.BookContext:
    """Return the context in one language and edition, from valid data."""
    kingdom, [game] = kingdom_from_data(data), data["game"]
    chosen = options.get("edition") or game["edition"]
    if chosen not in kingdom.editions:
        raise UserError(f'there is no edition "{chosen}"; {suggest(chosen, kingdom.editions)}')
    edition = kingdom.editions[chosen]
    term = glossary_terms(data, lang)
    spells = {spell.id: _spell(kingdom, spell.id, edition, lang) for spell in kingdom.spells.values()}
    entry = next(entry for entry in data["editions"] if entry["id"] == chosen)
    say = _tolerant(term)
    cards = _cards(data, kingdom, edition, lang, say)
    return contract.BookContext(
        name=game["name"][lang],
        context={
            "game": contract.game_texts(game, lang),
            "edition": {
                "id": chosen,
                "name": edition.name[lang],
                "components": [  # some languages keep the singular after a number
                    {"count": count, "name": term(name, count), "single": term(name)}
                    for name, count in count_components(data, entry)
                ],
            },
            "families": [{"id": family.id, "name": family.name[lang]} for family in kingdom.families.values()],
            "layouts": [
                {"id": layout.id, "players": list(layout.players), "rows": layout.rows, "cols": layout.cols}
                for layout in kingdom.layouts.values()
            ],
            "spells": list(spells.values()),
            "spell": partial(look_up, spells, "spell"),
            "t": term,
        },
        pictures={
            "card": cards,
            "cards": cards,
            "box": _box(cards, kingdom, count_components(data, entry), term, lang),
            "layout": {layout.id: _layout(data, kingdom, layout, lang, say) for layout in kingdom.layouts.values()},
        },
        cover=contract.Picture(partial(_cover, data, kingdom), game["name"][lang]),
        quotes={spell: (words["name"], words["text"]) for spell, words in spells.items()},
        facts=contract.Facts.of(game),
        foot=contract.Picture(_foot, game["name"][lang]),
    )


def _spell(kingdom: Kingdom, spell_id: str, edition: Edition, lang: str) -> dict[str, str]:
    spell = kingdom.spells[spell_id]
    text = spell.own_text(lang) or SpellTexts(kingdom.wording)(kingdom.steps(spell_id, edition.id), lang)
    return {"id": spell_id, "name": spell.name[lang], "text": text}


def _tolerant(term: Callable[..., str]) -> Callable[..., str]:
    """Return a function that keeps a missing term, as the templates that use it report it."""

    def say(name: str, count: int = 1) -> str:
        try:
            return term(name, count)
        except UserError:
            return name

    return say


def _cards(
    data: contract.Data, kingdom: Kingdom, edition: Edition, lang: str, term: Callable[..., str]
) -> dict[str, contract.Picture]:
    faces = faces_by_name(_COMPONENTS, data, contract.RenderOptions(lang, options={"edition": edition.id}))
    words = {card.id: (term("vine-card"), _vine_words(card.face, term)) for card in kingdom.vines.values()}
    words |= {f"castle-{family.id}": (term("castle"), family.name[lang]) for family in kingdom.families.values()}
    words |= {spell.id: (term("spell-card"), spell.name[lang]) for spell in kingdom.spells.values()}
    words |= {"blank": (term("blank-card"), "")}
    return {
        name: contract.Picture(
            partial(draw_face, faces, name),
            f"{colon(lang)} ".join(filter(None, words_of)),
            _capital(words_of[1] or words_of[0]),
            beside=True,
            scale=contract.CARD_SCALE,
        )
        for name, words_of in words.items()
    }


def _vine_words(face: Face, term: Callable[..., str]) -> str:
    """Describe the special features of a vine card, for readers who cannot see it."""
    kinds = {str(part.kind) for part in face.breaks}
    special = [
        *(["rope-bridge"] if face.bridges else []),
        *(["path-end"] if any(len(strand) == 1 for strand in face.vines) else []),
        *(["hole"] if "hole" in kinds else []),
        *(["block"] if "block" in kinds else []),
    ]
    return ", ".join(term(name) for name in special)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _box(
    cards: Mapping[str, contract.Picture],
    kingdom: Kingdom,
    components: Sequence[tuple[str, int]],
    term: Callable[..., str],
    lang: str,
) -> dict[str, contract.Picture]:
    """Draw a fan of cards for each line of the list of components, with its number."""
    names = {*kingdom.vines, *kingdom.spells, *(f"castle-{family}" for family in kingdom.families), "blank"}
    fans = {}
    for name, count in components:
        shown = [cards[card] for card in _SHOWN.get(name, ()) if card in names] or [cards[next(iter(kingdom.vines))]]
        words = f"{count} {term(name, 1 if lang in _SINGULAR else count)}"
        fans[name] = contract.Picture(partial(_fan, shown), words, words, beside=True)
    return fans


def _fan(cards: Sequence[contract.Picture]) -> Page:
    from cloudy_pnp.draw.kit.figures import fanned

    return fanned([card.draw() for card in cards])


def _foot() -> Page:
    """Draw evening clouds for the foot of every page."""
    from cloudy_pnp.draw.colour import Colour
    from cloudy_pnp.draw.kit.clouds import cloud_bank

    return cloud_bank("kingdom", [Colour.parse(text) for text in _FOOT])


def _cover(data: contract.Data, kingdom: Kingdom) -> Page:
    from cloudy_pnp.cloudy_kingdom.art.backs import cover_page
    from cloudy_pnp.cloudy_kingdom.present.components import style_of

    return cover_page(style_of(data), list(kingdom.families.values()))


def _layout(
    data: contract.Data, kingdom: Kingdom, layout: Layout, lang: str, term: Callable[..., str]
) -> contract.Picture:
    def draw() -> Page:
        from cloudy_pnp.cloudy_kingdom.art.board_picture import board_scene
        from cloudy_pnp.cloudy_kingdom.present.components import style_of

        board = Board.empty(layout.rows, layout.cols, layout.castles)
        return board_scene(board, kingdom, style_of(data), north=_NORTH.get(lang, "N"))

    word = term("layout")
    title = f"{layout.id} {word}" if lang in _LETTER_FIRST else f"{word[0].upper()}{word[1:]} {layout.id}"
    return contract.Picture(draw, title, title, f"{layout.rows} × {layout.cols}", scale=_LAYOUT)
