"""A table on a screen: moves as plain data and in words, why one is not legal, and the board as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cloudy_pnp.draw.scene import Page
from cloudy_pnp.games.cloudy_kingdom.art.board_picture import cards_scene, field_places, ground_scene
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family, Kingdom, Spell
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.model.steps import Remove, Turn
from cloudy_pnp.games.cloudy_kingdom.present.components import style_of
from cloudy_pnp.games.cloudy_kingdom.present.table_words import ARROWS, ENDINGS, MOVES
from cloudy_pnp.games.cloudy_kingdom.rules.board import connected
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cards_to_place, step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    CastSpell,
    ClearBreak,
    Decide,
    DiscardVine,
    ExchangeCastles,
    GameState,
    KeepCard,
    Move,
    MoveCard,
    NamePlayer,
    Order,
    Pass,
    PlaceCard,
    PlayVine,
    Redraw,
    Roll,
    Skip,
    SwapStacks,
    TakeOption,
    TargetField,
)
from cloudy_pnp.games.cloudy_kingdom.rules.turns import move_problem
from cloudy_pnp.games.cloudy_kingdom.scenarios.choice_entries import choice_entry, choice_from, is_entry_of
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import RECORDS
from cloudy_pnp.games.contract import Data, Lazy, Spots, Table
from cloudy_pnp.games.kit.words import translate


def name_of(item: Family | Spell, lang: str) -> str:
    """Return the name of a family or a spell in a language, or in its first language."""
    return item.name[lang] if lang in item.name else next((item.name[other] for other in item.name), item.id)


# --- moves as plain data -----------------------------------------------------------------------------------


def _entry(state: GameState, move: Move, _lang: str) -> dict[str, Any]:
    match move:
        case PlayVine(at, facing):
            return {"card": state.hand, "at": _name(at), "facing": facing.text}
        case CastSpell(spell):
            return {"spell": spell}
        case DiscardVine():
            return {"discard": True}
        case Pass():
            return {"pass": True}
    entry = choice_entry(move, name_card=True)
    return {key: _name(value) if key in ("at", "to", "with") else value for key, value in entry.items()}


def _name(field: Any) -> str:
    """Return the name of a field in the picture."""
    return f"{field[0]},{field[1]}"


def _move(state: GameState, entry: Mapping[str, Any]) -> Move | None:
    """Parse a move from plain data; None if there is none."""
    read = {
        key: [int(part) for part in str(value).split(",")] if key in ("at", "to", "with") else value
        for key, value in entry.items()
    }
    match read:
        case {"spell": str(spell)}:
            return CastSpell(spell)
        case {"discard": True}:
            return DiscardVine()
        case {"pass": True}:
            return Pass()
        case {"skip": True}:
            return Skip()
        case {"at": [row, col], "facing": str(facing)} if state.casting is None and facing in DIRECTION:
            return PlayVine((row, col), DIRECTION[facing])
    step = step_to_choose(state)
    answer = rules_of(step).answer_to(step) if step else None
    if answer is None or not is_entry_of(answer, read):
        return None
    cards = cards_to_place(state)
    move: Move = choice_from(answer, {"card": cards[0], **read} if cards else read)
    return move


def _refusal(state: GameState, entry: Mapping[str, Any], lang: str) -> tuple[str, str] | None:
    try:
        move = _move(state, entry)
    except (ValueError, KeyError, TypeError):
        move = None
    if move is None:
        step = step_to_choose(state)
        prompt = f" ({rules_of(step).prompt(state, step)})" if step and lang == "en" else ""
        return "TURN-2", f"{MOVES.reason('TURN-2', lang)}{prompt}"
    broken = move_problem(state, move)
    if broken is None:
        return None
    detail = f" ({broken.message})" if lang == "en" and broken.code.startswith("SPL") else ""
    return broken.code, f"{MOVES.reason(broken.code, lang)}{detail}"


# --- words -------------------------------------------------------------------------------------------------


def _words(state: GameState, move: Move, lang: str) -> str:
    """Describe a move in a language."""
    kingdom = state.setting.kingdom

    def say(key: str, **parts: object) -> str:
        return MOVES.say(key, lang, **parts)

    def names(families: Iterable[str]) -> str:
        return MOVES.say("and", lang).join(name_of(kingdom.families[family], lang) for family in families)

    def card(name: str | None) -> str:
        return name_of(kingdom.spells[name], lang) if name and name in kingdom.spells else str(name)

    match move:
        case PlayVine(at, facing):
            return say("vine", card=card(state.hand), facing=ARROWS[facing.text], at=place_words(at))
        case CastSpell(spell):
            return say("cast", spell=name_of(kingdom.spells[spell], lang))
        case DiscardVine():
            return say("discard", card=card(state.hand))
        case Pass():
            return say("pass")
        case Skip():
            return say("skip")
        case PlaceCard(name, at, facing):
            return say("place", card=card(name), facing=ARROWS[facing.text], at=place_words(at))
        case TargetField(at):
            step = step_to_choose(state)
            key = "remove" if isinstance(step, Remove) else "turn" if isinstance(step, Turn) else "target"
            return say(key, at=place_words(at))
        case Redraw(families):
            key = "redraw-none" if not families else "redraw-one" if len(families) == 1 else "redraw"
            return say(key, families=names(families))
        case MoveCard(at, to):
            return say("move", at=place_words(at), to=place_words(to))
        case SwapStacks(at, other):
            return say("swap", at=place_words(at), to=place_words(other))
        case ExchangeCastles(side, families):
            return say("castles", families=names(families), side=MOVES.say(side, lang))
        case Order(cards):
            return say("order", cards=", ".join(cards))
        case NamePlayer(family):
            return say("player", family=names([family]))
        case TakeOption(number):
            return say("option", number=number)
        case ClearBreak(at, place):
            return say("break", at=place_words(at), place=place)
        case KeepCard(name):
            return say("keep", card=card(name))
        case Roll(number):
            return say("roll", number=number)
        case Decide():
            return say("decide")


def place_words(field: tuple[int, int]) -> str:
    """Return a field with row and column counted from 1.

    >>> place_words((0, 2))
    '1·3'
    """
    return f"{field[0] + 1}·{field[1] + 1}"


def _details(state: GameState, lang: str, _open: Sequence[bool]) -> dict[str, Any]:
    """Return the colours of the families, and every route that connects one."""
    kingdom = state.setting.kingdom
    families = {family for side in state.board.castles for family in side if family} | set(state.setting.players)
    return {
        "colours": {family: kingdom.families[family].colour for family in sorted(families)},
        "piles": {"draw": MOVES.say("draw-pile", lang), "discard": MOVES.say("discard-pile", lang)},
        "routes": [
            {
                "family": connection.family,
                "axis": connection.axis,
                "route": [_name(field) for field in connection.route],
            }
            for connection in connected(state.board)
        ],
    }


def _describe_ending(state: GameState, lang: str) -> str:
    if state.ending is None:
        return ""
    strangers = state.ending.winners and not set(state.ending.winners) & set(state.setting.players)
    sentences = (state.ending.how, "nobody") if strangers else (state.ending.how,)
    return " ".join(translate(ENDINGS[sentence], lang) for sentence in sentences)


# --- the board ---------------------------------------------------------------------------------------------


def _picture(data: Data, state: GameState) -> Page:
    board = state.board
    return cards_scene(board, state.setting.kingdom, style_of(data), connected(board))


def _ground(data: Data, state: GameState) -> Page:
    return ground_scene(state.board, state.setting.kingdom, style_of(data))


def _size(data: Data, state: GameState) -> tuple[tuple[float, float], Spots]:
    size, places = field_places(state.board, style_of(data))
    return size, {_name(at): (rect.x, rect.y, rect.width, rect.height) for at, rect in places.items()}


TABLE: Table[Kingdom, GameState, Move] = Table(
    entry=_entry,
    words=_words,
    refusal=_refusal,
    picture=_picture,
    ground=(_ground, lambda state: state.board.castles),
    size=_size,
    tells=_details,
    ended=_describe_ending,
    read=RECORDS.read,
    players={
        "greedy": Lazy("cloudy_pnp.games.cloudy_kingdom.sim.at_table:greedy"),
        "ahead": Lazy("cloudy_pnp.games.cloudy_kingdom.sim.at_table:ahead"),
    },
    cards="vines",
    named=("families", "spells"),
    arranging=Lazy("cloudy_pnp.games.cloudy_kingdom.present.arranging:ARRANGING"),
)
