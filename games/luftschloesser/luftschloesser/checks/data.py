"""Checks of the card data alone: AIR-1 to AIR-5, and whether the cards are enough to play with.

Data comes as the valid entries of each kind. A finding is reported with its kind and the number of its entry, and its
path starts at that entry: the caller knows the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import convert

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import Entries, SourceFinding, duplicate_ids, unknown_reference
from luftschloesser.model.board import EIGHT, FOUR, Board
from luftschloesser.model.realm import HAND, PLAYERS, PRINTED, Weather, card_id
from luftschloesser.rules.actions import FOR_A_CASTLE, FOR_ANOTHERS_PLACE

Data: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
Located: TypeAlias = tuple[str, int, Finding]  # kind, number of the entry, path from there

IN_THE_BOX = 65  # AIR-4
BOUND = ("sun", "rain", "lightning")  # AIR-5: effects that can be bound to a field


def data_findings(data: Data, *, whole: bool = True) -> list[Located]:
    """Return the findings about the data of the game; entries are valid by their schemas.

    Kinds may be missing; if an entry was skipped, the data is not `whole`, and nothing is reported about the deck.
    """
    boards = [convert(entry, Board, strict=False) for entry in data.get("board", ())][:1]
    findings: list[Located] = []
    for index, entry in enumerate(data.get("weather", ())):
        findings += (("weather", index, finding) for finding in weather_findings(entry, boards[0] if boards else None))
    findings += _card_names(data.get("weather", ()))
    findings += (("board", 0, finding) for board in boards for finding in board_findings(board))
    findings += _colours(data.get("colours", ()))
    for entry in data.get("options", ())[:1]:
        findings += (("options", 0, finding) for finding in option_findings(entry, data, boards[0] if boards else None))
    if whole and data.get("weather") and not any(finding.severity is Severity.ERROR for _, _, finding in findings):
        findings += _deck(data, boards)
    return findings


# --- one entry ---------------------------------------------------------------------------------------------


def weather_findings(entry: Mapping[str, Any], board: Board | None) -> Iterator[Finding]:
    """AIR-1, AIR-4, AIR-5: report problems of one kind of weather.

    >>> entry = {"id": "rain", "does": "rain", "count": 3, "fields": [6, 17]}
    >>> [(finding.code, finding.path) for finding in weather_findings(entry, Board())]
    [('AIR-5', ('count',)), ('AIR-1', ('fields', 1))]
    """
    count, does = entry["count"], entry["does"]
    if not count:
        message = f"{quoted(entry['id'])} has no card in the deck"
        yield Finding("AIR-4", ("count",), message, "raise the count, or delete the entry", Severity.WARNING)
    if "fields" in entry and does not in BOUND:
        message = f"{does} works on no single field, but fields are listed"
        yield Finding("AIR-5", ("fields",), message, "delete fields", at_key=True)
        return
    if "fields" in entry and len(entry["fields"]) != count:
        message = f"count is {count}, but {len(entry['fields'])} fields are listed"
        yield Finding("AIR-5", ("count",), message, "one card for each field of the list")
    if "distributions" in entry and "fields" not in entry:
        message = "distributions are other lists than fields, and there are no fields"
        yield Finding("AIR-5", ("distributions",), message, "add fields, or delete distributions", at_key=True)
    yield from _fields(entry.get("fields", ()), ("fields",), board)
    for name, fields in entry.get("distributions", {}).items():
        path = ("distributions", name)
        if name == PRINTED:
            message = f"{PRINTED} is the distribution that fields lists"
            yield Finding("REF-DUPLICATE", path, message, "choose another name", at_key=True)
        if len(fields) != count:
            message = f"count is {count}, but the distribution {quoted(name)} has {len(fields)} fields"
            yield Finding("AIR-5", path, message, "one card for each field of the list")
        yield from _fields(fields, path, board)


def _fields(fields: Sequence[int], path: DataPath, board: Board | None) -> Iterator[Finding]:
    """AIR-1: report fields outside the board."""
    for index, at in enumerate(fields):
        if board is not None and at not in board.fields:
            message = f"there is no field {at} on a board of {board.rows} × {board.cols}"
            yield Finding("AIR-1", (*path, index), message, f"fields are 1 to {board.size}")


def board_findings(board: Board) -> Iterator[Finding]:
    """TURN-2, ACT-3, ACT-4: require a board that is large enough, and enough pieces to play with."""
    if board.size == 1:
        message = "a board of one field has no neighbouring fields, and no being could move (TURN-2)"
        yield Finding("AIR-1", ("cols",), message, "at least two fields")
    if board.beings < FOR_A_CASTLE:
        message = f"{board.beings} being a player is too few: a castle takes {FOR_A_CASTLE} (ACT-3)"
        yield Finding("AIR-3", ("beings",), message, f"at least {FOR_A_CASTLE}")
    elif board.beings < FOR_ANOTHERS_PLACE:
        message = (
            f"with {board.beings} beings no player can ever oust a castle, which takes {FOR_ANOTHERS_PLACE} (ACT-4)"
        )
        yield Finding("AIR-3", ("beings",), message, "nothing to do if that is intended", Severity.WARNING)
    if board.castles > board.clouds:
        message = (
            f"{board.castles} castles a player are more than the {board.clouds} clouds they could stand on (ACT-3)"
        )
        yield Finding("AIR-3", ("castles",), message, f"at most {board.clouds}", Severity.WARNING)


def option_findings(entry: Mapping[str, Any], data: Data, board: Board | None) -> Iterator[Finding]:
    """AIR-5: require a known distribution; END-1: castles to win for every number of players, and enough of them."""
    names = distributions(data.get("weather", ()))
    if entry["distribution"] not in names:
        yield unknown_reference(("distribution",), entry["distribution"], "distribution", names)
    seen: set[int] = set()
    for index, row in enumerate(entry["castles-to-win"]):
        path = ("castles-to-win", index)
        if row["players"] in seen:
            message = f"{row['players']} players appear twice"
            yield Finding("END-1", (*path, "players"), message, "one line a number of players")
        seen.add(row["players"])
        if board is not None and row["castles"] > min(board.castles, board.clouds):
            message = (
                f"{row['castles']} castles cannot be built: a player has {board.castles}, on {board.clouds} clouds"
            )
            yield Finding("END-1", (*path, "castles"), message, "a smaller number, or more pieces in board:")
    missing = [str(number) for number in PLAYERS if number not in seen]
    if missing:
        message = f"it is not said how many castles win with {' or '.join(missing)} players"
        yield Finding("END-1", ("castles-to-win",), message, f"add {{players: {missing[0]}, castles: 4}}")


def distributions(weather: Iterable[Mapping[str, Any]]) -> list[str]:
    """AIR-5: return the names that the option `distribution` can have."""
    return list(dict.fromkeys([PRINTED, *(name for entry in weather for name in entry.get("distributions", {}))]))


def _colours(colours: Sequence[Mapping[str, Any]]) -> Iterator[Located]:
    """SET-1: require a colour for every player; AIR-3: distinct in colour and in shape."""
    for key, feature in (("colour", "colour"), ("shape", "shape")):
        seen: dict[str, str] = {}
        for index, entry in enumerate(colours):
            other = seen.setdefault(entry[key], entry["id"])
            if other != entry["id"]:
                message = f"{quoted(entry['id'])} has the {feature} {quoted(entry[key])}, as {quoted(other)} has"
                yield "colours", index, Finding("AIR-3", (key,), message, f"give each its own {feature}")
    if 0 < len(colours) < max(PLAYERS):
        message = f"{len(colours)} colours are too few for {max(PLAYERS)} players"
        yield "colours", len(colours) - 1, Finding("SET-1", (), message, "add another colour")


def _card_names(weather: Sequence[Mapping[str, Any]]) -> Iterator[Located]:
    """REF-DUPLICATE: report a kind with a name like `sun-7`, which is the sun of field 7."""
    bound = {
        card_id(entry["id"], at)
        for entry in weather
        for fields in (entry.get("fields", ()), *entry.get("distributions", {}).values())
        for at in fields
    }
    for index, entry in enumerate(weather):
        if entry["id"] in bound:
            message = f"{quoted(entry['id'])} is also the name of a card that is bound to a field"
            yield "weather", index, Finding("REF-DUPLICATE", ("id",), message, "choose another id")


# --- the whole deck ----------------------------------------------------------------------------------------


def _deck(data: Data, boards: Sequence[Board]) -> Iterator[Located]:
    """AIR-4, TURN-5: report problems of all cards together, including cards that never have an effect."""
    kinds = [convert(entry, Weather, strict=False) for entry in data["weather"]]
    total = sum(kind.count for kind in kinds)
    last = len(kinds) - 1
    if total != IN_THE_BOX:
        message = f"the deck has {total} cards; the box has {IN_THE_BOX}"
        hint = "nothing to do if a different deck is intended"
        yield "weather", last, Finding("AIR-4", ("count",), message, hint, Severity.WARNING)
    ordinary = sum(kind.count for kind in kinds if kind.does != "new-hands")
    in_hands = HAND * max(PLAYERS)
    if ordinary <= in_hands:
        message = f"{ordinary} cards can be held, too few: {in_hands} are in hands, and one more must be left to draw"
        yield "weather", last, Finding("TURN-5", ("count",), message, f"at least {in_hands + 1} cards but new hands")
    if not any(kind.does == "sun" and kind.count for kind in kinds):
        message = "no card brings a cloud, and no player can ever win (WEA-1)"
        yield "weather", last, Finding("AIR-4", (), message, "add a kind that does: sun")
    elif boards:
        options = data.get("options", ())[:1]
        four = any(entry["storm"] == "four" for entry in options)
        yield from _dead_cards(kinds, boards[0], distributions(data["weather"]), four)


def _dead_cards(kinds: Sequence[Weather], board: Board, names: Sequence[str], four: bool) -> Iterator[Located]:
    """AIR-4: report rain on a field that no cloud can ever reach: the card never has an effect."""
    reported: set[tuple[int, int]] = set()
    for name in names:
        cloudy = reached_by_clouds(kinds, board, name, four)
        for index, kind in enumerate(kinds):
            for place, at in enumerate(kind.fields_of(name) if kind.does == "rain" else ()):
                if at not in cloudy and (index, at) not in reported:
                    reported.add((index, at))
                    path = ("distributions", name, place) if name in kind.distributions else ("fields", place)
                    message = f"no cloud can ever come to field {at}, so {card_id(kind.id, at)} never does anything"
                    hint = "add a sun for it, or a sun joker"
                    yield "weather", index, Finding("AIR-4", path, message, hint, Severity.WARNING)


def reached_by_clouds(kinds: Sequence[Weather], board: Board, distribution: str, four: bool) -> set[int]:
    """Return the fields to which suns can bring a cloud, or storms can blow one.

    >>> sun, storm = Weather("sun", "sun", 1, (6,)), Weather("storm", "storm", 1)
    >>> sorted(reached_by_clouds([sun], Board(), "printed", True))
    [6]
    >>> len(reached_by_clouds([sun, storm], Board(), "printed", True))
    16
    """
    suns = [kind for kind in kinds if kind.does == "sun" and kind.count]
    if any(not kind.fields for kind in suns):
        return set(board.fields)
    reached = {at for kind in suns for at in kind.fields_of(distribution)}
    if any(kind.does == "storm" and kind.count for kind in kinds):
        waiting = list(reached)
        while waiting:
            at = waiting.pop()
            for next_field in (board.step(at, towards) for towards in (FOUR if four else EIGHT)):
                if next_field is not None and next_field not in reached:
                    reached.add(next_field)
                    waiting.append(next_field)
    return reached


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kind in ("weather", "colours", "aids"):
        yield from duplicate_ids(entries, (kind,))
    for kind, index, finding in data_findings(entries.data(), whole=entries.whole):
        entry = entries.of(kind)[index]
        yield entry.source, finding.under(*entry.path)
