"""Whoever names a card that only a pack beside the game has is told how to take the pack in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cloudy_pnp.workspace.home import Home


def pack_advice(home: Home, packs: Sequence[Path], *messages: str) -> str:
    """The sentence that helps, if something that the messages quote is in a pack; else an empty one."""
    from cloudy_pnp.workspace.load import load

    names = {name for message in messages for name in re.findall(r'"([^"]*)"', message)}
    for folder in home.packs if names and home.is_own and not packs else ():
        if any(names & set(pack.ids) for pack in load(home, [folder]).packs):
            return f"It is in a pack: add --pack {folder.name}"
    return ""
