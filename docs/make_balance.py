"""Write docs/balance.md: what the simulator finds about the shipped deck, and the command behind every figure.

Run by hand (`python docs/make_balance.py`, some minutes) whenever the deck, the rules or the players change. What the
text claims is checked against the new numbers: a claim that no longer holds ends the script.
"""

# ruff: noqa: E501  a page of prose

from __future__ import annotations

import json
import math
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "balance.md"
GAMES = "12000"
PROTOTYPE = {  # of the same rules, written independently: draws, median turns, seats
    "--seats 4": ("0.1%", "28 (20–38)", "24 / 26 / 26 / 25"),
    "--seats 4 --spells random": ("3.7%", "27 (17–41)", "23 / 26 / 26 / 25"),
    "--seats 3": ("0.0%", "19 (14–29)", "32 / 33 / 35"),
    "--seats 2": ("1.4%", "25 (15–45)", "67 / 33"),
}
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
    return f"{100 * value:.{digits}f} %"


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
    """How to get the numbers again."""
    return f"`cloudy-pnp simulate --games {games} {args}`"


def seats(table: Any) -> str:
    """The wins of all seats."""
    number = sum(name.startswith("seat-") and name != "seat-gap" for name in table["measures"])
    return " / ".join(f"{100 * table['measures'][f'seat-{seat + 1}']['value']:.0f}" for seat in range(number))


def tables_part(figures: Figures) -> str:
    """The same four rows as the prototype's."""
    lines = ["| options | draws | median turns (5–95%) | wins by seat |", "|---|---|---|---|"]
    for args, (draws, length, wins) in PROTOTYPE.items():
        table = figures.table(args)
        rows = {row[0]: row[1] for row in table["figures"]["length-table"]["rows"]}
        middle, early, late = rows["median"]["value"], rows["5% end within"], rows["95% end within"]
        told = f"{middle:.0f} ({early:.0f}–{late:.0f})"
        lines.append(f"| `{args}` | {with_interval(table['measures']['draws'])} | {told} | {seats(table)} |")
        lines.append(f"| *prototype* | *{draws}* | *{length}* | *{wins}* |")
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
    """What each spell does when it is dealt."""
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
    """What a copy of each card does."""
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
# One part of the greedy player changed at a time (`sim/greedy_weights.py`, `greedy.consider`, `greedy.value_measured`);
# 6,000 games each with --seed 7 and the spells of the first game: wins of two seats, draws, wins of four, spells cast by
# four. The usual player first.
PARTS = (
    ("as it is", "57.7 / 39.1", "3.1%", "29.0 / 24.7 / 23.8 / 20.2", "2.7"),
    ("never casts (infinite PRICE)", "54.6 / 44.4", "1.0%", "26.2 / 24.3 / 24.4 / 22.8", "0"),
    ("casts whatever helps at all (PRICE 0)", "64.8 / 34.9", "0.3%", "29.7 / 26.6 / 22.7 / 20.1", "7.6"),
    ("no card unseen is worth anything (UNSEEN 0)", "55.6 / 43.2", "1.2%", "28.5 / 24.9 / 24.0 / 21.8", "1.9"),
    ("looks at its own way only", "54.9 / 45.1", "0.0%", "28.7 / 25.8 / 23.5 / 21.9", "3.4"),
    ("others count a quarter", "57.5 / 42.2", "0.2%", "32.4 / 25.4 / 22.2 / 19.7", "3.8"),
    ("others count half", "57.9 / 41.6", "0.5%", "32.1 / 25.0 / 22.8 / 19.6", "3.5"),
    ("ties go to the first move, not to a random one", "47.0 / 39.5", "13.6%", "26.8 / 23.7 / 22.4 / 22.4", "2.8"),
    ("ties ignore the player's own route", "49.1 / 37.1", "13.7%", "28.2 / 25.5 / 23.5 / 20.5", "2.7"),
    ("others' claims do not frighten it (THREAT 0)", "57.8 / 39.1", "3.1%", "29.1 / 24.8 / 23.7 / 20.3", "2.6"),
)
# Everybody plays alike: games of two, games of four, and against the greedy player from either seat. The more playouts,
# the better a player knows what the others can answer.
LADDER = (
    ("greedy", GAMES, GAMES),
    ("mcts:1", "3000", "1500"),
    ("mcts:30", "2000", "800"),
    ("mcts:100", "1500", "400"),
    ("mcts:300", "600", "150"),
)
DUELS = "400"
# As the ladder, with --seed 7, of players that are no options of the command (`kernel.play_games`: a random move in so many
# of a hundred; `mcts.ROUNDS`): games, wins of two seats, first minus last; the same of four; draws of four.
LIMITED = (
    (
        "greedy, one move in ten is any move",
        "6,000",
        "54 / 43",
        "+11.0 ± 2.5",
        "6,000",
        "28 / 25 / 24 / 21",
        "+7.0 ± 1.8",
        "2%",
    ),
    (
        "greedy, three moves in ten are any move",
        "6,000",
        "51 / 47",
        "+4.4 ± 2.5",
        "6,000",
        "26 / 24 / 25 / 24",
        "+2.3 ± 1.8",
        "1%",
    ),
    (
        "mcts:30, one move in ten is any move",
        "1,500",
        "54 / 43",
        "+10.7 ± 4.9",
        "600",
        "23 / 21 / 18 / 20",
        "+3.4 ± 5.2",
        "18%",
    ),
    (
        "mcts:30, three moves in ten are any move",
        "1,500",
        "50 / 46",
        "+4.7 ± 4.9",
        "600",
        "25 / 19 / 21 / 21",
        "+4.2 ± 5.4",
        "14%",
    ),
    (
        "mcts:100, looks one round ahead, not two",
        "1,500",
        "48 / 47",
        "+1.8 ± 4.9",
        "400",
        "14 / 14 / 15 / 10",
        "+4.2 ± 4.8",
        "47%",
    ),
)
LAYOUTS = "--layouts"
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
    """What another deck changes."""
    lines = ["| measure | this deck | with more crossings | change |", "|---|---|---|---|"]
    for name in ("draws", "turns", "seat-gap"):
        one = verdict["differences"][name]
        share = one["unit"] != "number"
        before, after = (f"{100 * value:.1f} %" if share else f"{value:.1f}" for value in (one["other"], one["this"]))
        change = points(one["change"]) if share else signed(one["change"]["value"], 1)
        lines.append(f"| {one['label']} | {before} | {after} | {change} |")
    return "\n".join(lines)


