"""Game records: replay a whole game from data by the rules, and write one from a game that was played.

Findings of a game record before any rule of play is checked: names, numbers, and shapes.

Choices of spells as entries of a game record, and back. Each kind of choice defines the keys of its entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Castles, Kingdom, VineCard, castles_from_data
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, Face, face_findings
from cloudy_pnp.cloudy_kingdom.rules import state as states
from cloudy_pnp.cloudy_kingdom.rules.board import Board, connected, slots_as_many_as_fields, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Options
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import cards_to_place, step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.cloudy_kingdom.rules.turns import DEFAULT_EDITION, apply, move_problem, start
from cloudy_pnp.cloudy_kingdom.scenarios.board import cards_on, connections_data, laid_findings, lay_cards
from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference
from cloudy_pnp.game.kit.records import Records, Stopped, TurnReport

ChoiceKind = TypeVar("ChoiceKind", bound=states.Choice)
_Shape: TypeAlias = Literal["field", "facing", "card", "name", "names", "number", "text"]


class _Codec(Struct, frozen=True):
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _is_field(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(number, int) for number in value)


def _is_facing(value: Any) -> bool:
    return isinstance(value, str) and value in DIRECTION


_CODECS: Mapping[_Shape, _Codec] = {
    "field": _Codec(_is_field, tuple, list),
    "facing": _Codec(_is_facing, DIRECTION.__getitem__, lambda facing: facing.text),
    "card": _Codec(lambda _: True, _same, _same),
    "name": _Codec(lambda value: isinstance(value, str), _same, _same),
    "text": _Codec(lambda value: isinstance(value, str), _same, _same),
    "names": _Codec(lambda value: isinstance(value, list), tuple, list),
    "number": _Codec(lambda value: isinstance(value, int), _same, _same),
}


KEYS: Mapping[type[states.Choice], Mapping[str, _Shape]] = {
    states.PlaceCard: {"card": "card", "at": "field", "facing": "facing"},
    states.TargetField: {"at": "field"},
    states.ClearBreak: {"at": "field", "break": "name"},
    states.Redraw: {"redraw": "names"},
    states.MoveCard: {"at": "field", "to": "field", "facing": "facing"},
    states.SwapStacks: {"at": "field", "with": "field"},
    states.ExchangeCastles: {"side": "name", "castles": "names"},
    states.Order: {"order": "names"},
    states.NamePlayer: {"player": "name"},
    states.TakeOption: {"option": "number"},
    states.KeepCard: {"keep": "name"},
    states.Roll: {"roll": "number"},
    states.Decide: {"decided": "text"},
    states.Skip: {},
}  # the keys of an entry for a kind of choice, in the order of its fields; a `card` may be missing
_KINDS: Mapping[type[Any], Mapping[str, _Codec]] = {
    kind: {key: _CODECS[shape] for key, shape in keys.items()} for kind, keys in KEYS.items()
}
# The key that identifies an entry: the first required one.
_LEADS = {key: codec for parts in _KINDS.values() for key, codec in [it for it in parts.items() if it[0] != "card"][:1]}


def is_entry_of(kind: type[Any], entry: Mapping[str, Any]) -> bool:
    """Return whether an entry has exactly the parts of a kind of choice; the card may be missing."""
    parts = _KINDS[kind]
    return parts.keys() - {"card"} <= entry.keys() <= parts.keys() and all(
        parts[key].fits(value) for key, value in entry.items()
    )


def choice_from(kind: type[ChoiceKind], entry: Mapping[str, Any]) -> ChoiceKind:
    """Return the choice that an entry of its kind describes."""
    return kind(*(codec.read(entry[key]) for key, codec in _KINDS[kind].items()))


def choice_entry(choice: states.Choice, *, name_card: bool) -> dict[str, Any]:
    """Return a choice as an entry of a record.

    >>> from cloudy_pnp.cloudy_kingdom.rules.state import SwapStacks
    >>> choice_entry(SwapStacks((0, 1), (2, 1)), name_card=False)
    {'at': [0, 1], 'with': [2, 1]}
    """
    if isinstance(choice, states.Skip):
        return {"skip": True}
    parts = zip(_KINDS[type(choice)].items(), astuple(choice), strict=True)
    entry = {key: codec.write(value) for (key, codec), value in parts}
    return entry if name_card else {key: value for key, value in entry.items() if key != "card"}


def looks_like_a_choice(entry: object) -> bool:
    """Return whether an entry looks like any choice; whether it fits the step is checked when it is played."""
    if not isinstance(entry, dict):
        return False
    if entry.get("skip") is True or any(key != "at" and _fits(entry, key) for key in _LEADS):
        return True
    return _fits(entry, "at") and _is_facing(entry.get("facing", "n"))


def _fits(entry: Mapping[str, Any], key: str) -> bool:
    return key in entry and _LEADS[key].fits(entry[key])


SPELLS_A_PLAYER = 3


def record_findings(kingdom: Kingdom, data: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the set-up of a record; paths start at the document."""
    return [
        *_board(kingdom, data),
        *_players(kingdom, data),
        *_cards(kingdom, data),
        *_spells(kingdom, data),
        *_setup(kingdom, data),
    ]


