"""Write docs/explanation/balance.md: the simulator's results for the shipped deck, and the command behind every figure.

Run by hand (`python tools/make_balance.py`, some minutes) whenever the deck, the rules or the players change. The claims
of the text are checked against the new numbers: a claim that no longer holds ends the script.
"""

# ruff: noqa: E501  a page of prose

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs/explanation/balance.md"
GAMES = "12000"
TABLES = ("--seats 4", "--seats 4 --spells random", "--seats 3", "--seats 2")
WHOLE = {"crossing-block": "crossing", "tee-side-hole": "tee-side", "bridge-long-hole": "bridge-long"}
DECK = {"crossing": 12, "tee-side": 8, "bridge-long": 4, "crossing-block": 3, "tee-side-hole": 2, "bridge-long-hole": 2}
BREAKS = {  # how many breaks: copies of the cards that have them; each takes the place of the same card without
    1: {"crossing-block": 0, "tee-side-hole": 0, "bridge-long-hole": 0},
    8: {"crossing-block": 3, "tee-side-hole": 2, "bridge-long-hole": 2},
    14: {"crossing-block": 6, "tee-side-hole": 4, "bridge-long-hole": 3},
    20: {"crossing-block": 9, "tee-side-hole": 6, "bridge-long-hole": 4},
}


class Figures:
    """Runs of the command, each once, and their numbers."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def run(self, args: str, games: str = GAMES) -> Any:
        """The JSON of a run with some options; only one table."""
        if args not in self.known:
            words = ["simulate", "--games", games, *shlex.split(args), "--format", "json"]
            print(shlex.join(words), file=sys.stderr)
            done = subprocess.run([sys.executable, "-m", "cloudy_pnp", *words], capture_output=True, check=True)
            self.known[args] = json.loads(done.stdout)
        return self.known[args]

    def table(self, args: str, games: str = GAMES) -> Any:
        """Its only table."""
        return self.run(args, games)["tables"][-1]

    def rate(self, args: str, measure: str) -> float:
        """A measure."""
        value: float = self.table(args)["measures"][measure]["value"]
        return value


def percent(value: float, digits: int = 1) -> str:
    """As the reports print it."""
    return f"{100 * value:.{digits}f}%"


def with_interval(one: dict[str, float]) -> str:
    """A rate with its interval."""
    return f"{percent(one['value'])} ({100 * one['low']:.1f}–{100 * one['high']:.1f})"


def points(one: dict[str, float], digits: int = 1) -> str:
    """A difference of rates in percentage points."""
    return f"{signed(100 * one['value'], digits)} ({signed(100 * one['low'], digits)} to {signed(100 * one['high'], digits)})"


def signed(value: float, digits: int) -> str:
    """With a real minus, and no sign before nothing."""
    text = f"{value:+.{digits}f}"
    return text.replace("-", "−") if float(text) else text[1:]


def claim(holds: bool, text: str) -> str:
    """A sentence that is true of the new numbers."""
    if not holds:
        raise SystemExit(f"no longer true: {text}")
    return text


def command(args: str, games: str = GAMES) -> str:
    """Return how to get the numbers again."""
    return f"`cloudy-pnp simulate --games {games} {args}`"


def seats(table: Any) -> str:
    """The wins of all seats."""
    number = sum(name.startswith("seat-") and name != "seat-gap" for name in table["measures"])
    return " / ".join(f"{100 * table['measures'][f'seat-{seat + 1}']['value']:.0f}" for seat in range(number))


def tables_part(figures: Figures) -> str:
    """Return a row for each table."""
    lines = ["| options | draws | median turns (5–95%) | wins by seat |", "|---|---|---|---|"]
    for args in TABLES:
        table = figures.table(args)
        rows = {row[0]: row[1] for row in table["figures"]["length-table"]["rows"]}
        middle, early, late = rows["median"]["value"], rows["5% end within"], rows["95% end within"]
        length = f"{middle:.0f} ({early:.0f}–{late:.0f})"
        lines.append(f"| `{args}` | {with_interval(table['measures']['draws'])} | {length} | {seats(table)} |")
    return "\n".join(lines)


def seats_part(figures: Figures) -> str:
    """The seats with other players."""
    lines = []
    for players, games in ELSEWHERE.items():
        table = figures.table(players, games)
        wins = [with_interval(row[2]) for row in table["figures"]["seats"]["rows"]]
        lines.append(f"| `{players}` | {int(games):,} | {' / '.join(wins)} |")
    return "\n".join(lines)


def breaks_part(figures: Figures) -> str:
    """More breaks, more draws."""
    lines = ["| breaks | draws | median turns | options |", "|---|---|---|---|"]
    for number, broken in BREAKS.items():
        copies = dict(broken)
        for card, whole in WHOLE.items():
            copies[whole] = DECK[whole] + DECK[card] - broken[card]
        changed = [f"--quantity {card}={count}" for card, count in sorted(copies.items()) if count != DECK[card]]
        args = " ".join(["--seats 4 --spells random", *changed])
        table = figures.table(args)
        lines.append(
            f"| {number} | {with_interval(table['measures']['draws'])} | "
            f"{table['measures']['median-turns']['value']:.0f} | `{args}` |"
        )
    return "\n".join(lines)


def spells_part(figures: Figures) -> str:
    """Return what each spell does when it is dealt."""
    table = figures.table("--seats 4 --spells random")
    use = {row[0]: row for row in table["figures"]["spell-use"]["rows"]}
    lines = [
        "| spell | cast by its holders | casters win more often by (points) | draws with it (points) | turns with it |",
        "|---|---|---|---|---|",
    ]
    worth = sorted(table["figures"]["spell-worth"]["rows"], key=lambda row: -row[2]["value"])
    for name, wins, draws, turns in worth:
        cast = percent(use[name][2]["value"])
        lines.append(f"| {name} | {cast} | {points(wins)} | {points(draws)} | {signed(turns['value'], 1)} |")
    return "\n".join(lines)


def cards_part(figures: Figures) -> str:
    """Return what a copy of each card does."""
    rows = figures.table(CARDS)["figures"]["card-worth"]["rows"]
    lines = ["| one copy more of | draws (points) | turns |", "|---|---|---|"]
    for name, _, draws, turns, _ in [*rows[:4], *rows[-4:]]:
        lines.append(f"| {name} | {points(draws, 2)} | {signed(turns['value'], 2)} |")
    return "\n".join(lines)


ELSEWHERE = {
    "--players random,random": GAMES,
    "--players random,random,random,random": GAMES,
    "--players mcts:50,mcts:50": "600",
    "--players mcts:50,mcts:50,mcts:50,mcts:50": "200",
}
# The results of a search that is no longer part of the tool.
CLASSES = """| class | layouts | wins of the three families | best minus worst (points) |
|---|---|---|---|
| class 1 (with B) | 24 | 27.2% / 44.5% / 28.2% | +17.3 (+15.8 to +18.8) |
| class 2 | 24 | 16.9% / 42.1% / 41.0% | +25.2 (+23.9 to +26.5) |

