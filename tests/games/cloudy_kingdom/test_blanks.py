"""Blank spells, stickers and the page of steps: whole in every language, and readable."""

from __future__ import annotations

import pytest
from games.cloudy_kingdom.art.studio import shipped

from cloudy_pnp.cloudy_kingdom.model.steps import STEPS
from cloudy_pnp.cloudy_kingdom.present.blanks import blanks, step_examples
from cloudy_pnp.game.contract import PrintSet, RenderOptions
from cloudy_pnp.workspace.drawn import DrawnSet


def printed(lang: str) -> PrintSet:
    data = shipped()
    return blanks({**data, "game": [data["game"]], "style": [data["style"]]}, RenderOptions(lang))


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu"])
def test_every_language_has_cards_stickers_and_a_page_that_fits(lang: str) -> None:
    found = printed(lang)
    assert found.name
    names = [component.id for component in found.components]
    assert names[:5] == ["steps", "raven-blank", "rose-blank", "heron-blank", "sun-blank"]
    deck = DrawnSet(found)
    page = deck.piece(found.components[0], 1)
    assert page.front.items
    assert deck.findings() == []


def test_there_is_a_sticker_for_every_step() -> None:
    named = {name for names, _ in step_examples() for name in names}
    assert named == set(STEPS)
    icons = [component.front(1).draw().symbol.items for component in printed("en").components[5:]]
    assert len(icons) == sum(1 for _ in step_examples()) - 1  # say has the lines of the card
    assert all(one != other for index, one in enumerate(icons) for other in icons[:index])


def test_a_language_without_wording_has_no_page_of_steps() -> None:
    assert "steps" not in [component.id for component in printed("nl").components]
