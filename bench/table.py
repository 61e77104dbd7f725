"""`make bench`: what was promised about speed, measured on the same job in one run, as one table.

A row is a ratio (to raw reportlab, to Typst, to an empty Python), or what does not depend on much else (memory). The
last recorded values are next to the new ones: `bench/history.csv` has a line for each row and commit, and what got
worse by more than a fifth is marked. `python -m bench.table --keep` records what it measures. Processor time is
measured, the best of some runs: other people use the machine too. Modules are compiled, as they are where the tool is
installed, whatever the environment says. `make bench-all` has more jobs and takes longer.
"""

from __future__ import annotations

import csv
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.bench_build import Bench
from bench.processes import ROOT, Cost, peak

HISTORY = ROOT / "bench/history.csv"
WORSE = 1.2
SHEET = ("--only=sheets", "--sheet=cards-a4-duplex", "--lang=en")


@dataclass(frozen=True, slots=True)
class Row:
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


def cold_check(_: Bench) -> float:
    tool = ["-m", "cloudy_pnp", "check", "--root", str(ROOT)]
    return cpu(tool, 6) / cpu(["-c", "pass"], 12)


def changed_check(_: Bench) -> float:
    """As after a change: what is asked for in this format is not remembered as a whole, only the single verdicts."""
    tool = ["-m", "cloudy_pnp", "check", "--root", str(ROOT), "--format=github"]
    return cpu(tool, 4) / cpu(["-c", "pass"], 12)


def poker(other: str) -> Callable[[Bench], float]:
    def measure(bench: Bench) -> float:
        ours, theirs = (
            cpu(["-m", "bench.draw", name, "1000", str(bench.folder / f"{name}.pdf")]) for name in ("ours", other)
        )
        return ours / theirs

    return measure


def vines(bench: Bench) -> float:
    raw = ["-m", "bench.replay", "draw", str(bench.recording(54)), str(bench.raw(54))]
    ours = ["-m", *bench.build(54, *SHEET, *bench.vines())]
    return cpu(ours, 4, bench.empty) / cpu(raw, 4)


def many(bench: Bench) -> Cost:
    """Return what 10,000 individually drawn vine cards take: one run, for two rows."""
    if 10_000 not in bench.costs:
        bench.empty()
        words = bench.build(10_000, *SHEET, *bench.vines())
        clock, start = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        memory = peak(words)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
        bench.costs[10_000] = Cost(time.perf_counter() - clock, used, memory)
    return bench.costs[10_000]


def many_seconds(bench: Bench) -> float:
    raw = ["-m", "bench.replay", "draw", str(bench.recording(10_000)), str(bench.raw(10_000))]
    return many(bench).cpu / cpu(raw, 1)


def second(bench: Bench) -> float:
    words = ["-m", *bench.build(54, "--lang=en", "--only=sheets", "--only=calibration", "--only=svg")]
    return cpu(words, 2, bench.empty) / cpu(words, 3)


def books(bench: Bench) -> float:
    """Without fonts and verdicts from before; the second time modules are compiled."""
    out, cache = bench.folder / "books", bench.folder / "cache"

    def fresh() -> None:
        for folder in (out, cache):
            shutil.rmtree(folder, ignore_errors=True)

    words = ["-m", "cloudy_pnp", "build", "--only=rulebook", "--out", str(out)]
    return cpu(words, 2, fresh, XDG_CACHE_HOME=str(cache))


def key(_: Bench) -> float:
    """From a changed text to its pictures, in milliseconds of the server's processor."""
    done = subprocess.run([sys.executable, "-m", "bench.key"], cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


def cores(bench: Bench) -> float:
    """Wall time of the whole output in one language, on two cores to one; only on a machine that has two for us."""
    words = [sys.executable, "-m", *bench.build(54, "--lang=en")]

    def seconds(some: set[int]) -> float:
        best = float("inf")
        for _ in range(3):
            bench.empty()
            start = time.perf_counter()
            used = partial(os.sched_setaffinity, 0, some)
            subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, preexec_fn=used)
            best = min(best, time.perf_counter() - start)
        return best

    there = sorted(os.sched_getaffinity(0))
    return seconds(set(there[:2])) / seconds(set(there[:1]))


def compiling(_: Bench) -> float:
    with tempfile.TemporaryDirectory() as cache:
        words = ["-m", "cloudy_pnp", "simulate", "--games=10", "--workers=1", "--players=random,random"]
        return cpu(words, 1, XDG_CACHE_HOME=cache, NUMBA_CACHE_DIR=cache)


def games(player: str, count: int) -> Callable[[Bench], float]:
    """Games a second and core: the difference of a long and a short run, so that starting does not count."""

    def measure(_: Bench) -> float:
        def run(number: int) -> float:
            words = ["-m", "cloudy_pnp", "simulate", "--workers=1", f"--players={','.join([player] * 4)}"]
            return cpu([*words, f"--games={number}", "--spells=random"], 2)

        run(10)
        return (count - 10) / (run(count) - run(10))

    return measure


def studio(what: str) -> Callable[[Bench], float]:
    """In a real browser, by its own clock; nothing where there is none."""

    def measure(_: Bench) -> float:
        sys.path.insert(0, str(ROOT / "tests"))  # where the browser of the tests is
        from studio.browser import CHROMIUM

        from bench.bench_play import best_move
        from bench.bench_studio import best_gallery, best_key

        with tempfile.TemporaryDirectory() as folder:
            works = {"key": best_key, "gallery": best_gallery, "move": best_move}
            return works[what](Path(folder)) if CHROMIUM else float("nan")

    return measure


ROWS = (
    Row("cold check of the shipped game, to python -c pass", "×", 8, cold_check),
    Row("the same after a change", "×", 15, changed_check),
    Row("1,000 poker cards with text, to Typst (processor)", "×", 0.7, poker("typst")),
    Row("1,000 poker cards with text, to raw reportlab", "×", 1.5, poker("reportlab")),
    Row("54 vine cards on one kind of sheet, to raw reportlab", "×", 1.5, vines),
    Row("10,000 vine cards, peak memory", "MiB", 120, lambda bench: many(bench).memory),
    Row("10,000 vine cards on one kind of sheet, to raw reportlab", "×", 1, many_seconds),
    Row("first build of one language's cards, to the second", "× (more is better)", 12, second),
    Row("four rulebooks, cold", "s", 8, books),
    Row("a key to the changed picture of a face, on the server", "ms", 40, key),
    Row("everything in one language, two cores to one (wall)", "×", 0.7, cores),
    Row("simulator: first compile", "s", 25, compiling),
    Row("random games a second and core", "games (more is better)", 40_000, games("random", 60_000)),
    Row("greedy games a second and core", "games (more is better)", 3_500, games("greedy", 4_000)),
    Row("studio: from a key to problems and four pictures", "ms", 40, studio("key")),
    Row("studio: first picture of a gallery of 1,000 cards", "s", 2, studio("gallery")),
    Row("studio: from a click to the move on the board", "ms", 150, studio("move")),
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
