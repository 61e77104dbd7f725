"""Write docs/tutorials/first-hour.md: what a newcomer sees.

Run by `make docs`; a test plays the same hour and compares.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

HEAD = """# The first hour

This is a real session: a test runs every command and compares every line. It starts in an empty
folder, after `source .venv/bin/activate` (or with the wheel installed).
"""
Step = str | tuple[str, str] | Callable[[], str]


def say(words: str) -> Callable[[], str]:
    """A paragraph."""
    return lambda: f"\n{words}\n"


def write(name: str, text: str, begin: str = "") -> Callable[[], str]:
    """A new file."""

    def do() -> str:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")
        return f"\n{begin}`{name}`\n```yaml\n{text}```\n"

    return do


def change(name: str, old: str, new: str) -> Callable[[], str]:
    """A change in a file."""

    def do() -> str:
        text = Path(name).read_text("utf-8")
        assert old in text, f"{name} has no {old}"  # noqa: S101 - a script of ours, on our own files
        Path(name).write_text(text.replace(old, new, 1), "utf-8")
        return f"\nIn `{name}`, `{old}` becomes `{new}`.\n"

    return do


HOUR: list[Step] = [
    say("## A copy of the game"),
    "cloudy-pnp init my-kingdom",
    "cd my-kingdom",
    "cloudy-pnp check",
    "cloudy-pnp list spells",
    say("## Changing a count\n\nThe first thing a designer does: add or remove a copy of a card."),
    change("cards/cloudy-kingdom/vines.yaml", "count: 6", "count: 9"),
    "cloudy-pnp check",
    say("## Adding a vine card"),
    'cloudy-pnp new vine "Long Ladder" --vines "n-s, e" --count 2 --yes',
    say("## Adding a spell, with a typo"),
    write(
        "packs/my-pack/spells/hook.yaml",
        "spells:\n  - id: hook\n    name: {en: Hook, de: Haken, fr: Crochet, hu: Horog}\n    effect:\n      - draw 3\n"
        "      - play: {from: drawn, count: 1, where: growth}\n      - discard: {from: drawn}\n",
    ),
    "cloudy-pnp check",
    "cloudy-pnp explain SCHEMA-TYPE",
    change("packs/my-pack/spells/hook.yaml", "draw 3", "draw: 3"),
    "cloudy-pnp check",
    say(
        "The last line counts what the other languages lack: here the name of the pack, `My Pack` in `pack.yaml`. It "
        "is printed in\nEnglish until you add `de: …` there. `cloudy-pnp i18n status` counts these texts per file."
    ),
    say("## A spell without steps\n\nA spell may be text only: it is printed, and players carry it out."),
    write(
        "packs/my-pack/spells/staring-match.yaml",
        "spells:\n  - id: staring-match\n"
        "    name: {en: Staring Match, de: Wettstarren, fr: Duel de regards, hu: Farkasszem}\n"
        "    effect: manual\n    text:\n"
        "      en: Have a staring match with another player. Whoever blinks first misses a turn.\n"
        "      de: Starre mit einer anderen Person um die Wette. Wer zuerst blinzelt, setzt einen Zug aus.\n"
        "      fr: Défiez du regard un autre joueur. Le premier qui cligne des yeux passe un tour.\n"
        "      hu: Nézz farkasszemet egy másik játékossal. Aki előbb pislog, kimarad egy körből.\n",
    ),
    "cloudy-pnp show staring-match",
    say(
        "## Printing\n\nThe id of a spell selects all its printed cards, one per family; a pack is printed by its name."
    ),
    "cloudy-pnp build --card twist --lang en --only sheets --sheet cards-a4-duplex",
    "cloudy-pnp build --pack my-pack --lang en --only sheets --sheet cards-a4-duplex",
]


def told() -> str:
    """The hour, played in an empty folder."""
    from cloudy_pnp.cli.main import main

    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        return HEAD + "".join(_told(step, main) for step in HOUR)


def _told(step: Step, main: Callable[[list[str]], None]) -> str:
    if callable(step):
        return step()
    line = str(step)
    if line.startswith("cd "):
        import os

        os.chdir(line.removeprefix("cd "))
        return f"\n```console\n$ {line}\n```\n"
    return f"\n```console\n$ {line}\n{''.join(_printed(shlex.split(line)[1:], main))}```\n"


def _printed(words: list[str], main: Callable[[list[str]], None]) -> Iterator[str]:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main(words)
    out.seek(0)
    yield out.read()


if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs/tutorials/first-hour.md").write_text(told(), "utf-8")