| in turn order, layout B | wins | best minus worst (points) |
|---|---|---|
| Raven, Heron, Rose | 29.5% / 28.9% / 41.4% | +12.5 (+8.8 to +16.1) |
| Heron, Raven, Rose | 31.8% / 27.8% / 40.4% | +12.6 (+8.9 to +16.2) |
| Raven, Rose, Heron | 31.3% / 42.3% / 26.4% | +15.9 (+12.3 to +19.5) |
| Heron, Rose, Raven | 31.7% / 43.0% / 25.3% | +17.7 (+14.2 to +21.2) |
| Rose, Raven, Heron | 49.6% / 26.3% / 24.1% | +25.4 (+21.9 to +29.0) |
| Rose, Heron, Raven | 50.2% / 26.6% / 23.2% | +26.9 (+23.4 to +30.5) |"""
WAITS = {
    "--seats 3": GAMES,
    "--seats 3 --waits rose": GAMES,
    "--seats 3 --spells random": GAMES,
    "--seats 3 --spells random --waits rose": GAMES,
    "--players mcts:50,mcts:50,mcts:50": "200",
    "--players mcts:50,mcts:50,mcts:50 --waits rose": "200",
}
CARDS = "--seats 4 --spells random --varied 24000"
MORE = (
    "--seats 4 --spells random --quantity crossing=16 --quantity stem=4 --quantity tee-side=6 "
    "--against cards/cloudy-kingdom/vines.yaml"
)
OPPOSITE = "--seats 2 --families raven,heron"
MIXED, SOME = "--players mcts:50,greedy,greedy,random", "200"  # the Monte Carlo player takes its time


def changes_part(verdict: Any) -> str:
    """Return what another deck changes."""
    lines = ["| measure | this deck | with more crossings | change |", "|---|---|---|---|"]
    for name in ("draws", "turns", "seat-gap"):
        one = verdict["differences"][name]
        share = one["unit"] != "number"
        before, after = (f"{100 * value:.1f}%" if share else f"{value:.1f}" for value in (one["other"], one["this"]))
        change = points(one["change"]) if share else signed(one["change"]["value"], 1)
        lines.append(f"| {one['label']} | {before} | {after} | {change} |")
    return "\n".join(lines)


def families_part(figures: Figures) -> str:
    """Three players: the board decides more than the seat."""
    rows = figures.table("--seats 3")["figures"]["families"]["rows"]
    return ", ".join(f"{name} {percent(one['value'])}" for name, _, one in rows)


def waits_part(figures: Figures) -> str:
    """Three players, with and without the rule for a fair start."""
    lines = ["| options | games | Raven | Rose | Heron |", "|---|---|---|---|---|"]
    for args, games in WAITS.items():
        rows = figures.table(args, games)["figures"]["families"]["rows"]
        lines.append(f"| `{args}` | {int(games):,} | {' | '.join(with_interval(one) for _, _, one in rows)} |")
    return "\n".join(lines)


def family_gap(figures: Figures, args: str) -> float:
    """The best minus the worst family."""
    rates: list[float] = [one["value"] for _, _, one in figures.table(args, WAITS[args])["figures"]["families"]["rows"]]
    return max(rates) - min(rates)


def mixed_part(figures: Figures) -> str:
    """Players against each other."""
    rows = figures.table(MIXED, SOME)["figures"]["policies"]["rows"]
    return ", ".join(f"{name} {with_interval(one)}" for name, _, one in rows)


def page(figures: Figures) -> str:
    """Return the whole page."""
    draws = {args: figures.rate(args, "draws") for args in TABLES}
    gap = {args: figures.rate(args, "seat-gap") for args in TABLES}
    near, far = draws["--seats 2"], figures.rate(OPPOSITE, "draws")
    best = figures.table(CARDS)["figures"]["card-worth"]["rows"][-1][0]
    spell_rows = figures.table("--seats 4 --spells random")["figures"]["spell-use"]["rows"]
    idle = min(spell_rows, key=lambda row: row[2]["value"])
    worth = figures.table("--seats 4 --spells random")["figures"]["spell-worth"]["rows"]
    strongest = max(worth, key=lambda row: row[1]["value"])[0]
    verdict = figures.run(MORE)["comparison"]["players-4"]
    waiting, three = family_gap(figures, "--seats 3 --waits rose"), family_gap(figures, "--seats 3")
    return f"""# Does it play well?

