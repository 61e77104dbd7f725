"""`make bench`: the jobs people wait for, measured in one run, as one table.

A row is a ratio (to Typst, to an empty Python, of two builds), CPU seconds or memory. The last recorded values are next
to the new ones: `bench/history.csv` has a line for each row and commit, and a value that got worse by more than a fifth
is marked. `python -m bench.table --keep` records the new values. CPU time is measured, the best of several runs,
because the machine may be busy. Modules are compiled, as in an installed tool, whatever the environment says.
`make bench-all` has more jobs and takes longer.
"""

from __future__ import annotations

import csv
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from bench.bench_build import GAME, Bench
from bench.photos import write_project
from bench.processes import ROOT, peak

HISTORY = ROOT / "bench/history.csv"
WORSE = 1.2
PHOTO_SHEET = ("--only=sheets", "--sheet=cards-a4-duplex")


class Row(Struct, frozen=True):
    """A job, what it is measured in, the aim, and how."""

    name: str
    unit: str
    aim: float
    measure: Callable[[Bench], float]


def cpu(words: Sequence[str], rounds: int = 3, before: Callable[[], object] | None = None, **env: str) -> float:
    """Return the CPU seconds that a process takes with its children, the best of some runs."""
    best = float("inf")
    for _ in range(rounds):
        if before:
            before()
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        call = [sys.executable, *words]
        subprocess.run(call, cwd=ROOT, env={**os.environ, **env}, check=True, stdout=subprocess.DEVNULL)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime)
    return best


def changed_check(bench: Bench) -> float:
    """Check the shipped game after a change to one file."""
    vines = bench.root(54) / GAME / "vines.yaml"
    words = ["-m", "cloudy_pnp", "check", "--root", str(bench.root(54))]

    def change() -> None:
        with vines.open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    return cpu(words, 4, change) / cpu(["-c", "pass"], 12)


def x1a(bench: Bench) -> float:
    return cpu(["-m", *bench.build(54, "--lang=en", "--only=sheets", "--pdfx=1a")], 1, bench.empty)


def poker(bench: Bench) -> float:
    """Wall time, in turn: a busy moment of the machine slows both down."""
    jobs = {name: ["-m", "bench.draw", name, "1000", str(bench.folder / f"{name}.pdf")] for name in ("ours", "typst")}
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(5):
        for name, words in jobs.items():
            start = time.perf_counter()
            cpu(words, 1)
            best[name] = min(best[name], time.perf_counter() - start)
    return best["ours"] / best["typst"]


def photos(bench: Bench, *options: str) -> list[str]:
    """Return the words that build the cards with photos."""
    folder = bench.folder / "photos"
    if not folder.is_dir():
        write_project(folder)
    return ["cloudy_pnp", "build", "--root", str(folder), "--out", str(bench.folder / "out"), *options]


def photo_sheets(bench: Bench) -> float:
    words = ["-m", *photos(bench, *PHOTO_SHEET)]
    typst = ["-m", "bench.photos", "typst", str(bench.folder / "photos"), str(bench.folder / "photos.pdf")]
    return cpu(words, 2, bench.empty) / cpu(typst, 1)


def photo_memory(bench: Bench) -> float:
    bench.empty()
    return peak(photos(bench, *PHOTO_SHEET))


def photos_again(bench: Bench) -> float:
    return cpu(["-m", *photos(bench, *PHOTO_SHEET)], 4)


def photo_pictures(bench: Bench) -> float:
    return cpu(["-m", *photos(bench, "--only=png", "--dpi=300")], 1, bench.empty)


def second(bench: Bench) -> float:
    """Build again what has not changed. The ratio to the first build would punish a faster first build."""
    words = ["-m", *bench.build(54, "--lang=en", "--only=sheets", "--only=calibration", "--only=svg")]
    cpu(words, 1, bench.empty)
    return cpu(words, 5) / cpu(["-c", "pass"], 12)


