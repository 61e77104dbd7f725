"""`python -m bench.key`: milliseconds of a processor from a changed text on the desk to its face in all languages."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from pathlib import Path

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.home import home_of

GAME, FILE, CARD = "cloudy-kingdom", "cards/cloudy-kingdom/vines.yaml", "vines/stem"
ROUNDS = 30


def main() -> None:
    """Type: the ways of a vine card are changed again and again, and its face is redrawn each time."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(shipped_root() / "cards" / GAME, root / "cards" / GAME)
        desk, text = Desk(Project(home_of(GAME, root))), (root / FILE).read_text("utf-8")
        ways = [f"[[{first}, {second}]]" for first in "nesw" for second in "nesw" if first != second]
        best = float("inf")
        for number in range(ROUNDS):
            typed = re.sub(
                r"(- id: stem\n +count: )\d+(\n +vines: ).*", rf"\g<1>{number + 1}\g<2>{ways[number % 12]}", text
            )
            assert typed != text or number
            start = time.process_time()
            looked = desk.look(FILE, typed, CARD)
            best = min(best, time.process_time() - start)
            assert looked.faces
            desk._pictures.clear()  # every face is a new one, as it is while an author types
    print(f"{best * 1000:.1f}")


if __name__ == "__main__":
    main()
