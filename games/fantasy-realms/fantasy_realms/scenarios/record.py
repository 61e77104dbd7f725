"""Game records as scenarios (`*.game.yaml`): replayed, described turn by turn, and compared with the claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, UserError, quoted
from cloudy_pnp.game.kit.records import Records, Stopped, TurnReport
from fantasy_realms.hands.names import names_of
from fantasy_realms.model.realm import Realm
from fantasy_realms.play import state as st
from fantasy_realms.play.state import Outcome, outcome, turns_as_data
from fantasy_realms.scenarios.hand import find_best

_BY = {"standard": "PLAY-4", "two": "PLAY-6", "chaos": "PLAY-7"}


class RecordedGame(Struct, frozen=True):
    """A position of a recorded game, with the names of its players."""

    realm: Realm
    players: tuple[str, ...]
    state: st.State

    @property
    def outcome(self) -> Outcome | None:
        """PLAY-5: the scores and the winners; None while the game goes on."""
        return _outcome(self.realm, self.state) if self.state.phase == "over" else None


@lru_cache(maxsize=16)  # the text and the JSON of a record, and its claims, need the same scores
def _outcome(realm: Realm, state: st.State) -> Outcome:
    return outcome(realm, state, find_best)


# --- replaying ---------------------------------------------------------------------------------------------


def _check(realm: Realm, record: Mapping[str, Any]) -> Iterator[Finding]:
    """HAND-1, PLAY-1: check the cards of the deck and the number of players."""
    names, cards, wrong = names_of(realm), set[str](), False
    for index, item in enumerate(record["deck"]):
        card = names.card(item, ("deck", index))
        if isinstance(card, Finding):
            yield card
        elif card in cards:
            yield Finding("HAND-1", ("deck", index), f"{card} is in the deck twice")
        wrong = wrong or isinstance(card, Finding) or card in cards
        cards.add(str(card))
    if not wrong:
        try:
            _start(realm, record)
        except UserError as error:
            yield Finding("PLAY-1", ("players",), str(error))


def _start(realm: Realm, record: Mapping[str, Any]) -> RecordedGame:
    names = names_of(realm)
    deck = [str(names.card(item, ("deck", index))) for index, item in enumerate(record["deck"])]
    state = st.start(len(record["players"]), deck, record.get("variant", "standard"))
    return RecordedGame(realm, tuple(record["players"]), state)


def _play(game: RecordedGame, record: Mapping[str, Any], turn: int) -> TurnReport[RecordedGame, st.Move]:
    moves, games = _moves(game, record["turns"][turn], turn), [game]
    for move in moves:
        broken = st.broken_rule(games[-1].state, move)
        if broken is not None:
            raise Stopped(Finding(broken.code, ("turns", turn), broken.message), code=broken.code)
        games.append(replace(game, state=st.apply(games[-1].state, move)))
    return TurnReport(turn, game.players[game.state.turn], tuple(moves), tuple(games))


def _moves(game: RecordedGame, turn: Mapping[str, Any], index: int) -> list[st.Move]:
    """Parse the moves of one turn. Raises Stopped for a wrong shape."""
    cards, state = game.realm.cards, game.state
    match turn:
        case {"take": "pile", "put": str(put)} if put in cards and len(turn) == 2:
            return [st.Draw(), st.Put(put)]
        case {"take": str(taken), "put": str(put)} if taken in cards and put in cards and len(turn) == 2:
            return [st.Take(taken), st.Put(put)]
        case {"take": str(taken)} if taken in cards and len(turn) == 1 and st.drafting(state):
            return [st.Take(taken)]
        case {"keep": str(kept), **rest} if kept in cards and set(rest) <= {"draw"}:
            if "draw" in rest and rest["draw"] != list(state.pile[:2]):
                message = f"the pile gives {quoted(list(state.pile[:2]))}, not {quoted(rest['draw'])}"
                raise Stopped(Finding("PLAY-6", ("turns", index, "draw"), message))
            return [st.Draw(), st.Keep(kept)]
        case {"trade": {"from": int(first), "gives": str(gives), "to": int(second), "gets": str(gets)}}:
            return [st.Trade(first, gives, second, gets)]
        case {"stop": True}:
            return [st.Stop()]
    hint = "write {take: pile, put: king}, {take: king}, {keep: king}, {trade: …} or {stop: true}, with ids of cards"
    raise Stopped(Finding("SCHEMA-RECORD", ("turns", index), f"this is not a turn: {quoted(turn)}", hint))


# --- texts -------------------------------------------------------------------------------------------------


def _describe(final: RecordedGame | None) -> dict[str, Any]:
    """Return the JSON of the final position."""
    if final is None:
        return {"winners": [], "totals": [], "ended": None, "turns": 0, "by": None}
    state, ended = final.state, final.outcome
    how = "time" if state.variant == "chaos" else "display"
    return {
        "winners": [final.players[seat] for seat in ended.winners] if ended else [],
        "totals": [score.total for score in ended.scores] if ended else [],
        "ended": how if ended else None,
        "turns": state.turns,
        "draw_pile": len(state.pile),
        "display": list(state.display),
        "by": _BY[state.variant] if ended else None,
    }


def _tell_turn(report: TurnReport[RecordedGame, st.Move]) -> str:
    before = report.before
    [turn] = turns_as_data(before.state, report.moves)
    who = "trade" if before.state.variant == "chaos" else report.player
    return f"{who}: {_turn_text(before.realm, turn)}"


def _turn_text(realm: Realm, turn: Mapping[str, Any]) -> str:
    def name(card: str) -> str:
        return realm[card].name["en"] if card in realm.cards else card

    match turn:
        case {"take": "pile", "put": put}:
            return f"draws from the pile, puts {name(put)}"
        case {"take": taken, "put": put}:
            return f"takes {name(taken)}, puts {name(put)}"
        case {"take": taken}:
            return f"takes {name(taken)}"
        case {"keep": kept}:
            return f"draws two cards, keeps {name(kept)}"
        case {"trade": {"from": first, "gives": gives, "to": second, "gets": gets}}:
            return f"seat {first} gives {name(gives)} to seat {second} for {name(gets)}"
    return "the time is up"


def _tell_end(final: RecordedGame) -> list[str]:
    ended = final.outcome
    if ended is None:
        return ["the game is not over"]
    lines = []
    for player, score in zip(final.players, ended.scores, strict=True):
        cards = ", ".join(final.realm[card.card].name["en"] for card in score.cards)
        lines.append(f"{score.total:>5}  {player} (base strength {score.base}): {cards}")
    winners = [final.players[seat] for seat in ended.winners]
    return [*lines, f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} (PLAY-5)"]


RECORDS: Records[Realm, RecordedGame, st.Move] = Records(
    check=_check, start=_start, play=_play, describe=_describe, tell_turn=_tell_turn, tell_end=_tell_end
)
replay, judge_record, invalid_record = RECORDS.replay, RECORDS.judge, RECORDS.invalid
