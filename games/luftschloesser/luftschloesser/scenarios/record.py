"""Game records: replay a whole game from data by the rules, and write one from a game that was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Severity
from luftschloesser.checks.tables import record_findings, table_findings, table_of
from luftschloesser.model.chance import UnknownShuffle
from luftschloesser.model.realm import Realm
from luftschloesser.model.sky import Sky
from luftschloesser.model.state import (
    Action,
    AnyMove,
    Broken,
    Build,
    GameState,
    Move,
    Oust,
    Play,
    Put,
    Rank,
    Table,
)
from luftschloesser.rules.ending import ended, ranking
from luftschloesser.rules.turns import apply, move_problem, start
from luftschloesser.scenarios.fields import fields_of, position_findings, sky_of
from luftschloesser.scenarios.moves import (
    action_entry,
    place_of,
    play_entry,
    read_action,
    read_play,
)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What one turn did: whose it was, the card and the action, and the game before, between and after them."""

    turn: int
    colour: str
    play: Play
    action: Action
    before: GameState
    between: GameState
    after: GameState


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a record turned out to be. `legal` is None when it is wrong as data; then `findings` say why."""

    legal: bool | None
    illegal: tuple[int, str] | None  # the first illegal turn and the rule it breaks
    final: GameState | None  # after the last turn that could be played
    reports: tuple[TurnReport, ...] = ()
    findings: tuple[Finding, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of the contracts, without the file name that the caller knows."""
        final = self.final
        ending = final.ending if final else None
        winners = [final.table.players[ending.winner]] if final and ending else []
        return {
            "legal": self.legal,
            "illegal": None if self.illegal is None else dict(zip(("turn", "code"), self.illegal, strict=True)),
            "winners": winners,
            "ended": ending.how if ending else None,
            "by": ending.by if ending else None,
            "turns": final.turns if final else 0,
            "ranking": ranking_of(final.table, ranks(final)) if final else [],
            "draw_pile": len(final.draw_pile) if final else 0,
            "played_pile": list(final.played) if final else [],
        }


def ranks(state: GameState) -> Sequence[Rank]:
    """END-2: the final ranking, or how the players would rank now."""
    return state.ending.ranking if state.ending else ranking(state.sky)


def ranking_of(table: Table, ranked: Sequence[Rank]) -> list[dict[str, Any]]:
    """END-2 as data, the first rank first."""
    return [
        {"player": table.players[one.player], "rank": one.rank, "castles": one.castles, "beings": one.beings}
        for one in ranked
    ]


# --- replaying ---------------------------------------------------------------------------------------------