def with_defined(kingdom: Kingdom, define: Mapping[str, Any]) -> Kingdom:
    """Return the game with the faces that a record defines."""
    defined = {name: VineCard(name, 0, Face.from_data(face)) for name, face in define.items()}
    return replace(kingdom, vines={**kingdom.vines, **defined}) if defined else kingdom


def _board(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """LAY-4, LAY-5: check the castles of a layout or the record's own; and the edition."""
    edition = data.get("edition", DEFAULT_EDITION)
    if edition not in kingdom.editions:
        yield unknown_reference(("edition",), edition, "edition", kingdom.editions)
    if ("layout" in data) == ("castles" in data):
        message = "a record needs castles or a layout, and not both"
        yield Finding("LAY-5", (), message, f"write layout: {next(iter(kingdom.layouts), 'A')}")
    elif "castles" in data:
        yield from _check_castles(kingdom, data["castles"])
    elif data["layout"] not in kingdom.layouts:
        yield unknown_reference(("layout",), data["layout"], "layout", kingdom.layouts)
    else:
        layout, players = kingdom.layouts[data["layout"]], len(data["players"])
        if players not in layout.players:
            counts = " or ".join(str(count) for count in layout.players)
            message = f"layout {quoted(layout.id)} is for {counts} players, not {players}"
            yield Finding("LAY-5", ("players",), message, "choose another layout", Severity.WARNING)


def _check_castles(kingdom: Kingdom, castles: Mapping[str, Any]) -> Iterator[Finding]:
    """LAY-4: require as many slots as fields; the other rules of LAY do not apply."""
    yield from slots_as_many_as_fields(castles, rows=len(castles["west"]), cols=len(castles["north"]))
    for side in SIDES:
        for slot, family in enumerate(castles[side]):
            if family is not None and family not in kingdom.families:
                yield unknown_reference(("castles", side, slot), family, "family", kingdom.families)


def _players(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-6 (reading): check the players in turn order, each a different family."""
    players = data["players"]
    if not players:
        yield Finding("TURN-6", ("players",), "there are no players: players is []", "name the families in turn order")
    for index, family in enumerate(players):
        if family not in kingdom.families:
            yield unknown_reference(("players", index), family, "family", kingdom.families)
        elif family in players[:index]:
            message = f"{quoted(family)} plays twice"
            yield Finding("TURN-6", ("players", index), message, "every player needs a different family")
    for key in ("first", "waits"):
        if key in data and data[key] not in players:
            yield unknown_reference((key,), data[key], "player", players)
    if "waits" in data and data["waits"] == data.get("first", next(iter(players), None)):
        message = f"{quoted(data['waits'])} begins and cannot sit out the first round"
        yield Finding("TURN-6", ("waits",), message, "name another family in first or in waits")


def _cards(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-1: require a deck of vine cards, of the game or defined here, at least one per player."""
    defined = data.get("define", {})
    for name, face in defined.items():
        if name in kingdom.vines or name in kingdom.spells:
            message = f"{quoted(name)} is already a card of the game"
            yield Finding("REF-DUPLICATE", ("define", name), message, "choose another name")
        for finding in face_findings(face):
            yield finding.under("define", name)
    names: Collection[str] = [*kingdom.vines, *defined]
    lookup = set(names)
    for index, card in enumerate(data["deck"]):
        if card not in lookup:
            yield unknown_reference(("deck", index), card, "vine card", names)
    if len(data["deck"]) < len(data["players"]):
        message = f"the deck has {len(data['deck'])} cards, too few for {len(data['players'])} players"
        yield Finding("TURN-1", ("deck",), message, "list at least one vine card for each player")


def _spells(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """TURN-1: require three spells per player; SPL-12: only one side of a double-sided card.

    In a set-up position a player may have used some.
    """
    spells, players = data["spells"], data["players"]
    if len(spells) != len(players):
        message = f"there are {len(spells)} lists of spells, but {len(players)} players"
        yield Finding("TURN-1", ("spells",), message, "list three spells for each player, in turn order")
    edition = kingdom.editions.get(data.get("edition", DEFAULT_EDITION))
    for index, hand in enumerate(spells):
        if len(hand) > SPELLS_A_PLAYER or (len(hand) < SPELLS_A_PLAYER and "setup" not in data):
            message = f"{quoted(hand)} are {len(hand)} spells, not {SPELLS_A_PLAYER}"
            yield Finding("TURN-1", ("spells", index), message, f"name {SPELLS_A_PLAYER} spells")
        for place, spell in enumerate(hand):
            if spell not in kingdom.spells:
                yield unknown_reference(("spells", index, place), spell, "spell", kingdom.spells)
        for pair in edition.pairs if edition else ():
            if set(pair) <= set(hand):
                message = f"{pair[0]} and {pair[1]} are two sides of one card; only one may be used"
                hint = "choose one of the two, and another spell"
                yield Finding("SPL-12", ("spells", index), message, hint, Severity.WARNING)


def _setup(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """GEO-1, GEO-5: check the cards on the board before the first turn, and on the discard pile."""
    setup, defined = data.get("setup", {}), data.get("define", {})
    castles = data.get("castles") or (data.get("layout") in kingdom.layouts and kingdom.layouts[data["layout"]].castles)
    if not castles or any(face_findings(face) for face in defined.values()):
        return  # reported already, and there is no board to lay them on
    kingdom = with_defined(kingdom, defined)
    board = Board.empty(len(castles["west"]), len(castles["north"]))
    for finding in laid_findings(kingdom, board, setup.get("cards", ())):
        yield finding.under("setup", "cards")
    for index, card in enumerate(setup.get("discard", ())):
        if card not in kingdom.vines:
            yield unknown_reference(("setup", "discard", index), card, "vine card", kingdom.vines)


def turn_findings(entry: Mapping[str, Any], path: DataPath) -> list[Finding]:
    """SCHEMA-TURN: require one of the four kinds of turns, with nothing else in it.

    They are `{vine: {at, facing}}`, `{spell, steps}`, `{discard: true}` and `{pass: true}`.
    """
    match entry:
        case {"vine": {"at": [int(), int()], "facing": str(facing)}} if len(entry) == 1 and facing in DIRECTION:
            return []
        case {"spell": str(), "steps": list(steps)} if len(entry) == 2:
            return [
                Finding("SCHEMA-CHOICE", (*path, "steps", index), f"{quoted(step)} is not a choice", "")
                for index, step in enumerate(steps)
                if not looks_like_a_choice(step)
            ]
        case {"discard": True} | {"pass": True} if len(entry) == 1:
            return []
    hint = "write vine: {at: [row, col], facing: n}, or spell: ID with steps: […], or discard: true"
    return [Finding("SCHEMA-TURN", path, f"{quoted(entry)} is not a turn", hint)]


# --- replaying ---------------------------------------------------------------------------------------------


def start_of_record(kingdom: Kingdom, data: Mapping[str, Any]) -> states.GameState:
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
    players = data["players"]
    if "first" in data:
        state = replace(state, player=players.index(data["first"]))
    if "waits" in data:
        state = state.missing(players.index(data["waits"]), 1)
    if define:
        state = replace(state, setting=replace(state.setting, define=define))
    return _set_up(state, data["setup"]) if "setup" in data else state


def _set_up(state: states.GameState, setup: Mapping[str, Any]) -> states.GameState:
    """Set up a position; its connections exist already, and no player has won by them."""
    board = lay_cards(state.setting.kingdom, state.board, setup.get("cards", ()))
    discarded = tuple(setup.get("discard", ()))
    return replace(state, board=board, connected=standing(board), discard_pile=discarded)


def _castles(kingdom: Kingdom, data: Mapping[str, Any]) -> Castles:
    return castles_from_data(data["castles"]) if "castles" in data else kingdom.layouts[data["layout"]].castles


def _play(state: states.GameState, data: Mapping[str, Any], turn: int) -> TurnReport[states.GameState, states.Move]:
    played = _Turn(turn, state)
    played.play(data["turns"][turn])
    return played.report()


class _Turn:
    """One turn of a record on its way into the game: stops at the first thing that is wrong."""

    def __init__(self, turn: int, state: states.GameState) -> None:
        self.turn = turn
        self.path: DataPath = ("turns", turn)
        self.states = [state]
        self.moves: list[states.Move] = []

    @property
    def state(self) -> states.GameState:
        return self.states[-1]

    def report(self) -> TurnReport[states.GameState, states.Move]:
        return TurnReport(self.turn, self.states[0].family, tuple(self.moves), tuple(self.states))

    def play(self, entry: Mapping[str, Any]) -> None:
        self._stop_after_the_end(self.path)
        if findings := turn_findings(entry, self.path):
            raise Stopped(*findings)
        match entry:
            case {"vine": {"at": [row, col], "facing": facing}}:
                self._move(states.PlayVine((row, col), DIRECTION[facing]), (*self.path, "vine", "at"))
            case {"spell": spell, "steps": steps}:
                self._move(states.CastSpell(spell), (*self.path, "spell"))
                self._choose(steps)
            case {"discard": True}:
                self._move(states.DiscardVine(), (*self.path, "discard"))
            case _:
                self._move(states.Pass(), (*self.path, "pass"))

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

    def _choice(self, entry: Mapping[str, Any], path: DataPath) -> states.Choice:
        """Parse an entry of the contracts as the choice that the spell asks for now."""
        step = step_to_choose(self.state)
        if step is not None:
            cards = cards_to_place(self.state)
            rules = rules_of(step)
            if rules.skippable and entry == {"skip": True}:
                return states.Skip()
            answer = rules.answer_to(step)
            if answer is not None and is_entry_of(answer, entry):
                if "card" in entry or not cards or len(set(cards)) == 1:
                    choice: states.Choice = choice_from(answer, {"card": cards[0], **entry} if cards else entry)
                    return choice
                hint = f"add card: {' or '.join(sorted(set(cards)))}"
                raise _wrong_choice(path, "the entry does not say which card is played", hint)
        raise _wrong_choice(path, f"{quoted(entry)} is not what the spell asks for: {_prompt(self.state)}", "")

    def _move(self, move: states.Move, path: DataPath) -> None:
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


def _prompt(state: states.GameState) -> str:
    step = step_to_choose(state)
    return "nothing" if step is None else rules_of(step).prompt(state, step)


# --- texts -------------------------------------------------------------------------------------------------


def _describe(final: states.GameState | None) -> dict[str, Any]:
    ending = final.ending if final else None
    return {
        "winners": list(ending.winners) if ending else [],
        "ended": ending.how if ending else None,
        "by": ending.by if ending else None,
        "turns": final.turns if final else 0,
        "draw_pile": len(final.draw_pile) if final else 0,
        "discard_pile": list(final.discard_pile) if final else [],
        "connected": connections_data(connected(final.board)) if final else [],
    }


def _tell_turn(report: TurnReport[states.GameState, states.Move]) -> str:
    from cloudy_pnp.cloudy_kingdom.scenarios.ascii import turn_lines  # a check describes no turns

    return f"{report.player}: {'; '.join(turn_lines(report))}"


def _tell_end(final: states.GameState) -> list[str]:
    from cloudy_pnp.cloudy_kingdom.scenarios.ascii import board_picture

    colours = {family.id: family.colour for family in final.setting.kingdom.families.values()}
    lines = ["", board_picture(final.board, connected(final.board), colours), ""]
    return lines if final.ending else [*lines, "the game is not over"]


RECORDS: Records[Kingdom, states.GameState, states.Move] = Records(
    check=record_findings,
    start=start_of_record,
    play=_play,
    describe=_describe,
    tell_turn=_tell_turn,
    tell_end=_tell_end,
)
replay, judge_record, invalid_record = RECORDS.replay, RECORDS.judge, RECORDS.invalid

# --- writing -----------------------------------------------------------------------------------------------


def record_of(
    begin: states.GameState, moves: Iterable[states.Move], header: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the record of a game from its first state and all its moves; `header` may add keys such as `title`.

    Castles are written as they lie, so that the record needs nothing else.
    """
    setting, board = begin.setting, begin.board
    sides = zip(("north", "east", "south", "west"), board.castles, strict=True)
    return {
        **(header or {}),
        "players": list(setting.players),
        **({"first": begin.family} if begin.player else {}),
        **({"waits": setting.players[begin.misses.index(1)]} if any(begin.misses) else {}),
        "castles": {side: list(slots) for side, slots in sides},
        "edition": setting.edition.id,
        "options": {"growth": setting.options.growth},
        "deck": [*(card for card in begin.hands if card is not None), *begin.draw_pile],
        "spells": [list(hand) for hand in begin.spells],
        **({"define": dict(setting.define)} if setting.define else {}),
        **({"setup": setup} if (setup := _setup_of(begin)) else {}),
        "turns": turns_of(begin, moves),
    }


def _setup_of(begin: states.GameState) -> dict[str, Any]:
    """Return the cards on the table before the first turn, as `setup` writes them."""
    cards, discard = cards_on(begin.board), list(begin.discard_pile)
    cast = any(len(hand) < SPELLS_A_PLAYER for hand in begin.spells)
    return {**({"cards": cards} if cards or cast else {}), **({"discard": discard} if discard else {})}


def turns_of(begin: states.GameState, moves: Iterable[states.Move]) -> list[dict[str, Any]]:
    """Return the entries `turns` of a record."""
    turns: list[dict[str, Any]] = []
    begun: object = None  # the step whose choices are being written
    state, many = begin, False
    for move in moves:
        match move:
            case states.PlayVine(at, facing):
                turns.append({"vine": {"at": list(at), "facing": facing.text}})
            case states.CastSpell(spell):
                turns.append({"spell": spell, "steps": []})
            case states.DiscardVine():
                turns.append({"discard": True})
            case states.Pass():
                turns.append({"pass": True})
            case _:
                asking = state.casting and (len(turns), state.casting.index, state.casting.steps)
                if asking != begun:
                    begun, many = asking, len(cards_to_place(state)) > 1  # the step keeps naming them to its end
                turns[-1]["steps"].append(choice_entry(move, name_card=many))
        state = apply(state, move)
    return turns
