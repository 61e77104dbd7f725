"""Game records: replay a whole game from data by the rules, and write one from a game that was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity
from cloudy_pnp.game.kit.records import Records, Stopped, TurnReport
from luftschloesser.model import state as st
from luftschloesser.model.board import Sky
from luftschloesser.model.realm import Realm
from luftschloesser.model.state import UnknownShuffle
from luftschloesser.rules.turns import apply, find_ending, move_problem, ranking, start
from luftschloesser.scenarios.documents import (
    fields_of,
    position_findings,
    record_findings,
    sky_of,
    table_findings,
    table_of,
)
from luftschloesser.scenarios.moves import action_entry, place_of, play_entry, read_action, read_play

Turn = TurnReport[st.GameState, st.AnyMove]


def ranks(state: st.GameState) -> Sequence[st.Rank]:
    """END-2: return the final ranking, or the current one."""
    return state.ending.ranking if state.ending else ranking(state.sky)


def ranking_of(table: st.Table, ranked: Sequence[st.Rank]) -> list[dict[str, Any]]:
    """END-2: return the ranking as data, the first rank first."""
    return [
        {"player": table.players[rank.player], "rank": rank.rank, "castles": rank.castles, "beings": rank.beings}
        for rank in ranked
    ]


# --- replaying ---------------------------------------------------------------------------------------------


def start_of_record(realm: Realm, data: Mapping[str, Any]) -> st.GameState:
    """Return the game before its first turn, from a record in which `record_findings` found no error."""
    table = table_of(realm, data)
    try:
        state = start(
            realm,
            table.players,
            seed=data.get("seed"),
            deck=data.get("deck"),
            shuffles=data.get("shuffles", ()),
            options=table.options,
        )
    except UnknownShuffle as unknown:
        raise _unknown_shuffle(data, (), unknown) from None
    return replace(state, sky=sky_of(table, data["setup"])) if "setup" in data else state


def _findings(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    yield from record_findings(realm, data)
    yield from _setup_findings(realm, data)


def _setup_findings(realm: Realm, data: Mapping[str, Any]) -> Iterator[Finding]:
    """AIR-1 to AIR-3: check a set-up position; END-1: reject a winner before the first turn."""
    if "setup" not in data or any(table_findings(realm, data)):
        return
    table = table_of(realm, data)
    findings = [finding.under("setup") for finding in position_findings(table, data["setup"])]
    yield from findings
    if not findings and (ending := find_ending(table, sky_of(table, data["setup"]))):
        message = f"{table.players[ending.winner]} has won before the first turn"
        yield Finding(ending.by, ("setup", "fields"), message, "take a castle away")


def _play(state: st.GameState, data: Mapping[str, Any], turn: int) -> Turn:
    path: DataPath = ("turns", turn)
    entry = data["turns"][turn]
    if state.ending is not None:
        message = f"the game ended before this entry: {state.table.players[state.ending.winner]} has won"
        code = state.ending.by
        raise Stopped(Finding(code, path, message, "delete this entry and all after it"), code=code)
    play = _move(state, read_play(state.table, state.sky, entry), entry, path)
    between = apply(state, play)
    act = entry["act"]
    action = _move(between, read_action(between.table, between.sky, between.player, act), act, (*path, "act"))
    try:
        return TurnReport(turn, state.colour, (play, action), (state, between, apply(between, action)))
    except UnknownShuffle as unknown:
        raise _unknown_shuffle(data, path, unknown) from None


def _move(state: st.GameState, read: Any, entry: Mapping[str, Any], path: DataPath) -> Any:
    """Return a move that was read and that the rules allow; otherwise stop the turn here."""
    if isinstance(read, Finding):
        raise Stopped(read.under(*path))
    broken = read if isinstance(read, st.Broken) else move_problem(state, read)
    if broken is not None:
        raise Stopped(Finding(broken.code, (*path, *place_of(broken, entry)), broken.message), code=broken.code)
    return read


def _unknown_shuffle(data: Mapping[str, Any], path: DataPath, unknown: UnknownShuffle) -> Stopped:
    """TURN-3: report a wrong shuffle in `shuffles`; a missing one at the turn."""
    if unknown.number < len(data.get("shuffles", ())):
        path = ("shuffles", unknown.number)
    hint = f"list the pile after it as shuffles[{unknown.number}], the next card first, or give a seed"
    return Stopped(Finding("TURN-3", path, unknown.message, hint))


def _superfluous_shuffles(final: st.GameState, data: Mapping[str, Any]) -> Iterator[Finding]:
    if given := final.chance.given:
        message = f"{len(given)} shuffles are listed that this game does not need"
        path = ("shuffles", len(data["shuffles"]) - len(given))
        yield Finding("TURN-3", path, message, "delete them, unless the game continues", Severity.WARNING)


# --- texts -------------------------------------------------------------------------------------------------


def _describe(final: st.GameState | None) -> dict[str, Any]:
    ending = final.ending if final else None
    return {
        "winners": [final.table.players[ending.winner]] if final and ending else [],
        "ended": ending.how if ending else None,
        "by": ending.by if ending else None,
        "turns": final.turns if final else 0,
        "ranking": ranking_of(final.table, ranks(final)) if final else [],
        "draw_pile": len(final.draw_pile) if final else 0,
        "played_pile": list(final.played) if final else [],
    }


def _claimable(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the claimable results: the rank of each player, not the numbers behind it."""
    return {**answer, "ranking": {row["player"]: row["rank"] for row in answer["ranking"]}}