def replay(realm: Realm, data: Mapping[str, Any]) -> ReplayResult:
    """Play a record by the rules, as far as it is legal; `data` has the shape of the record schema.

    >>> from luftschloesser.model.example import example_realm
    >>> turn = {"play": "sun-7", "act": {"put": 7}}
    >>> result = replay(example_realm(), {"players": ["red", "blue"], "seed": 1, "turns": [turn]})
    >>> result.legal, result.illegal
    (False, (0, 'TURN-1'))
    """
    findings = [*record_findings(realm, data), *_setup_findings(realm, data)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return ReplayResult(None, None, None, findings=tuple(findings))
    try:
        state = start_of_record(realm, data)
    except UnknownShuffle as unknown:
        return ReplayResult(None, None, None, findings=(*findings, _shuffle(data, (), unknown)))
    reports: list[TurnReport] = []
    for turn, entry in enumerate(data["turns"]):
        try:
            report = _turn(state, turn, entry)
        except UnknownShuffle as unknown:
            found = _shuffle(data, ("turns", turn), unknown)
            return ReplayResult(None, None, state, tuple(reports), (*findings, found))
        except _Stopped as stopped:
            legal = False if stopped.code else None
            illegal = (turn, stopped.code) if stopped.code else None
            return ReplayResult(legal, illegal, state, tuple(reports), (*findings, stopped.finding))
        reports.append(report)
        state = report.after
    if state.chance.given:
        left = len(data["shuffles"]) - len(state.chance.given)
        message = f"{len(state.chance.given)} shuffles are listed that this game does not need"
        hint = "delete them, unless the game goes on"
        findings.append(Finding("TURN-3", ("shuffles", left), message, hint, Severity.WARNING))
    return ReplayResult(True, None, state, tuple(reports), tuple(findings))


def start_of_record(realm: Realm, data: Mapping[str, Any]) -> GameState:
    """The game before its first turn, from a record in which `record_findings` found no error."""
    table = table_of(realm, data)
    state = start(
        realm,
        table.players,
        seed=data.get("seed"),
        deck=data.get("deck"),
        shuffles=data.get("shuffles", ()),
        options=table.options,
    )
    return replace(state, sky=sky_of(table, data["setup"])) if "setup" in data else state


def _setup_findings(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    """AIR-1 to AIR-3: a position that was put up; END-1: nobody has won before the first turn."""
    if "setup" not in data or any(table_findings(realm, data)):
        return
    table = table_of(realm, data)
    found = [finding.under("setup") for finding in position_findings(table, data["setup"])]
    yield from found
    if not found and (ending := ended(table, sky_of(table, data["setup"]))):
        message = f"{table.players[ending.winner]} has won before the first turn"
        yield Finding(ending.by, ("setup", "fields"), message, "take a castle away")


class _Stopped(Exception):
    """A turn that cannot be played: it breaks the rule `code`, or without one it is wrong as data."""

    def __init__(self, finding: Finding, code: str = "") -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.code = code


def _turn(state: GameState, turn: int, entry: Mapping[str, Any]) -> TurnReport:
    path: DataPath = ("turns", turn)
    if state.ending is not None:
        message = f"the game ended before this entry: {state.table.players[state.ending.winner]} has won"
        code = state.ending.by
        raise _Stopped(Finding(code, path, message, "delete this entry and all after it"), code)
    play = _move(state, read_play(state.table, state.sky, entry), entry, path)
    between = apply(state, play)
    act = entry["act"]
    action = _move(between, read_action(between.table, between.sky, between.player, act), act, (*path, "act"))
    return TurnReport(turn, state.colour, play, action, state, between, apply(between, action))


def _move(state: GameState, read: Any, entry: Mapping[str, Any], path: DataPath) -> Any:
    """A move that was read and that the rules allow; otherwise the turn stops here."""
    if isinstance(read, Finding):
        raise _Stopped(read.under(*path))
    broken = read if isinstance(read, Broken) else move_problem(state, read)
    if broken is not None:
        raise _Stopped(Finding(broken.code, (*path, *place_of(broken, entry)), broken.message), broken.code)
    return read


def _shuffle(data: Mapping[str, Any], path: DataPath, unknown: UnknownShuffle) -> Finding:
    """TURN-3: a shuffle that the record gets wrong stands in `shuffles`; one that is missing, at the turn."""
    if unknown.number < len(data.get("shuffles", ())):
        path = ("shuffles", unknown.number)
    hint = f"list the pile after it as shuffles[{unknown.number}], the next card first, or give a seed"
    return Finding("TURN-3", path, unknown.message, hint)


# --- writing -----------------------------------------------------------------------------------------------


def record_of(begin: GameState, moves: Iterable[AnyMove], header: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The record of a game from its first state and its moves; `header` may add keys such as `title`.

    The deck is written as it lay, so that the record stands on its own.
    """
    table, beginning = begin.table, begin.beginning
    chance = beginning.chance
    record = {"game": "luftschloesser", **(header or {}), "players": list(table.players), "options": _options(table)}
    record["deck"] = list(beginning.deck)
    if chance.state is not None:
        record["seed"] = chance.state
    if chance.given:
        record["shuffles"] = [list(pile) for pile in chance.given]
    if begin.sky != Sky.clear(table.board, len(table.players)):
        record["setup"] = {"fields": fields_of(table, begin.sky)}
    record["turns"] = turns_of(begin, moves)
    return record


def _options(table: Table) -> dict[str, Any]:
    options = table.options
    own: dict[str, Any] = {"storm": options.storm, "distribution": options.distribution}
    return own if options.castles_to_win is None else {**own, "castles-to-win": options.castles_to_win}


def turns_of(begin: GameState, moves: Iterable[AnyMove]) -> list[dict[str, Any]]:
    """The entries `turns` of a record; a card without its action at the end is left out."""
    turns: list[dict[str, Any]] = []
    state = begin
    played: dict[str, Any] = {}
    for move in moves:
        match move:
            case Put() | Move() | Build() | Oust():
                turns.append({**played, "act": action_entry(state.table, state.sky, state.player, move)})
            case _:
                played = play_entry(state.table, state.sky, move)
        state = apply(state, move)
    return turns
