"""A table on a screen: moves pick by pick and in words, why one is not legal, and the board as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.draw.scene import Page
from cloudy_pnp.games.contract import Data, Lazy, Spots, Table
from luftschloesser.art.board import board_size, field_rect
from luftschloesser.model.board import DIRECTION
from luftschloesser.model.realm import Realm
from luftschloesser.model.state import (
    AnyMove,
    Being,
    Build,
    GameState,
    Lightning,
    Move,
    Oust,
    Put,
    Rain,
    Rainbow,
    Storm,
    Sun,
)
from luftschloesser.present.boards import ground_page, sky_page
from luftschloesser.present.words import WORDS
from luftschloesser.rules.turns import move_problem
from luftschloesser.rules.weather import apply_play, castles_at_stake
from luftschloesser.scenarios.record import RECORDS

ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}
_VERBS = ("put", "move", "build", "oust")

Pick = dict[str, Any]

# --- moves, pick by pick -----------------------------------------------------------------------------------


def _card(value: str) -> Pick:
    return {"pick": "card", "value": value}


def _spot(at: int) -> Pick:
    return {"pick": "spot", "value": str(at)}


def _word(value: str, words: str) -> Pick:
    return {"pick": "word", "value": value, "words": words}


def _entry(state: GameState, move: AnyMove, lang: str) -> Mapping[str, Any]:
    picks = _picks(state, move, lang)
    match move:
        case Rainbow(card, (first, second)):
            other = [_card(card), *_being(state, second, lang), *_being(state, first, lang)]
            return {"picks": picks, "or": other}
    return {"picks": picks}


def _picks(state: GameState, move: AnyMove, lang: str) -> list[Pick]:
    match move:
        case Sun(card, at) | Lightning(card, at):
            return [_card(card), _spot(at)]
        case Rain(card, at, castle):
            several = len(castles_at_stake(state.sky, at)) > 1
            return [_card(card), _spot(at), *([_of(state, "pick-castle", castle, lang)] if several else [])]
        case Storm(card, towards):
            return [_card(card), _word(towards.text, f"{ARROWS[towards.text]} {WORDS.say(towards.text, lang)}")]
        case Rainbow(card, None):
            return [_card(card), _word("pass", WORDS.say("pick-pass", lang))]
        case Rainbow(card, (first, second)):
            return [_card(card), *_being(state, first, lang), *_being(state, second, lang)]
        case Put(at):
            return [_spot(at), _word("put", WORDS.say("pick-put", lang))]
        case Move(at, to):
            return [_spot(at), _word("move", WORDS.say("pick-move", lang)), _spot(to)]
        case Build(at):
            return [_spot(at), _word("build", WORDS.say("pick-build", lang))]
        case Oust(at, castle):
            return [_spot(at), _of(state, "pick-oust", castle, lang)]
    raise TypeError(f"{move} is not a move")


def _of(state: GameState, key: str, player: int | None, lang: str) -> Pick:
    """Return a choice of a player's piece."""
    colour = "" if player is None else state.table.players[player]
    return _word(f"{key}:{colour}", WORDS.say(key, lang, player=f"{{{colour}}}"))


def _being(state: GameState, being: Being, lang: str) -> list[Pick]:
    """Return a being on a field; with its owner if beings of several players are there."""
    several = sum(count > 0 for count in state.sky[being.at].beings) > 1
    return [_spot(being.at), *([_of(state, "pick-being", being.player, lang)] if several else [])]


def _refusal(state: GameState, entry: Mapping[str, Any], lang: str) -> tuple[str, str] | None:
    """Return the rule that forbids the last of some picks that lead to no move."""
    move = _nearest_move(
        state, [str(pick.get("value", "")) for pick in entry.get("picks", ()) if isinstance(pick, Mapping)]
    )
    broken = move_problem(state, move) if move else None
    code = broken.code if broken else "TURN-1"
    if move is not None and broken is None:
        return None
    return code, WORDS.reason(code, lang)