def compiling(_: Bench) -> float:
    with tempfile.TemporaryDirectory() as cache:
        words = ["-m", "cloudy_pnp", "simulate", "--games=10", "--workers=1", "--players=random,random"]
        return cpu(words, 1, XDG_CACHE_HOME=cache, NUMBA_CACHE_DIR=cache)


def games(player: str, count: int) -> Callable[[Bench], float]:
    """Return games per second and core: the difference of a long and a short run, so that starting does not count."""

    def measure(_: Bench) -> float:
        def run(number: int) -> float:
            words = ["-m", "cloudy_pnp", "simulate", "--workers=1", f"--players={','.join([player] * 4)}"]
            return cpu([*words, f"--games={number}", "--spells=random"], 2)

        run(10)
        return (count - 10) / (run(count) - run(10))

    return measure


ROWS = (
    Row("check after one change, to python -c pass", "×", 15, changed_check),
    Row("PDF/X-1a of the deck in one language, CPU", "s", 20, x1a),
    Row("1,000 poker cards, wall time to Typst", "×", 0.9, poker),
    Row("200 cards with 1 MB photos to sheets, to Typst", "×", 0.54, photo_sheets),
    Row("200 cards with 1 MB photos to sheets, peak memory", "MiB", 60, photo_memory),
    Row("200 cards with 1 MB photos to sheets, second build", "s", 0.5, photos_again),
    Row("200 cards with 1 MB photos to PNG at 300 dpi, CPU", "s", 15, photo_pictures),
    Row("second build of one language's cards, to python -c pass", "×", 20, second),
    Row("simulator: first compile", "s", 25, compiling),
    Row("random games per second and core", "games (more is better)", 39_000, games("random", 60_000)),
    Row("greedy games per second and core", "games (more is better)", 2_900, games("greedy", 4_000)),
)


def commit() -> str:
    """The commit that is measured, marked where files have been changed since."""
    words = ["git", "-C", str(ROOT)]
    name = subprocess.run([*words, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run([*words, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=False)
    return (name.stdout.strip() or "unknown") + ("+" if changed.stdout.strip() else "")


def recorded() -> dict[str, float]:
    """The last recorded value of each row."""
    if not HISTORY.is_file():
        return {}
    with HISTORY.open(encoding="utf-8", newline="") as file:
        return {row["job"]: float(row["value"]) for row in csv.DictReader(file)}


def got_worse(row: Row, new: float, old: float) -> bool:
    """Return whether a value is worse than the last one by more than a fifth.

    >>> row = Row("", "games (more is better)", 1, lambda _: 1.0)
    >>> got_worse(row, 70, 100), got_worse(row, 90, 100), got_worse(Row("", "s", 1, row.measure), 130, 100)
    (True, False, True)
    """
    return old > new * WORSE if "more is better" in row.unit else new > old * WORSE


def main(words: Sequence[str]) -> int:
    """Measure the rows whose names match the words, or all. 1 where something got worse."""
    keep, wanted = "--keep" in words, [word for word in words if not word.startswith("--")]
    last, found, worse = recorded(), dict[str, float](), 0
    print(f"{'job':<57} {'now':>9} {'last':>9} {'aim':>9}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
        bench = Bench(Path(folder))
        for row in ROWS:
            if wanted and not any(re.search(word, row.name) for word in wanted):
                continue
            new, old = row.measure(bench), last.get(row.name)
            found[row.name] = new
            mark = " WORSE" if old is not None and got_worse(row, new, old) else ""
            worse += bool(mark)
            before = f"{old:9,.2f}" if old is not None else f"{'–':>9}"
            print(f"{row.name:<57} {new:9,.2f} {before} {row.aim:9,.2f} {row.unit}{mark}", flush=True)
    if keep:
        new_file = not HISTORY.is_file()
        with HISTORY.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            if new_file:
                writer.writerow(["commit", "job", "value"])
            writer.writerows([commit(), name, f"{new:.4g}"] for name, new in found.items())
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