def _tell_turn(report: Turn) -> str:
    from luftschloesser.scenarios.narrate import turn_lines  # a check describes no turns

    return f"{report.player} {'; '.join(turn_lines(report))}"


def _tell_end(final: st.GameState) -> list[str]:
    from luftschloesser.scenarios.narrate import sky_picture

    lines = ["", sky_picture(final.table, final.sky), ""]
    if final.ending is None:
        return [*lines, "the game is not over"]
    ranked = (f"{rank.rank}. {final.table.players[rank.player]}" for rank in final.ending.ranking)
    return [*lines, f"ranking: {', '.join(ranked)}"]


RECORDS: Records[Realm, st.GameState, st.AnyMove] = Records(
    check=_findings,
    start=start_of_record,
    play=_play,
    describe=_describe,
    tell_turn=_tell_turn,
    tell_end=_tell_end,
    check_end=_superfluous_shuffles,
    claimable=_claimable,
)
replay, judge_record, invalid_record = RECORDS.replay, RECORDS.judge, RECORDS.invalid

# --- writing -----------------------------------------------------------------------------------------------


def record_of(
    begin: st.GameState, moves: Iterable[st.AnyMove], header: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the record of a game from its first state and its moves; `header` may add keys such as `title`.

    The deck and the pile after each shuffle are written out, so that the game can be checked without the generator.
    The seed is for continuing the game.
    """
    table, beginning = begin.table, begin.beginning
    turns, final = _turns_of(begin, moves)
    options = {key: value for key, value in to_builtins(table.options).items() if value is not None}
    record = {"game": "luftschloesser", **(header or {}), "players": list(table.players), "options": options}
    record["deck"] = list(beginning.deck)
    if beginning.chance.state is not None:
        record["seed"] = beginning.chance.state
    if shuffles := (*final.chance.done, *final.chance.given):
        record["shuffles"] = [list(pile) for pile in shuffles]
    if begin.sky != Sky.clear(table.board, len(table.players)):
        record["setup"] = {"fields": fields_of(table, begin.sky)}
    return {**record, "turns": turns}


def _turns_of(begin: st.GameState, moves: Iterable[st.AnyMove]) -> tuple[list[dict[str, Any]], st.GameState]:
    """Return the entries `turns` of a record, and the last state; a card without its action at the end is omitted."""
    turns: list[dict[str, Any]] = []
    state = begin
    played: dict[str, Any] = {}
    for move in moves:
        match move:
            case st.Put() | st.Move() | st.Build() | st.Oust():
                turns.append({**played, "act": action_entry(state.table, state.sky, state.player, move)})
            case _:
                played = play_entry(state.table, state.sky, move)
        state = apply(state, move)
    return turns, state
