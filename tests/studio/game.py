"""A copy of the shipped game that tests may break."""

from __future__ import annotations

import shutil
from pathlib import Path

from cli.command import REPOSITORY

GAME = "cloudy-kingdom"


class GameFolder:
    """A root with a copy of the game, and ways to save its files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = Path(shutil.copytree(REPOSITORY / "cards" / GAME, root / "cards" / GAME))
        shutil.rmtree(self.folder / "boards")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new))
