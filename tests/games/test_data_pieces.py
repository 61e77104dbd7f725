"""Pieces of data-only games: tuck boxes that fit the deck, bleeds of their own, a lone piece in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.draw.kit import nets
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.export.paper import Paper
from cloudy_pnp.export.sheets.tiles import nested_pages, tiled_pages
from cloudy_pnp.game.contract import Component, ComponentKind, RenderOptions
from cloudy_pnp.game.data_game.definition import definition_of
from cloudy_pnp.game.data_game.printing import components
from cloudy_pnp.workspace.drawn import Piece

A4 = Paper("a4", 210, 297)


def _box(settings: str, count: int = 60) -> Component | None:
    kinds = "kinds: {cards: {layout: face, fields: {}}}"
    text = f"game: {{id: x, name: {{en: Lake}}, languages: [en], {settings} {kinds}}}"
    source = parse_source(text.encode(), "game.yaml")
    layout = {"id": "face", "size": [60, 90], "boxes": [{"rectangle": {"at": "bleed", "fill": "#336699"}}]}
    data: dict[str, Any] = {
        "game": [source.documents[0]["game"]],
        "cards": [{"id": "a", "count": count}],
        "layout": [layout],
    }
    printed = components(definition_of("x", source), [Path()], data, RenderOptions("en"))
    return next((part for part in printed.components if part.kind is ComponentKind.BOX), None)


@pytest.mark.parametrize(
    ("settings", "width", "depth"),
    [
        ("box: {},", 61.6, 20.2),
        ("box: {cards: paper},", 61.6, 13.6),
        ("box: {cards: glued, sleeves: true},", 65.6, 35.8),
    ],
)
def test_a_box_fits_the_deck_however_it_is_made(settings: str, width: float, depth: float) -> None:
    box = _box(settings)
    assert box is not None
    assert box.size[0] == pytest.approx(nets.GLUE + 2 * width + 2 * depth)
    face = box.front(1).draw()
    assert (face.findings, face.symbol.bounds.width > box.size[0]) == ((), True)


def test_there_is_a_box_only_where_the_game_asks_for_one() -> None:
    assert _box("") is None
    thin = _box("box: {},", count=2)
    assert thin is not None
    assert thin.front(1).draw().findings == ()


def _piece(size: tuple[float, float], bleed: float) -> Piece:
    return Piece("a", 1, Symbol("a", (), Rect(0, 0, *size).inset(-bleed)), None, size)


def test_a_board_is_printed_with_its_own_bleed() -> None:
    for bleed in (0.0, 5.0):
        [page] = tiled_pages(_piece((150, 200), bleed), A4, "x", "{number}")
        assert page.bleed is not None and page.trim is not None
        assert page.trim.x - page.bleed.x == pytest.approx(bleed)


def test_a_piece_alone_on_its_page_is_in_the_middle() -> None:
    [(_, [pad])] = nested_pages([_piece((120, 180), 0)], A4, "x", "{number}")
    assert pad.cut.centre.x == pytest.approx((210 - 10) / 2)
    [(_, tokens)] = nested_pages([_piece((20, 20), 0)] * 2, A4, "x", "{number}")
    assert tokens[0].cut.x == pytest.approx(1.5)
