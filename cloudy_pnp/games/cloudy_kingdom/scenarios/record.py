"""Game records: replay a whole game from data by the rules, and write one from a game that was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, quoted
from cloudy_pnp.games.cloudy_kingdom.model.cards import Castles, Kingdom, castles_from_data
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, connected, standing
from cloudy_pnp.games.cloudy_kingdom.rules.growth import Options
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cards_to_place, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    CastSpell,
    Choice,
    DiscardVine,
    GameState,
    Move,
    Pass,
    PlayVine,
    Skip,
)
from cloudy_pnp.games.cloudy_kingdom.rules.turns import DEFAULT_EDITION, apply, move_problem, start
from cloudy_pnp.games.cloudy_kingdom.scenarios.choice_entries import choice_entry, choice_from, is_entry_of, is_skip
from cloudy_pnp.games.cloudy_kingdom.scenarios.laid import cards_on, lay_cards
from cloudy_pnp.games.cloudy_kingdom.scenarios.record_checks import (
    SPELLS_A_PLAYER,
    record_findings,
    turn_findings,
    with_defined,
)
from cloudy_pnp.games.kit.records import Records, Stopped, TurnReport

# --- replaying ---------------------------------------------------------------------------------------------


def start_of_record(kingdom: Kingdom, data: Mapping[str, Any]) -> GameState:
    """Return the game before its first turn, from a record in which `record_findings` found no error."""
    define = data.get("define", {})
    state = start(
        with_defined(kingdom, define),
        data["players"],
        castles=_castles(kingdom, data),
        deck=data["deck"],
        spells=data["spells"],
        edition=data.get("edition", DEFAULT_EDITION),
        options=Options(growth=data.get("options", {}).get("growth", "edges")),
    )
    if define:
        state = replace(state, setting=replace(state.setting, define=define))
    return _set_up(state, data["setup"]) if "setup" in data else state


def _set_up(state: GameState, setup: Mapping[str, Any]) -> GameState:
    """Set up a position; its connections exist already, and no player has won by them."""
    board = lay_cards(state.setting.kingdom, state.board, setup.get("cards", ()))
    discarded = tuple(setup.get("discard", ()))
    return replace(state, board=board, connected=standing(board), discard_pile=discarded)


def _castles(kingdom: Kingdom, data: Mapping[str, Any]) -> Castles:
    return castles_from_data(data["castles"]) if "castles" in data else kingdom.layouts[data["layout"]].castles


def _play(state: GameState, data: Mapping[str, Any], turn: int) -> TurnReport[GameState, Move]:
    played = _Turn(turn, state)
    played.play(data["turns"][turn])
    return played.report()


class _Turn:
    """One turn of a record on its way into the game: stops at the first thing that is wrong."""

    def __init__(self, turn: int, state: GameState) -> None:
        self.turn = turn
        self.path: DataPath = ("turns", turn)
        self.states = [state]
        self.moves: list[Move] = []

    @property
    def state(self) -> GameState:
        return self.states[-1]

    def report(self) -> TurnReport[GameState, Move]:
        return TurnReport(self.turn, self.states[0].family, tuple(self.moves), tuple(self.states))

    def play(self, entry: Mapping[str, Any]) -> None:
        self._stop_after_the_end(self.path)
        if findings := turn_findings(entry, self.path):
            raise Stopped(*findings)
        match entry:
            case {"vine": {"at": [row, col], "facing": facing}}:
                self._move(PlayVine((row, col), DIRECTION[facing]), (*self.path, "vine", "at"))
            case {"spell": spell, "steps": steps}:
                self._move(CastSpell(spell), (*self.path, "spell"))
                self._choose(steps)
            case {"discard": True}:
                self._move(DiscardVine(), (*self.path, "discard"))
            case _:
                self._move(Pass(), (*self.path, "pass"))

    def _choose(self, steps: Sequence[Mapping[str, Any]]) -> None:
        for index, entry in enumerate(steps):
            path = (*self.path, "steps", index)
            self._stop_after_the_end(path)
            if self.state.casting is None:
                asked = "no choice" if index == 0 else "1 choice" if index == 1 else f"{index} choices"
                message = f"the spell asks for {asked}, but there is one more: {quoted(entry)}"
                raise _wrong_choice(path, message, "delete this entry")
            self._move(self._choice(entry, path), (*path, "at") if "at" in entry else path)
        if self.state.casting and not self.state.ending:
            message = f"the spell asks for another choice after {len(steps)}: {_prompt(self.state)}"
            raise _wrong_choice((*self.path, "steps"), message, "add the choice that is missing")

    def _choice(self, entry: Mapping[str, Any], path: DataPath) -> Choice:
        """Parse an entry of the contracts as the choice that the spell asks for now."""
        step = step_to_choose(self.state)
        if step is not None:
            cards = cards_to_place(self.state)
            rules = rules_of(step)
            if rules.skippable and is_skip(entry):
                return Skip()
            answer = rules.answer_to(step)
            if answer is not None and is_entry_of(answer, entry):
                if "card" in entry or not cards or len(set(cards)) == 1:
                    choice: Choice = choice_from(answer, {"card": cards[0], **entry} if cards else entry)
                    return choice
                hint = f"add card: {' or '.join(sorted(set(cards)))}"
                raise _wrong_choice(path, "the entry does not say which card is played", hint)
        raise _wrong_choice(path, f"{quoted(entry)} is not what the spell asks for: {_prompt(self.state)}", "")

    def _move(self, move: Move, path: DataPath) -> None:
        broken = move_problem(self.state, move)
        if broken is not None:
            raise Stopped(Finding(broken.code, path, broken.message), code=broken.code)
        self.states.append(apply(self.state, move))
        self.moves.append(move)

    def _stop_after_the_end(self, path: DataPath) -> None:
        """Stop at a turn or a choice after the end, with the rule that ended the game."""
        if ending := self.state.ending:
            message = f"the game ended before this entry ({ending.how}, {ending.by})"
            finding = Finding(ending.by, path, message, "delete this entry and all after it")
            raise Stopped(finding, code=ending.by, report=self.report() if self.moves else None)


def _wrong_choice(path: DataPath, message: str, hint: str) -> Stopped:
    return Stopped(Finding("SCHEMA-CHOICE", path, message, hint))


def _prompt(state: GameState) -> str:
    step = step_to_choose(state)
    return "nothing" if step is None else rules_of(step).prompt(state, step)


# --- texts -------------------------------------------------------------------------------------------------


def _describe(final: GameState | None) -> dict[str, Any]:
    ending = final.ending if final else None
    return {
        "winners": list(ending.winners) if ending else [],
        "ended": ending.how if ending else None,
        "by": ending.by if ending else None,
        "turns": final.turns if final else 0,
        "draw_pile": len(final.draw_pile) if final else 0,
        "discard_pile": list(final.discard_pile) if final else [],
        "connected": _connections(final.board) if final else [],
    }


def _connections(board: Board) -> list[dict[str, Any]]:
    return [
        {"family": item.family, "axis": item.axis, "route": [list(field) for field in item.route]}
        for item in connected(board)
    ]


def _tell_turn(report: TurnReport[GameState, Move]) -> str:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.narrate import turn_lines  # a check describes no turns

    return f"{report.player}: {'; '.join(turn_lines(report))}"


def _tell_end(final: GameState) -> list[str]:
    from cloudy_pnp.games.cloudy_kingdom.scenarios.ascii_board import board_picture

    colours = {family.id: family.colour for family in final.setting.kingdom.families.values()}
    lines = ["", board_picture(final.board, connected(final.board), colours), ""]
    return lines if final.ending else [*lines, "the game is not over"]


RECORDS: Records[Kingdom, GameState, Move] = Records(
    check=record_findings,
    start=start_of_record,
    play=_play,
    describe=_describe,
    tell_turn=_tell_turn,
    tell_end=_tell_end,
)
replay, judge_record, invalid_record = RECORDS.replay, RECORDS.judge, RECORDS.invalid

# --- writing -----------------------------------------------------------------------------------------------


def record_of(begin: GameState, moves: Iterable[Move], header: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the record of a game from its first state and all its moves; `header` may add keys such as `title`.

    Castles are written as they lie, so that the record needs nothing else.
    """
    setting, board = begin.setting, begin.board
    sides = zip(("north", "east", "south", "west"), board.castles, strict=True)
    return {
        **(header or {}),
        "players": list(setting.players),
        "castles": {side: list(slots) for side, slots in sides},
        "edition": setting.edition.id,
        "options": {"growth": setting.options.growth},
        "deck": [*(card for card in begin.hands if card is not None), *begin.draw_pile],
        "spells": [list(hand) for hand in begin.spells],
        **({"define": dict(setting.define)} if setting.define else {}),
        **({"setup": setup} if (setup := _setup_of(begin)) else {}),
        "turns": turns_of(begin, moves),
    }


def _setup_of(begin: GameState) -> dict[str, Any]:
    """Return the cards on the table before the first turn, as `setup` writes them."""
    cards, discard = cards_on(begin.board), list(begin.discard_pile)
    cast = any(len(hand) < SPELLS_A_PLAYER for hand in begin.spells)
    return {**({"cards": cards} if cards or cast else {}), **({"discard": discard} if discard else {})}


def turns_of(begin: GameState, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return the entries `turns` of a record."""
    turns: list[dict[str, Any]] = []
    begun: object = None  # the step whose choices are being written
    state, many = begin, False
    for move in moves:
        match move:
            case PlayVine(at, facing):
                turns.append({"vine": {"at": list(at), "facing": facing.text}})
            case CastSpell(spell):
                turns.append({"spell": spell, "steps": []})
            case DiscardVine():
                turns.append({"discard": True})
            case Pass():
                turns.append({"pass": True})
            case _:
                asking = state.casting and (len(turns), state.casting.index, state.casting.steps)
                if asking != begun:
                    begun, many = asking, len(cards_to_place(state)) > 1  # the step keeps naming them to its end
                turns[-1]["steps"].append(choice_entry(move, name_card=many))
        state = apply(state, move)
    return turns
