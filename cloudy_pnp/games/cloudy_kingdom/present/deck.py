"""What the rest of the tool prints of this game: the deck in a language, and boards as pictures."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Page, Symbol
from cloudy_pnp.games.cloudy_kingdom.art.board_picture import board_scene
from cloudy_pnp.games.cloudy_kingdom.art.colour_check import family_findings, style_findings
from cloudy_pnp.games.cloudy_kingdom.art.deck import Wording, deck_findings, deck_pictures, gallery
from cloudy_pnp.games.cloudy_kingdom.art.style import Style, style_from_data
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom, kingdom_from_data
from cloudy_pnp.games.cloudy_kingdom.model.steps import Step
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, connected
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.games.cloudy_kingdom.scenarios.board import BoardResult
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import ReplayResult
from cloudy_pnp.games.cloudy_kingdom.scenarios.replay import GameStory
from cloudy_pnp.games.cloudy_kingdom.wording.compose import spell_text
from cloudy_pnp.games.contract import Data, Deck, DeckWish, Judged, Sketch


def deck(data: Data, wish: DeckWish) -> Deck:
    """The deck of an edition, from sound data."""
    kingdom, [game] = kingdom_from_data(data), data["game"]
    edition = wish.edition or game["edition"]
    if edition not in kingdom.editions:
        raise UserError(f'there is no edition "{edition}"; {meant(edition, kingdom.editions)}')
    style = style_of(data)
    if wish.size is not None:
        style = style.sized(*wish.size)
    words = _longer if wish.pseudo else spell_text
    only = wish.cards
    findings = [*deck_findings(kingdom, style, wish.lang, edition, wording=words)]
    findings += family_findings(kingdom.families.values())
    findings += style_findings(style, kingdom.families.values())
    findings = [(card, finding) for card, finding in findings if only is None or card in only]
    saving = wish.ink_saving
    pictures = deck_pictures(kingdom, style, wish.lang, edition, ink_saving=saving, wording=words, only=only)
    faces = faces_by_card(kingdom, style.saving_ink() if saving else style, wish.lang, edition, words, only)
    size = (style.frame.width, style.frame.height)
    return Deck(game["name"][wish.lang], size, list(pictures), faces, findings)


def style_of(data: Data) -> Style:
    """How the game's cards look."""
    if not data.get("style"):
        raise UserError("the game has no style: add a file with the key style")
    return style_from_data(data["style"][0])


def faces_by_card(
    kingdom: Kingdom,
    style: Style,
    lang: str,
    edition: str,
    wording: Wording = spell_text,
    only: Collection[str] | None = None,
) -> dict[str, Symbol]:
    """Every face, or those that show one of some ids, by the name of its file."""
    sketches = gallery(kingdom, style, lang, edition, wording=wording)
    return {sketch.name: sketch.draw()[0] for sketch in sketches if only is None or sketch.entry in only}


def sketches(data: Data, lang: str) -> list[Sketch]:
    """Every face of the game's own edition. Where the data has errors, what is left of it may be too little to draw
    anything; a text that is missing in the language leaves out its card.
    """
    edition = data["game"][0]["edition"] if data.get("game") else ""
    kingdom = kingdom_from_data(data)
    if not data.get("style") or edition not in kingdom.editions or not kingdom.families:
        return []
    return list(gallery(kingdom, style_of(data), lang, edition))


def _longer(steps: Sequence[Step], lang: str) -> str:
    return pseudo(spell_text(steps, lang))


def board_page(data: Data, judged: Judged) -> Page | None:
    """The board of a scenario, or at the end of a game, as a picture with its routes highlighted."""
    match judged:
        case BoardResult(board=Board() as board):
            pass
        case GameStory(result=ReplayResult(final=GameState(board=board))):
            pass
        case _:
            return None
    return board_scene(board, kingdom_from_data(data), style_of(data), routes=connected(board))
