"""Part of `make audit`: a disk that is full, or fails, at any moment leaves every file whole, and the next call does
the rest. What the system answers is changed by strace; without it nothing is tried.

Each kind of call that changes something below the project fails once at each of a few places.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULTS = {"write": "ENOSPC", "fsync": "EIO", "rename": "EIO", "openat": "EIO", "mkdir": "ENOSPC"}
OPENED_TO_WRITE = ("O_CREAT", "O_WRONLY", "O_RDWR")
PLACES = 6  # of each kind of call
WORKERS = 2  # commands that are tried side by side
_CALL = re.compile(r"(\d+)\s+(\w+)\(")  # a thread begins a call
Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Trial:
    """One command, in a copy of a project."""

    def __init__(self, place: Path, start: Path, words: Sequence[str], frozen: Path) -> None:
        self.start, self.work, self.cache, self.warm = start, place / "work", place / "cache", place / "warm"
        self.log = place / "log"
        self.words = words
        self.call = [sys.executable, "-m", "cloudy_pnp", *words, "--root", str(self.work)]
        self.env = {**os.environ, "PYTHONPATH": str(frozen), "XDG_CACHE_HOME": str(self.cache)}
        self.warm.mkdir(parents=True)
        self.afresh()
        assert self.run().returncode == 0
        self.old, self.new = tree(start), tree(self.work)
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

    def traced(self, calls: str, *more: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        """Call the command under strace, which stops it at these calls only: the result, and a line for each."""
        done = self.run(
            "strace", "-f", "--seccomp-bpf", "-qq", "-y", "-e", f"trace={calls}", *more, "-o", str(self.log)
        )
        return done, self.log.read_text(errors="replace").splitlines()

    def places(self) -> list[tuple[str, int]]:
        """Return the calls that change something in the project: a few of each kind, by their numbers in a thread."""
        self.afresh()
        seen: Counter[tuple[str, str]] = Counter()
        found: dict[str, list[int]] = {call: [] for call in FAULTS}
        for line in self.traced(",".join(FAULTS))[1]:
            begun = _CALL.match(line)
            if begun is None:  # the end of one that was interrupted by another thread's
                continue
            thread, call = begun.groups()
            seen[thread, call] += 1
            if self._is_ours(call, line):
                found[call].append(seen[thread, call])
        return [(call, number) for call, all_ in found.items() for number in all_[:: max(1, len(all_) // PLACES)]]

    def _is_ours(self, call: str, line: str) -> bool:
        return str(self.work) in line and (call != "openat" or any(flag in line for flag in OPENED_TO_WRITE))

    def fault(self, call: str, number: int) -> list[str]:
        """Return what is wrong after one call has failed."""
        self.afresh()
        done, log = self.traced(call, "-e", f"inject={call}:error={FAULTS[call]}:when={number}")
        left = tree(self.work)
        wrong = [
            f"{name} is torn" for name, text in left.items() if text not in (self.old.get(name), self.new.get(name))
        ]
        failed = [line for line in log if "(INJECTED)" in line]
        if not any(" resumed>" in line or self._is_ours(call, line) for line in failed):
            wrong.append("the call was not there any more: nothing has failed")
        if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
            wrong.append(f"exit code {done.returncode}: {done.stderr[-200:]}")
        again = self.run()
        if tree(self.work) != self.new and not (self.words[0] == "new" and again.returncode == 2):
            wrong.append("the next call has not done the rest")
        return wrong


def tried(trial: Trial) -> tuple[int, int]:
    """Return how many faults of a command were tried, and how many left something wrong."""
    places = trial.places()
    bad = 0
    for call, number in places:
        for wrong in trial.fault(call, number):
            bad += 1
            print(f"{trial.words[0]}: {call} {number}: {wrong}", flush=True)
    return len(places), bad


def main() -> int:
    """Return whether everything was whole, as an exit code."""
    if shutil.which("strace") is None:
        print("there is no strace: faults of the disk are NOT tried")
        return 2
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
        commands = (
            (deck, ["build", "--only=svg", "--lang=en"]),
            (kingdom, ["new", "vine", "Long Ladder", "--vines", "n-s, e", "--count", "2"]),
            (deck, ["export", "card-list", "--lang=en"]),
            (kingdom, ["i18n", "import", str(po)]),
            (kingdom, ["table", "import", str(table), "vines"]),
        )
        trials = [
            Trial(place / str(number), start, words, place / "frozen") for number, (start, words) in enumerate(commands)
        ]
        with ThreadPoolExecutor(WORKERS) as workers:
            counts = list(workers.map(tried, trials))
    faults, bad = map(sum, zip(*counts, strict=True))
    print(f"{faults} faults of the disk, {bad} of them left something wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
