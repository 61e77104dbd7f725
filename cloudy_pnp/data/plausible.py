"""Mistakes that are valid by every schema: a range the wrong way round, cards that look or sound the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import Entries, Entry, Kind, SourceFinding

CODES = {
    "DATA-ORDER": "A range is the wrong way round.",
    "DATA-SAME": "Two things that players must tell apart have the same name, colour, emblem or effect.",
    "DATA-COUNT": "There are no copies of a card.",
    "DATA-LARGE": "A number is far larger than usual, or more than the rules allow, as after a slip of the finger.",
    "DATA-EXPECT": "A scenario expects nothing, so that no change of rules or cards would be noticed.",
    "DATA-EMPTY": "Something is empty that must not be: a pack without content, or a list of a card.",
}
_RANGES = ("players", "minutes")  # of a game
_OLDEST = 21  # years
_MANY, _TIMES = 50, 5  # copies of a card, and how many times as many as of any other
MOST_COPIES = 200  # of a card, whatever the others have


def check_plausible(entries: Entries, kinds: Iterable[Kind], players: Sequence[int]) -> Iterator[SourceFinding]:
    """Yield what no author of card data means, for any game; `players`: as many as its rules allow, if they say so."""
    for entry in entries.valid_parts("game"):
        for key in _RANGES:
            yield from ((entry.source, finding.under(*entry.path)) for finding in _order(key, entry.data.get(key)))
        wrong = [number for number in entry.data.get("players", ()) if players and number not in players]
        if wrong:
            message = f"the rules are for {players[0]} to {players[-1]} players, not for {wrong[-1]}"
            yield entry.source, large((*entry.path, "players"), message)
        if (age := entry.data.get("age", 0)) > _OLDEST:
            yield entry.source, large((*entry.path, "age"), f"the game is for players from {age} years on")
    for kind in kinds:
        yield from same_values(entries.of(kind.name), "emblem")
        if kind.cards:
            yield from _same_names(entries.of(kind.name))
            yield from _no_copies(entries.of(kind.name))
            yield from _many_copies(entries.of(kind.name))


def _order(key: str, value: Any) -> Iterator[Finding]:
    match value:
        case [int(least), int(most)] if least > most:
            yield Finding("DATA-ORDER", (key,), f"{least} is more than {most}", f"write [{most}, {least}]")


def _same_names(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        name = entry.data.get("name")
        for lang, text in name.items() if isinstance(name, Mapping) else ():
            if lang == "same" or not isinstance(text, str):
                continue
            other = first.setdefault((lang, text.casefold()), entry)
            if other is not entry and other.id != entry.id:
                message = f'{quoted(entry.id)} has the same name in "{lang}" as {quoted(other.id)}: {quoted(text)}'
                yield entry.source, _warning((*entry.path, "name", lang), message, "give one of them another name")


def same_values(entries: Iterable[Entry], key: str) -> Iterator[SourceFinding]:
    """DATA-SAME: warn about an entry that has the same value of a key as an earlier one."""
    first: dict[str, Entry] = {}
    for entry in entries:
        value = entry.data.get(key)
        if isinstance(value, str) and first.setdefault(value, entry).id != entry.id:
            message = f"{quoted(entry.id)} has the same {key} as {quoted(first[value].id)}: {quoted(value)}"
            yield entry.source, _warning((*entry.path, key), message, f"choose another {key}")


def _no_copies(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    for entry in entries:
        if entry.data.get("count") == 0 and "count" in entry.data:
            message, hint = f"there are no copies of {quoted(entry.id)}", "delete the card, or raise its count"
            yield entry.source, Finding("DATA-COUNT", (*entry.path, "count"), message, hint, Severity.WARNING)


def _many_copies(entries: Iterable[Entry]) -> Iterator[SourceFinding]:
    counted = [entry for entry in entries if isinstance(entry.data.get("count"), int)]
    counted.sort(key=lambda entry: int(entry.data["count"]))
    match counted:
        case [*_, entry] if entry.data["count"] > MOST_COPIES:
            message = f"there are {entry.data['count']} copies of {quoted(entry.id)}"
            yield entry.source, large((*entry.path, "count"), message)
        case [*_, other, entry] if entry.data["count"] >= max(_MANY, _TIMES * other.data["count"]):
            message = f"there are {entry.data['count']} copies of {quoted(entry.id)}, and at most {other.data['count']}"
            yield entry.source, large((*entry.path, "count"), f"{message} of any other card")


def large(path: DataPath, message: str) -> Finding:
    """DATA-LARGE: warn about a number that is probably a slip."""
    return Finding("DATA-LARGE", path, message, "correct the number if it is a slip", Severity.WARNING)


def _warning(path: DataPath, message: str, hint: str) -> Finding:
    return Finding("DATA-SAME", path, message, hint, Severity.WARNING)
