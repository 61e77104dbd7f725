"""A table on a screen: moves pick by pick and in words, why one is not legal, and the board as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.draw.scene import Page
from cloudy_pnp.game.contract import Data, Lazy, Spots, Table
from luftschloesser.art.board import board_size, field_rect
from luftschloesser.model import state as st
from luftschloesser.model.board import DIRECTION
from luftschloesser.model.realm import Realm
from luftschloesser.present.boards import ground_page, sky_page
from luftschloesser.rules.turns import move_problem
from luftschloesser.rules.weather import castles_at_stake
from luftschloesser.scenarios.narrate import move_words
from luftschloesser.scenarios.record import RECORDS
from luftschloesser.words import WORDS

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


def _entry(state: st.GameState, move: st.AnyMove, lang: str) -> Mapping[str, Any]:
    picks = _picks(state, move, lang)
    match move:
        case st.Rainbow(card, (first, second)):
            other = [_card(card), *_being(state, second, lang), *_being(state, first, lang)]
            return {"picks": picks, "or": other}
    return {"picks": picks}


def _picks(state: st.GameState, move: st.AnyMove, lang: str) -> list[Pick]:
    match move:
        case st.Sun(card, at) | st.Lightning(card, at):
            return [_card(card), _spot(at)]
        case st.Rain(card, at, castle):
            several = len(castles_at_stake(state.sky, at)) > 1
            return [_card(card), _spot(at), *([_of(state, "pick-castle", castle, lang)] if several else [])]
        case st.Storm(card, towards):
            return [_card(card), _word(towards.text, f"{ARROWS[towards.text]} {WORDS.say(towards.text, lang)}")]
        case st.Rainbow(card, None):
            return [_card(card), _word("pass", WORDS.say("pick-pass", lang))]
        case st.Rainbow(card, (first, second)):
            return [_card(card), *_being(state, first, lang), *_being(state, second, lang)]
        case st.Put(at):
            return [_spot(at), _word("put", WORDS.say("pick-put", lang))]
        case st.Move(at, to):
            return [_spot(at), _word("move", WORDS.say("pick-move", lang)), _spot(to)]
        case st.Build(at):
            return [_spot(at), _word("build", WORDS.say("pick-build", lang))]
        case st.Oust(at, castle):
            return [_spot(at), _of(state, "pick-oust", castle, lang)]
    raise TypeError(f"{move} is not a move")


def _of(state: st.GameState, key: str, player: int | None, lang: str) -> Pick:
    """Return a choice of a player's piece."""
    colour = "" if player is None else state.table.players[player]
    return _word(f"{key}:{colour}", WORDS.say(key, lang, player=f"{{{colour}}}"))


def _being(state: st.GameState, being: st.Being, lang: str) -> list[Pick]:
    """Return a being on a field; with its owner if beings of several players are there."""
    several = sum(count > 0 for count in state.sky[being.at].beings) > 1
    return [_spot(being.at), *([_of(state, "pick-being", being.player, lang)] if several else [])]


def _refusal(state: st.GameState, entry: Mapping[str, Any], lang: str) -> tuple[str, str] | None:
    """Return the rule that forbids the last of some picks that lead to no move."""
    move = _nearest_move(
        state, [str(pick.get("value", "")) for pick in entry.get("picks", ()) if isinstance(pick, Mapping)]
    )
    broken = move_problem(state, move) if move else None
    code = broken.code if broken else "TURN-1"
    if move is not None and broken is None:
        return None
    return code, WORDS.reason(code, lang)


def _nearest_move(state: st.GameState, picks: Sequence[str]) -> st.AnyMove | None:
    """Return the move nearest to some picks."""
    cards, player = state.table.realm.cards, state.player
    match [int(pick) if pick.isdecimal() and len(pick) < 4 else pick for pick in picks]:
        case [str(card), int(at), *rest] if card in cards and cards[card].does == "rainbow":
            fields = [at, *(pick for pick in rest if isinstance(pick, int))]
            return st.Rainbow(card, (st.Being(player, at), st.Being(player, fields[-1])))
        case [str(card), int(at)] if card in cards:
            moves: dict[str, type[st.Rain | st.Lightning]] = {"rain": st.Rain, "lightning": st.Lightning}
            return moves.get(cards[card].does, st.Sun)(card, at)
        case [str(card), str(towards)] if card in cards and towards in DIRECTION:
            return st.Storm(card, DIRECTION[towards])
        case [int(at), "put"]:
            return st.Put(at)
        case [int(at), "build"]:
            return st.Build(at)
        case [int(at), str(verb)] if verb.startswith(("oust", "pick-oust")):
            return st.Oust(at, next(other for other in state.clockwise() if other != player))
        case [int(at), "move", *rest]:
            return st.Move(at, rest[0] if rest and isinstance(rest[0], int) else at)
    return None


# --- words -------------------------------------------------------------------------------------------------


def _words(state: st.GameState, move: st.AnyMove, lang: str) -> str:
    """Describe a move; players appear as {red}, to be replaced with their names."""
    return move_words(state.table, state.sky, move, lang, "{{{}}}".format)


def _details(state: st.GameState, lang: str, _open: Sequence[bool]) -> dict[str, Any]:
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


def _describe_ending(state: st.GameState, lang: str) -> str:
    if state.ending is None:
        return ""
    winner = state.ending.winner
    castles = state.sky.castles_standing(winner)
    return WORDS.say("ended", lang, player=f"{{{state.table.players[winner]}}}", castles=castles)


# --- the board ---------------------------------------------------------------------------------------------


def _picture(data: Data, state: st.GameState) -> Page:
    return sky_page(data, state.table, state.sky)


def _size(_data: Data, state: st.GameState) -> tuple[tuple[float, float], Spots]:
    board = state.table.board
    rects = {str(at): field_rect(board, at) for at in board.fields}
    return board_size(board), {name: (rect.x, rect.y, rect.width, rect.height) for name, rect in rects.items()}


TABLE: Table[Realm, st.GameState, st.AnyMove] = Table(
    entry=_entry,
    words=_words,
    refusal=_refusal,
    read=RECORDS.read,
    picture=_picture,
    ground=(lambda data, state: ground_page(data, state.table.board), lambda state: state.table.board),
    size=_size,
    tells=_details,
    ended=_describe_ending,
    players={
        "greedy": Lazy("luftschloesser.players.policies:choose_greedily"),
        "ahead": Lazy("luftschloesser.players.policies:choose_ahead"),
    },
    cards="weather",
    named=("colours",),
    arranging=Lazy("luftschloesser.present.play:ARRANGING"),
)
