"""Part of `make audit`: a disk that is full, or fails, at any moment leaves every file whole, and the next call does
the rest. What the system answers is changed by strace; without it nothing is tried.

Each kind of call that changes something below the project fails once at each of a few places.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULTS = {"write": "ENOSPC", "fsync": "EIO", "rename": "EIO", "openat": "EIO", "mkdir": "ENOSPC"}
OPENED_TO_WRITE = ("O_CREAT", "O_WRONLY", "O_RDWR")
PLACES = 6  # of each kind of call
Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Trial:
    """One command, in a copy of a project."""

    def __init__(self, place: Path, start: Path, words: Sequence[str]) -> None:
        self.start, self.work, self.cache, self.warm = start, place / "work", place / "cache", place / "warm"
        self.words = words
        self.call = [sys.executable, "-m", "cloudy_pnp", *words, "--root", str(self.work)]
        self.env = {**os.environ, "PYTHONPATH": str(place / "frozen"), "XDG_CACHE_HOME": str(self.cache)}
        shutil.rmtree(self.warm, ignore_errors=True)
        self.warm.mkdir()
        self.afresh()
        assert self.run().returncode == 0
        self.new = tree(self.work)
        shutil.copytree(self.cache, self.warm, dirs_exist_ok=True)

    def afresh(self) -> None:
        """The project as it was, and a cache that knows it."""
        for folder in (self.work, self.cache):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.start, self.work)
        shutil.copytree(self.warm, self.cache)

    def run(self, *before: str) -> subprocess.CompletedProcess[str]:
        """Call the command, perhaps under strace."""
        return subprocess.run([*before, *self.call], env=self.env, capture_output=True, text=True, check=False)

    def places(self, call: str) -> list[int]:
        """Which calls of a kind change something in the project: a few of them, by their numbers."""
        self.afresh()
        log = self.cache.with_name("log")
        self.run("strace", "-f", "-qq", "-y", "-e", f"trace={call}", "-o", str(log))
        found = [
            number
            for number, line in enumerate(log.read_text(errors="replace").splitlines(), 1)
            if str(self.work) in line and (call != "openat" or any(flag in line for flag in OPENED_TO_WRITE))
        ]
        return found[:: max(1, len(found) // PLACES)]

    def fault(self, call: str, number: int) -> list[str]:
        """What is wrong after one call has failed."""
        self.afresh()
        inject = f"inject={call}:error={FAULTS[call]}:when={number}"
        done = self.run("strace", "-f", "-qq", "-e", f"trace={call}", "-e", inject, "-o", os.devnull)
        old, left = tree(self.start), tree(self.work)
        wrong = [f"{name} is torn" for name, text in left.items() if text not in (old.get(name), self.new.get(name))]
        if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
            wrong.append(f"exit code {done.returncode}: {done.stderr[-200:]}")
        again = self.run()
        if tree(self.work) != self.new and not (self.words[0] == "new" and again.returncode == 2):
            wrong.append("the next call has not done the rest")
        return wrong


def main() -> int:
    """Whether everything was whole, as an exit code."""
    if shutil.which("strace") is None:
        print("there is no strace: faults of the disk are NOT tried")
        return 2
    tried = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("cloudy_pnp", "cards", "templates", "schema"):  # nobody has to stop working meanwhile
            shutil.copytree(ROOT / name, place / "frozen" / name)
        deck, kingdom, table = place / "deck", place / "kingdom", place / "x.csv"
        program = [sys.executable, "-m", "cloudy_pnp"]
        shutil.copytree(ROOT / "cards/cloudy-kingdom", kingdom / "cards/cloudy-kingdom")
        subprocess.run([*program, "init", deck, "--empty"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        po = place / "de.po"
        for words in (["table", "export", "vines", str(table)], ["i18n", "export", "de", str(po)]):
            words += ["--root", str(kingdom)]
            subprocess.run([*program, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        po.write_text(
            po.read_text("utf-8")
            .replace('msgstr "', 'msgstr "z', 9)
            .replace('"zz', '"z')
            .replace('msgstr "z"', 'msgstr ""', 1)
        )
        table.write_text(table.read_text("utf-8-sig").replace(",1,", ",2,", 2))
        for start, command in (
            (deck, ["build", "--only=svg", "--lang=en"]),
            (kingdom, ["table", "import", str(table), "vines"]),
            (kingdom, ["new", "vine", "Long Ladder", "--vines", "n-s, e", "--count", "2"]),
            (deck, ["export", "card-list", "--lang=en"]),
            (kingdom, ["i18n", "import", str(po)]),
        ):
            trial = Trial(place, start, command)
            for call in FAULTS:
                for number in trial.places(call):
                    tried += 1
                    for wrong in trial.fault(call, number):
                        bad += 1
                        print(f"{command[0]}: {call} {number}: {wrong}")
    print(f"{tried} faults of the disk, {bad} of them left something wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
