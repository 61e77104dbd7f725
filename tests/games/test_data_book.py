"""The rulebook of a data-only game: a composed cover, round tokens that are round, the contents of the box."""

from __future__ import annotations

from cloudy_pnp.draw.scene import Group
from cloudy_pnp.game.contract import BookContext
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load, sound_part


def _book() -> BookContext:
    loaded = load(home_of("harbour-lights"))
    assert loaded.game.book is not None
    return loaded.game.book.context.load()(sound_part(loaded).data, "en", {})


def test_a_round_token_is_shown_round() -> None:
    pictures = _book().pictures["card"]
    [token] = pictures["amber-light"].draw().items
    assert isinstance(token, Group) and token.clip is not None
    assert len(token.clip.segments) > 4
    assert not any(isinstance(item, Group) and item.clip for item in pictures["white-gull"].draw().items)


def test_the_cover_shows_cards_and_pieces_with_the_facts_of_the_box() -> None:
    book = _book()
    assert not isinstance(book.cover, str)
    page = book.cover.draw()
    fan, *pieces = page.items
    assert isinstance(fan, Group) and len(fan.items) == 3
    assert len(pieces) == 3
    assert (book.facts.players, book.facts.minutes) == ("2–4", "20–30")


def test_the_contents_of_the_box_are_counted() -> None:
    assert _book().context["contents"] == [
        {"count": 12, "name": "Ships"},
        {"count": 12, "name": "Orders"},
        {"count": 24, "name": "Lights"},
    ]
