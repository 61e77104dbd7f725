"""One browser, one game and one server for the tests of a file; a file may have its own `game`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from studio.game import GameFolder, Served, served

if TYPE_CHECKING:  # most tests of the studio need no browser, and importing one takes long
    from playwright.sync_api import Browser

    from studio.browser import Profile


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from studio.browser import chromium

    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def profile(browser: Browser) -> Profile:
    from studio.browser import Profile

    return Profile(browser)


@pytest.fixture
def context(profile: Profile) -> Iterator[Profile]:
    """A browser that has never been here."""
    yield profile
    profile.forget()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameFolder:
    return GameFolder(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def running(game: GameFolder) -> Iterator[Served]:
    with served(game) as made:
        yield made