def _nearest_move(state: GameState, picks: Sequence[str]) -> AnyMove | None:
    """Return the move nearest to some picks."""
    match picks:
        case [str(card), str(at)] if card in state.table.realm.cards and at.isdecimal():
            does, field = state.table.realm.cards[card].does, int(at)
            if does == "rainbow":
                return Rainbow(card, (Being(state.player, field), Being(state.player, field)))
            return Rain(card, field) if does == "rain" else (Lightning if does == "lightning" else Sun)(card, field)
        case [str(card), str(towards)] if card in state.table.realm.cards and towards in DIRECTION:
            return Storm(card, DIRECTION[towards])
        case [str(card), str(at), *_, str(to)] if card in state.table.realm.cards and at.isdecimal() and to.isdecimal():
            return Rainbow(card, (Being(state.player, int(at)), Being(state.player, int(to))))
        case [str(at), "put"] if at.isdecimal():
            return Put(int(at))
        case [str(at), "build"] if at.isdecimal():
            return Build(int(at))
        case [str(at), str(verb)] if at.isdecimal() and verb.startswith(("oust", "pick-oust")):
            return Oust(int(at), next(other for other in state.clockwise() if other != state.player))
        case [str(at), "move", str(to)] if at.isdecimal() and to.isdecimal():
            return Move(int(at), int(to))
        case [str(at), "move"] if at.isdecimal():
            return Move(int(at), int(at))
    return None


# --- words -------------------------------------------------------------------------------------------------


def _words(state: GameState, move: AnyMove, lang: str) -> str:
    """Describe a move; players appear as {red}, to be replaced with their names."""

    def owner(player: int) -> str:
        return f"{{{state.table.players[player]}}}"

    match move:
        case Put(at):
            return WORDS.say("put", lang, at=at)
        case Move(at, to):
            return WORDS.say("move", lang, at=at, to=to)
        case Build(at):
            return WORDS.say("build", lang, at=at)
        case Oust(at, other):
            return WORDS.say("oust", lang, at=at, player=owner(other))
    entry = state.table.realm.cards[move.card]
    card = f"{WORDS.say(entry.does, lang)}{'' if entry.at is None else f' {entry.at}'}"
    before, after = state.sky, apply_play(state.table.board, state.sky, move)
    match move:
        case Sun(_, at):
            return WORDS.say("came" if before != after else "full", lang, card=card, at=at)
        case Rain(_, at, castle):
            if castle is not None and before != after:
                return WORDS.say("fell", lang, card=card, at=at, player=owner(castle))
            return WORDS.say("went" if before != after else "dry", lang, card=card, at=at)
        case Storm(_, towards):
            return WORDS.say("blown", lang, card=card, towards=WORDS.say(towards.text, lang))
        case Lightning(_, at):
            return WORDS.say("struck", lang, card=card, at=at)
        case Rainbow(_, (first, second)):
            return WORDS.say("slid", lang, card=card, at=first.at, to=second.at)
    return WORDS.say("nobody", lang, card=card)


def _details(state: GameState, lang: str, _open: Sequence[bool]) -> dict[str, Any]:
    """Return the supply of every player, and the actions possible on a field."""
    sky, players = state.sky, state.table.players
    return {
        "colours": {colour: state.table.realm.colours[colour] for colour in players},
        "supply": [
            {"what": WORDS.say("clouds", lang), "count": sky.clouds},
            *(
                {"who": colour, "what": WORDS.say(kind, lang), "count": getattr(sky, kind)[player]}
                for player, colour in enumerate(players)
                for kind in ("beings", "castles")
            ),
        ],
        "to_win": state.table.to_win,
        "standing": {colour: sky.castles_standing(player) for player, colour in enumerate(players)},
        "verbs": [
            {"value": verb, "words": WORDS.say("verb-oust" if verb == "oust" else f"pick-{verb}", lang)}
            for verb in _VERBS
        ]
        if state.weather_done
        else [],
    }


def _describe_ending(state: GameState, lang: str) -> str:
    if state.ending is None:
        return ""
    winner = state.ending.winner
    castles = state.sky.castles_standing(winner)
    return WORDS.say("ended", lang, player=f"{{{state.table.players[winner]}}}", castles=castles)


# --- the board ---------------------------------------------------------------------------------------------


def _picture(data: Data, state: GameState) -> Page:
    return sky_page(data, state.table, state.sky)


def _size(_data: Data, state: GameState) -> tuple[tuple[float, float], Spots]:
    board = state.table.board
    rects = {str(at): field_rect(board, at) for at in board.fields}
    return board_size(board), {name: (rect.x, rect.y, rect.width, rect.height) for name, rect in rects.items()}


TABLE: Table[Realm, GameState, AnyMove] = Table(
    entry=_entry,
    words=_words,
    refusal=_refusal,
    read=RECORDS.read,
    picture=_picture,
    ground=(lambda _data, state: ground_page(state.table.board), lambda state: state.table.board),
    size=_size,
    tells=_details,
    ended=_describe_ending,
    players={
        "greedy": Lazy("luftschloesser.players.at_table:greedy"),
        "ahead": Lazy("luftschloesser.players.at_table:ahead"),
    },
    cards="weather",
    named=("colours",),
    arranging=Lazy("luftschloesser.present.arranging:ARRANGING"),
)
