"""One browser, one game and one server for the tests of a file; a file may have a `game` of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from studio.browser import chromium
from studio.game import GameFolder, Served, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> GameFolder:
    return GameFolder(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def running(game: GameFolder) -> Iterator[Served]:
    with served(game) as made:
        yield made