Results of the simulator for the shipped deck, with the command behind every figure: the same seed gives the same games on
every machine. Players are greedy unless stated otherwise; numbers in brackets are 95% intervals. `cloudy-pnp simulate --seats
all --format html --output balance.html` draws the whole report. `tools/make_balance.py` writes this page.

![The top of the report](../gallery/balance.png)

## Decisions
| decision | number | reason |
|---|---|---|
| Keep the deck. | {claim(max(draws.values()) < 0.05, f"draws: at most {percent(max(draws.values()))}")} | Below 5%, draws don't spoil the game. |
| Four players: anyone begins. | {claim(gap["--seats 4"] < 0.1, f"first seat: +{100 * gap['--seats 4']:.1f} points")} | Below 10 points a seat is not unfair; below 5 it is fair. |
| Two players: play two games, each begins once. | {claim(gap["--seats 2"] > 0.05, f"wins by seat: {seats(figures.table('--seats 2'))}")} | The first seat has an advantage. |
| Two players: neighbours in the cycle of families (LAY-6). | {claim(far > 2 * near, f"draws: {percent(near)}, opposite families {percent(far)}")} | Opposite families are fairer ({seats(figures.table(OPPOSITE))}), but draw too often. |
| Three players, our variant: random families, the player to the left of Rose begins, Rose sits out the first round. | {claim(waiting < 0.06, f"best minus worst family: {100 * waiting:.0f} points, not {100 * three:.0f}")} | No 3×3 layout is fair: {families_part(figures)}. |
| Eight breaks in the deck. | draws: {percent(draws["--seats 4 --spells random"])} | More breaks raise draws steeply (below). |
| Crossings are the most frequent card. | {claim(best == "crossing", "the lowest draws per copy")} | They keep the game moving; bends and dead ends stop it, so one copy of each is enough. |

