"""A table on a screen: the possible moves, the value of every hand and its reasons, and the end of the game.

Cards and players appear in words as {id}; the page that shows them knows their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cloudy_pnp.game.contract import Lazy, Table
from fantasy_realms.model.realm import Realm
from fantasy_realms.play import state as st
from fantasy_realms.present.play import Position, first_position
from fantasy_realms.present.words import WORDS, scorer_words
from fantasy_realms.rules.best import Variants
from fantasy_realms.rules.score import CardScore, Score
from fantasy_realms.rules.seats import SuitChange
from fantasy_realms.scenarios.hand import find_best
from fantasy_realms.scenarios.record import RECORDS

PILE = "pile"  # the pick that draws; no card has this id
_MINUS = "−"


def _entry(_position: Position, move: st.Move, _lang: str) -> Mapping[str, Any]:
    match move:
        case st.Draw():
            return {"picks": [{"pick": "card", "value": PILE}]}
        case st.Take(card) | st.Put(card) | st.Keep(card):
            return {"picks": [{"pick": "card", "value": card}]}
        case st.Trade(first, gives, second, gets):
            return {"picks": [{"pick": "word", "value": f"{first} {gives} {second} {gets}"}]}
    return {"picks": [{"pick": "word", "value": "stop"}]}


def _words(position: Position, move: st.Move, lang: str) -> str:
    match move:
        case st.Draw():
            return WORDS.say("draw-two" if st.drafting(position.state) else "draw", lang)
        case st.Take(card):
            return WORDS.say("take", lang, card=f"{{{card}}}")
        case st.Put(card):
            return WORDS.say("put", lang, card=f"{{{card}}}")
        case st.Keep(card):
            return WORDS.say("keep", lang, card=f"{{{card}}}")
        case st.Trade(first, gives, second, gets):
            who = position.players
            parts = {"first": who[first], "second": who[second], "gives": gives, "gets": gets}
            return WORDS.say("trade", lang, **{key: f"{{{value}}}" for key, value in parts.items()})
    return WORDS.say("stop", lang)


def _refusal(position: Position, entry: Mapping[str, Any], lang: str) -> tuple[str, str] | None:
    """Return why a picked card cannot be picked now."""
    picks = [str(pick.get("value", "")) for pick in entry.get("picks", ()) if isinstance(pick, Mapping)]
    state = position.state
    card = picks[-1] if picks else ""
    kinds: dict[str, type[st.Take | st.Put | st.Keep]] = {"put": st.Put, "keep": st.Keep}
    attempt: st.Move = st.Draw() if card == PILE else kinds.get(state.phase, st.Take)(card)
    broken = st.broken_rule(state, attempt)
    return (broken.code, WORDS.reason(state.phase, lang)) if broken else None


# --- values of hands ---------------------------------------------------------------------------------------


def _details(position: Position, lang: str, open_seats: Sequence[bool]) -> dict[str, Any]:
    """Return the scores of visible hands, and the current task."""
    state = position.state
    now = f"to-{state.phase}" if state.phase in ("take", "put", "keep") else ""
    return {
        "task": WORDS.say(now, lang) if now else "",
        "ends": st.DISPLAY_ENDS[state.variant],
        "scores": [
            _score_view(position.realm, _score(position, seat), lang) if shown and state.hands[seat] else None
            for seat, shown in enumerate(open_seats)
        ],
    }


def _score(position: Position, seat: int) -> Score:
    """Return the score of a hand; at the end the display counts too: the Necromancer may take from it (RES-0)."""
    state = position.state
    display = st.offered(state) if state.phase == "over" else ()
    return _best(position.realm, state.hands[seat], display, state.variant == "chaos")


@lru_cache(maxsize=200)
def _best(realm: Realm, hand: tuple[str, ...], display: tuple[str, ...], chaos: bool) -> Score:
    return find_best(realm, hand, {}, display, Variants(chaos=chaos))


def _score_view(realm: Realm, score: Score, lang: str) -> dict[str, Any]:
    words = scorer_words(lang)
    return {
        "total": score.total,
        "base": words["base"].format(number=score.base),
        "cards": {
            scored.card: {
                "points": str(scored.points).replace("-", _MINUS),
                "blanked": scored.blanked,
                "why": "; ".join([*_choice(realm, score, scored, lang), *_why(scored, words)]),
            }
            for scored in score.cards
        },
    }


def _choice(realm: Realm, score: Score, scored: CardScore, lang: str) -> Iterator[str]:
    decision = score.choices.get(scored.card)
    if isinstance(decision, SuitChange):
        suit = realm.suits[decision.suit].name
        name = suit[lang] if lang in suit else suit["en"]
        yield WORDS.say("suit", lang, card=f"{{{decision.card}}}", suit=name)
    elif decision is not None:
        yield WORDS.say("chooses", lang, card=f"{{{decision}}}")


def _why(scored: CardScore, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the reasons for a card's points."""
    if scored.rule == "RES-4":
        yield words["blanked"].format(cards=_cards(scored.blanked_by))
    elif scored.rule == "RES-5":
        yield words["itself"]
    else:
        yield words["strength"].format(number=scored.strength)
    for cleared in scored.cleared_by:
        if cleared.word is None:
            yield words["cleared"].format(card=f"{{{cleared.by}}}")
    for because in scored.reasons:
        sign = "+" if because.points >= 0 else _MINUS
        yield f"{sign}{abs(because.points)}{f' ({_cards(because.cards)})' if because.cards else ''}"


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(f"{{{card}}}" for card in cards)


def _describe_ending(position: Position, lang: str) -> str:
    if position.state.phase != "over":
        return ""
    scores = [_score(position, seat) for seat in range(len(position.players))]
    top = max(score.rank for score in scores)
    first = [seat for seat, score in enumerate(scores) if score.rank == top]
    key = "ended" if len(first) == 1 else "shared"
    return WORDS.say(key, lang, player=f"{{{position.players[first[0]]}}}", total=top[0])


def _read(realm: Realm, record: Mapping[str, Any]) -> tuple[Position, Sequence[st.Move]]:
    """Read a record. Raises UserError if it is not a legal game, as far as it goes."""
    game, moves = RECORDS.read(realm, record)
    return first_position(realm, game.state), moves


TABLE: Table[Realm, Position, st.Move] = Table(
    entry=_entry,
    words=_words,
    refusal=_refusal,
    read=_read,
    tells=_details,
    ended=_describe_ending,
    players={
        "greedy": Lazy("fantasy_realms.present.table_players:greedy"),
        "ahead": Lazy("fantasy_realms.present.table_players:ahead"),
    },
    cards="cards",
    named=("suits", "cards"),
    arranging=Lazy("fantasy_realms.present.play:ARRANGING"),
)