def families_part(figures: Figures) -> str:
    """Three players: the board decides more than the seat."""
    rows = figures.table("--seats 3")["figures"]["families"]["rows"]
    return ", ".join(f"{name} {percent(one['value'])}" for name, _, one in rows)


def parts_part() -> str:
    """What each part of the greedy player does to the seats."""
    lines = ["| the greedy player … | two seats | draws | four seats | spells cast by four |", "|---|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in PARTS)])


def first_and_last(table: Any) -> tuple[float, float]:
    """By how much the first seat wins more often than the last, and half of the 95% interval of that."""
    rates = [row[2]["value"] for row in table["figures"]["seats"]["rows"]]
    difference = rates[0] - rates[-1]
    return difference, 1.96 * math.sqrt((rates[0] + rates[-1] - difference**2) / table["games"])


def ladder_tables(figures: Figures, player: str, two: str, four: str) -> tuple[Any, Any]:
    """The games of a rung."""
    if player == "greedy":
        return figures.table("--seats 2"), figures.table("--seats 4")
    pair, all_four = (f"--players {','.join([player] * seats_)}" for seats_ in (2, 4))
    return figures.table(pair, two), figures.table(all_four, four)


def duels(figures: Figures, player: str) -> str:
    """How often a player wins against the greedy one, half of the games from either seat."""
    if player == "greedy":
        return "–"
    tables = [figures.table(f"--players {names}", DUELS) for names in (f"{player},greedy", f"greedy,{player}")]
    rates = [row[2]["value"] for table in tables for row in table["figures"]["policies"]["rows"] if row[0] == player]
    share, games = sum(rates) / 2, 2 * int(DUELS)
    return f"{100 * share:.0f} % ± {196 * math.sqrt(share * (1 - share) / games):.0f}"


def ladder_part(figures: Figures) -> str:
    """The seats of players who know more and more, and of players with limits."""
    lines = [
        "| everybody plays | wins against greedy | games of two | two seats | first minus last (points) "
        "| games of four | four seats | first minus last (points) | draws of four |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for player, *games in LADDER:
        row, (two, four) = [f"`{player}`", duels(figures, player)], ladder_tables(figures, player, *games)
        for table in (two, four):
            difference, half = first_and_last(table)
            row += [f"{table['games']:,}", seats(table), f"{signed(100 * difference, 1)} ± {100 * half:.1f}"]
        lines.append(f"| {' | '.join([*row, percent(four['measures']['draws']['value'], 0)])} |")
    return "\n".join([*lines, *(f"| {' | '.join([name, '', *rest])} |" for name, *rest in LIMITED)])


def below_greedy(figures: Figures) -> bool:
    """Whether the two seats of every other player of the ladder are closer together, by more than chance."""
    greedy, *others = (ladder_tables(figures, *rung)[0] for rung in LADDER)
    return all(sum(first_and_last(table)) < first_and_last(greedy)[0] - first_and_last(greedy)[1] for table in others)


def classes_part(figures: Figures) -> str:
    """All layouts for three, and all seatings in the shipped one."""
    table = figures.table(LAYOUTS)["figures"]
    lines = ["| class | layouts | wins of the three families | best minus worst (points) |", "|---|---|---|---|"]
    for name, number, *rates, gap, _draws, _turns, _example in table["classes"]["rows"]:
        lines.append(f"| {name} | {number} | {' / '.join(percent(one['value']) for one in rates)} | {points(gap)} |")
    lines += ["", "| in turn order, layout B | wins | best minus worst (points) |", "|---|---|---|"]
    for seats_, name, _games, *rates, gap in table["seatings"]["rows"]:
        if "B" in name:
            lines.append(f"| {seats_} | {' / '.join(percent(one['value']) for one in rates)} | {points(gap)} |")
    return "\n".join(lines)


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
    """The whole page."""
    draws = {args: figures.rate(args, "draws") for args in PROTOTYPE}
    gap = {args: figures.rate(args, "seat-gap") for args in PROTOTYPE}
    near, far = draws["--seats 2"], figures.rate(OPPOSITE, "draws")
    best = figures.table(CARDS)["figures"]["card-worth"]["rows"][-1][0]
    spell_rows = figures.table("--seats 4 --spells random")["figures"]["spell-use"]["rows"]
    idle = min(spell_rows, key=lambda row: row[2]["value"])
    worth = figures.table("--seats 4 --spells random")["figures"]["spell-worth"]["rows"]
    strongest = max(worth, key=lambda row: row[1]["value"])[0]
    verdict = figures.run(MORE)["comparison"]["players-4"]
    return f"""# Does it play well?

What the simulator finds about the shipped deck. Every figure has the command that gives it again: the same seed gives the
same games on every machine. The players are greedy ones unless said otherwise; numbers in brackets are 95% intervals.
`cloudy-pnp simulate --seats all --format html --output balance.html` draws the whole report. This page is written by
`docs/make_balance.py`.

![The top of the report](gallery/balance.png)

## In short
- {claim(max(draws.values()) < 0.05, "Draws are no problem: below 5% at every table, with random spells too.")}
- {claim(gap["--seats 4"] < 0.1, "With four players it matters less who begins")}: the first seat wins
  {100 * gap["--seats 4"]:.1f} points more of the games than the last (below 5 is fair, above 10 unfair).
- {claim(gap["--seats 2"] > 0.05, "With two players it is an advantage to begin")}: {seats(figures.table("--seats 2"))}.
- {claim(far > 2 * near, "Two players should be neighbours in the cycle of families (LAY-6)")}: opposite families draw
  {percent(far)} of their games, neighbours {percent(near)}.
- With three players the family matters more than the seat: {families_part(figures)}. No 3×3 layout is fair; the rulebook's
  rule for three players is: random families, the player to the left of Rose begins, Rose sits out the first round.
  {claim(family_gap(figures, "--seats 3 --waits rose") < 0.06, f"That leaves {100 * family_gap(figures, '--seats 3 --waits rose'):.0f} points between the best and the worst family")}, not {100 * family_gap(figures, "--seats 3"):.0f}.

## The tables
{command("OPTIONS")} with the options of the row. Below each row what an independent prototype of the same rules measured
(its greedy players differ in detail, ± about 1 point).

{tables_part(figures)}

Draws and lengths agree within a few points. The seats do not: the prototype's second player is far behind and its four seats
are alike, ours are {100 * gap["--seats 2"]:.0f} and {100 * gap["--seats 4"]:.0f} points apart. The rules are not the reason:
every game is played move by move as the readable engine plays it (a test compares thousands), and random players, who know
nothing of tempo, win alike in every seat. It is the players. {command("OPTIONS", "GAMES")}:

| players | games | wins by seat |
|---|---|---|
{seats_part(figures)}

### Why seats differ from player to player
One part of the greedy player changed at a time, everything else as it is, everybody at the table alike (6,000 games, seed 7;
± 1.3 points; these players are not options of the command, the numbers were changed in the source):

{parts_part()}

**Within the greedy player it is when it casts.** Those who never cast are nearly alike in their seats (3 points between four
of them, 10 between two); the more readily they cast, the better it is to begin: 9 and 19 points at the usual price of a spell,
30 points between two who cast whatever helps at all. That is nearly where the prototype's two seats are (34 points apart), so
its players probably cast at any gain. The first player is the first who can gain a field by a spell, and a greedy player does
so at once. How much the way of the others counts matters less, and how threats are valued not at all. Ties matter in another
way: a player who takes the first of equal moves, or ignores its own route among them, plays so aimlessly that many
games of two are drawn.

**Between greedy and Monte Carlo players it is the look ahead.** A Monte Carlo player casts more than a greedy one (5.1 spells
in a game of two, not 3.0) and no later (after 38% of the game on average, not 46%; 150 and 3,000 games, seed 3), and yet
its two seats are closer together (the 600 games above and 1,000 with seed 7, 49.1 / 45.8: 7 points ± 5 in all), because it
chooses a move by what the others answer in the two rounds after it: a lead that the next player can take back is none. Four
of them hinder each other so well that a third of their games is drawn; 200 games show no better seat.

### Which of them do people resemble?
Nobody has counted games of people for us. What can be measured are players with the limits that people have: they look ahead
but know few of the answers (a Monte Carlo player with few playouts; `mcts:1` tries each of eight moves one to three times), they
look one round ahead only, or they err (any legal move, now and then). That is a stand-in for people, and no more.
{command("--players NAMES", "GAMES")}, the player of the row in every seat; the wins against greedy are of {DUELS} games from
either seat (`--players mcts:30,greedy` and the other way round). The last five players are no options of the command, they were
changed in the source (seed 7):

{ladder_part(figures)}

- **Between two, {claim(below_greedy(figures), "everybody with such limits has closer seats than the greedy player, by more than chance")}.** The
  lead of the first seat is {100 * first_and_last(figures.table("--seats 2"))[0]:.0f} points where nobody looks ahead and nobody errs. One error in ten moves takes two fifths of it
  away, the least look ahead a third; more knowledge and more errors both lead to the Monte Carlo end, where no better seat is
  shown. If people are like these, expect 4 to 12 points, fewer the better they play. Only eagerness to cast leads the other way (30 points,
  above).
- **Between four, it depends on whether people look ahead at all.** Errors leave draws as rare as among greedy players; but when
  all look ahead, however badly, they stop each other in time, and a seventh to a half of the games is drawn. The first seat
  is at most 8 points ahead of the last, whichever of these plays.
- **In short**: who thinks of an answer before playing resembles the Monte Carlo player, even with next to no knowledge (`mcts:1`
  still wins most games against the greedy one); who does not, a greedy player with errors. Both have closer seats than the
  greedy figures on this page say: take those as the upper end.

## Three players
{command(LAYOUTS)}: all 48 legal layouts make two classes; no layout is fair, and B is of the fairer class.

{classes_part(figures)}

Whoever sits where, Rose has the better ground. With random families that is fair before they are drawn, but not afterwards. To sit last
takes a few points off; to give up spells takes one point for each (measured once, 20,000 games); to sit last and miss the first
turn takes the rest. So that is the rule in the rulebook, and `--waits rose` plays it. {command("OPTIONS", "GAMES")}:

{waits_part(figures)}

## Breaks
More breaks lengthen the game and raise draws steeply. Each broken card takes the place of the same card without its break;
{command("OPTIONS")}:

{breaks_part(figures)}

The deck has 8, well below the number at which draws become too many (5%).

## Spells
Three spells at random, the same for everybody: {command("--seats 4 --spells random")}. A spell is in some games and not in
others, so the difference in draws and length is its own doing. Casters are compared with those at the same table who held
the spell and kept it; that correlates with winning and need not cause it.

{spells_part(figures)}

{claim(strongest == "Green Thumb", "Green Thumb is the strongest spell")}: whoever casts it wins most. Those who cast
Chop It Down or Twist win less than those who keep them: they hinder others, and correlate with being behind.
{idle[0]} is cast least, by {percent(idle[2]["value"])} of its holders. What greedy players leave alone may still serve
people: that is no verdict on the card.

## Cards
Games with decks that are varied at random around the shipped one, and least squares:
{command(CARDS)}. One copy more in place of an average card of the deck; the four that raise draws most, and the four that
lower them most:

{cards_part(figures)}

{claim(best == "crossing", "crossing keeps the game moving")}: it is rightly the most frequent card. Bends and dead ends are
the expensive ones: one copy of each is enough.

### Would more crossings be better?
{command(MORE)}: **{verdict["verdict"]}** ({verdict["reason"]}).

{changes_part(verdict)}

## Players
{command(MIXED, SOME)}: a seat wins {mixed_part(figures)}.

## Advice
- **Leave the deck as it is, or add crossings if you want shorter games.** Draws are below 5% already. Four more crossings are
  better by the goals of a comparison; whether such a deck is as interesting to play, no simulator says. Look at the trade-off
  first: `cloudy-pnp tune --target "draws<2%" --target turns=25 --vary stem=2..10 --vary crossing=8..16 --vary tee-side=4..12
  --spells random` shows it and writes a patch; no file is changed.
- **Two players: play two games and change who begins.** Opposite families make the seats fairer
  ({seats(figures.table(OPPOSITE))}) but draw {percent(far)} of their games: neighbours are the better choice.
- **Three players: draw the families at random, and let Rose sit out the first round**, as the rulebook says. In a layout of
  your own, `cloudy-pnp simulate --seats 3 --layout ID` tells which family that should be.
- **Your own spells**: put them into a pack and look at `cloudy-pnp simulate --pack NAME --spells random`; a spell that raises
  draws by more than 2 points deserves another look.
- **In CI**: `cloudy-pnp simulate --until 0.5% --spells random --fail-if "draws > 5%" --fail-if "seat-gap > 10%"`.

## For programs
`simulate --format json` prints one object: `version` (1), `command` (gives the same numbers again), `interrupted`, `failed` (a
line for each `--fail-if` that holds), `comparison` (with `--against`, by table: `verdict`, `reason`, `games`, `differences`),
and `tables`. A table has `games`, `played` (the setting), `measures` (by the name that `--fail-if` knows: `label`, `unit`,
`value`, `low`, `high`, `of`; shares are from 0 to 1), `findings`, `figures` (`columns` and `rows` of every table of the report)
and `samples` (games for `--record`). With several tables the first one compares them. There is no clock in it: the same call
gives the same bytes.
"""


if __name__ == "__main__":
    PAGE.write_text(page(Figures()), "utf-8")