## The tables
{command("OPTIONS")} with the options of the row:

{tables_part(figures)}

## Seats
{command("OPTIONS", "GAMES")}:

| players | games | wins by seat |
|---|---|---|
{seats_part(figures)}

Random players win alike in every seat, so the rules favour none. Among greedy players the first leads: they cast once a spell gains a
field, and the first player is the first who can. Without spells, two greedy seats are 10 points apart and four are 3; when they
cast at any gain, two seats are 30 points apart (6,000 games, seed 7, weights changed in the source). Monte Carlo players consider
the answers to a move: their seats are closer, and four of them draw a third of their games. People probably play between the two:
take the greedy figures as the upper end.

## Three players
All 48 legal layouts make two classes, alike but for turns, mirrors and names (12,000 greedy games each, measured once); no
layout is fair, and B is of the fairer class.

{CLASSES}

Rose has the better ground in every seat. Sitting last costs Rose a few points, giving up a spell one point each (20,000 games);
sitting last and missing the first turn costs the rest, so that is the rule. `--waits rose` plays it. {command("OPTIONS", "GAMES")}:

{waits_part(figures)}

## Breaks
Each broken card replaces the same card without its break; {command("OPTIONS")}:

{breaks_part(figures)}

The deck has 8, well below the number at which draws exceed 5%.

## Spells
Three spells at random, the same for all players: {command("--seats 4 --spells random")}. A spell is in some games and not in
others, so it causes the difference in draws and length. Casters are compared with players at the same table who held the spell
and kept it; that correlates with winning and need not cause it.

{spells_part(figures)}

{claim(strongest == "Green Thumb", "Green Thumb is the strongest spell")}. Players who cast Chop It Down or Twist win less than those who keep them: these spells hinder
others and correlate with being behind. {idle[0]} is cast least, by {percent(idle[2]["value"])} of its holders; that greedy players avoid a card
doesn't mean that people should.

## Cards
Games with randomly varied decks, and least squares: {command(CARDS)}. One more copy instead of an average
card of the deck; the four that raise draws most, and the four that lower them most:

{cards_part(figures)}

### More crossings
{command(MORE)}: **{verdict["verdict"]}** ({verdict["reason"]}).

{changes_part(verdict)}

Add them if you want shorter games.

## Players
{command(MIXED, SOME)}: a seat wins {mixed_part(figures)}.

## Your own game
- **A custom layout for three players**: `cloudy-pnp simulate --seats 3 --layout ID` shows which family should wait.
- **Custom spells**: put them into a pack and run `cloudy-pnp simulate --pack NAME --spells random`; a spell that raises draws by
  more than 2 points deserves another look.
- **CI**: `cloudy-pnp simulate --until 0.5% --spells random --fail-if "draws > 5%" --fail-if "seat-gap > 10%"`.

## For programs
`simulate --format json` prints one object: `version` (1), `command` (gives the same numbers again), `interrupted`, `failed` (a
line for each `--fail-if` that holds), `comparison` (with `--against`, by table: `verdict`, `reason`, `games`, `differences`),
and `tables`. A table has `games`, `played` (the setting), `measures` (by the name in `--fail-if`: `label`, `unit`,
`value`, `low`, `high`, `of`; shares are from 0 to 1), `findings`, `figures` (`columns` and `rows` of every table of the report)
and `samples` (games for `--record`). With several tables the first one compares them. It contains no time: the same command
gives the same bytes.
"""


if __name__ == "__main__":
    PAGE.write_text(page(Figures()), "utf-8")
