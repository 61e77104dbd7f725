"""Print the modules that one command enters, and the pairs of modules that call each other: `tools/walk.py check`.

Each call from one module of the package into another one is an edge. Where two modules call each other, a reader goes
back and forth between them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from types import FrameType

PACKAGE = Path(__file__).parents[1] / "cloudy_pnp"
COMMANDS = {
    "check": ["check", "--no-render"],
    "build": ["build", "--lang", "en", "--only", "sheets", "--sheet", "cards-a4-duplex"],
}


class Walk:
    """The modules entered so far, and the calls between them."""

    def __init__(self) -> None:
        self.modules: dict[str, str] = {}  # by file
        self.edges: set[tuple[str, str]] = set()

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call; code that runs while a module is imported is none."""
        if event != "call" or frame.f_code.co_name == "<module>" or not (own := self.name(frame)):
            return
        caller = frame.f_back
        while caller is not None and not self.name(caller):  # a library calls back
            caller = caller.f_back
        other = self.name(caller) if caller is not None and caller.f_code.co_name != "<module>" else ""
        self.modules[own] = own
        if other and other != own:
            self.edges.add((other, own))

    def name(self, frame: FrameType) -> str:
        """Return the module of a frame; empty outside the package."""
        path = frame.f_code.co_filename
        return path.removeprefix(f"{PACKAGE}/") if path.startswith(f"{PACKAGE}/") else ""


def main(command: str, *options: str) -> None:
    """Run a command without a cache, and print its walk."""
    import os

    from cloudy_pnp.cli.main import main as run

    walk = Walk()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        sys.argv = ["cloudy-pnp", *COMMANDS[command], *options]
        if command == "build":
            sys.argv += ["--out", folder]
        sys.setprofile(walk.note)
        try:
            run()
        except SystemExit:
            pass
        finally:
            sys.setprofile(None)
    mutual = sorted(pair for pair in walk.edges if pair[0] < pair[1] and pair[::-1] in walk.edges)
    print(f"{len(walk.modules)} modules, {len(walk.edges)} edges, {len(mutual)} mutual pairs")
    for one, other in mutual:
        print(f"  {one} <-> {other}")


if __name__ == "__main__":
    main(*sys.argv[1:])
