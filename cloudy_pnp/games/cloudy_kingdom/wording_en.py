"""English (British) words for what a spell does."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.wording_plan import (
    Cards,
    Clause,
    DiscardHand,
    DrawCards,
    OthersRedraw,
    PlaceThis,
    PlayCards,
    PlayHand,
    PutAway,
    PutAwayUnplayed,
    RemoveTop,
    Sentence,
    Spot,
    TakeTop,
    TurnStack,
)

_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ROTATION = {1: "a quarter turn", 2: "half a turn", 3: "three quarters of a turn"}
_ON = {"on-first": "the first", "on-this": "this card", "on-last": "the card you placed last"}
_GOT = {"drawn": "drawn", "taken": "retrieved"}


def sentence(said: Sentence) -> str:
    """One sentence of a spell's text, with its full stop."""
    text = _clause(said.first)
    if said.second is not None:
        text += f" and {_clause(said.second)}"
    if said.then:
        text = f"then {text}"
    text = f"{text[0].upper()}{text[1:]}."
    if said.times > 1:
        times = "twice" if said.times == 2 else f"{_number(said.times)} times"
        text += f" This is done {times} in all."
    return text


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _clause(clause: Clause) -> str:
    match clause:
        case DrawCards():
            return _draw(clause)
        case TakeTop(1):
            return "take the top card of the discard pile"
        case TakeTop(count):
            return f"take the top {_number(count)} cards of the discard pile"
        case PlayCards(cards, spot, may):
            which = _up_to(cards) if may else _which(cards)
            return f"{'you may ' if may else ''}{_verb(spot)} {which} {_place(spot, cards.count != 1)}"
        case PlayHand(spot, may):
            may_play = f"{'you may ' if may else ''}{_verb(spot)}"
            return f"{may_play} the vine card in your hand {_place(spot, False)} instead of discarding it"
        case DiscardHand():
            return "discard the vine card in your hand right away"
        case PutAway(cards):
            which = _put_away(cards)
            return f"discard {which}" if cards.origin == "drawn" else f"put {which} back on the discard pile"
        case PutAwayUnplayed(origin, said):
            rest = {"it": "it", "them": "the rest", "anew": f"any {_GOT[origin]} cards you have not played"}[said]
            away = f"discard {rest}" if origin == "drawn" else f"put {rest} back on the discard pile"
            return f"if you do not, {away}" if said == "it" else away
        case OthersRedraw():
            return "going clockwise, each of the other players may discard their vine card and draw a new one"
        case RemoveTop():
            return "choose a vine card that no other card covers and remove it from the game"
        case TurnStack(quarters):
            turn = f"turn a whole stack (or a card lying on its own) {_ROTATION[quarters]} clockwise"
            return f"{turn}. The growth rules do not apply here"
        case PlaceThis(on_card, sealed):
            place = "place this card crosswise on a vine card"
            place = place if on_card else "play this card by the growth rules, as if it were a vine card"
            return (
                f"{place}. From then on nothing may be placed on this card, and no spell affects it"
                if sealed
                else place
            )


def _draw(clause: DrawCards) -> str:
    one = clause.count == 1
    if clause.short:
        return "draw another one" if one else f"draw {_number(clause.count)} more"
    if clause.more:
        return "draw another vine card" if one else f"draw {_number(clause.count)} more vine cards"
    return "draw a vine card" if one else f"draw {_number(clause.count)} vine cards"


def _verb(spot: Spot) -> str:
    return "play" if spot in ("growth", "empty") else "place"


def _place(spot: Spot, many: bool) -> str:
    match spot:
        case "growth":
            return "by the growth rules"
        case "empty":
            return f"on {'empty fields' if many else 'an empty field'} by the growth rules"
    return f"crosswise on {_ON[spot]}{', one after the other' if many else ''}"


def _named(cards: Cards, plural: bool) -> str:
    return f"your {'remaining ' if cards.fewer else ''}{_GOT[cards.origin]} card{'s' if plural else ''}"


def _which(cards: Cards) -> str:
    match cards:
        case Cards(whole=True, count=1):
            return {
                "just": "it",
                "rest": "the other" if cards.of_two else "the last one",
                "anew": _named(cards, False),
            }[cards.said]
        case Cards(whole=True, count=count):
            every = "all" if count is None else "both" if count == 2 else f"all {_number(count)}"
            others = "all the others" if count is None else f"the other {_number(count)}"
            fresh = "all of them" if count is None else every
            return {"just": fresh, "rest": others, "anew": f"{every} of {_named(cards, True)}"}[cards.said]
    number = _number(cards.count or 0)
    more = "another one" if cards.count == 1 else f"{number} more"
    return {"just": f"{number} of them", "rest": f"{more} of them", "anew": f"{number} of {_named(cards, True)}"}[
        cards.said
    ]


def _up_to(cards: Cards) -> str:
    """What may be played and need not: one card or none, or any number up to a limit."""
    if cards.count == 1:
        return _which(cards)
    limit = "any number" if cards.count is None else f"up to {_number(cards.count)}"
    if cards.whole and cards.count == 2:
        limit = "one or both"
    return f"{limit} of {_among(cards)}"


def _among(cards: Cards) -> str:
    return {"just": "them", "rest": "the others", "anew": _named(cards, True)}[cards.said]


def _put_away(cards: Cards) -> str:
    if cards.count == 1:
        return _which(cards)
    return {"just": "them", "rest": "the rest", "anew": _named(cards, True)}[cards.said]
