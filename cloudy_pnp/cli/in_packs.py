"""Advice for a command that names a card which only a pack next to the game has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cloudy_pnp.workspace.home import Home


def pack_advice(home: Home, packs: Sequence[Path], *messages: str) -> str:
    """Return the advice, if something that the messages quote is in a pack; otherwise an empty text."""
    from cloudy_pnp.workspace.load import load

    names = {name for message in messages for name in re.findall(r'"([^"]*)"', message)}
    for folder in home.packs if names and home.is_own and not packs else ():
        if any(names & set(pack.ids) for pack in load(home, [folder]).packs):
            return f"It is in a pack: add --pack {folder.name}"
    return ""
