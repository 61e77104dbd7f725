"""English (British) words for what a spell does."""

from __future__ import annotations

import re

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    Clear,
    ExtraTurn,
    ForceRedraw,
    Give,
    MissTurn,
    MoveTop,
    OfferRedraw,
    Peek,
    PlaceSelf,
    Protect,
    Remove,
    Steal,
    Swap,
    SwapCastles,
    TakeBack,
    Turn,
)
from cloudy_pnp.games.cloudy_kingdom.wording.clauses import (
    DASH,
    Block,
    Cards,
    ChoiceBlock,
    Clause,
    ConditionBlock,
    DiscardHand,
    DrawCards,
    NeighbourMisses,
    PlayCards,
    PlayedWhere,
    PlayHand,
    PutAway,
    PutAwayUnplayed,
    RepeatBlock,
    Saying,
    Sentence,
    TakeTop,
)

_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ROTATION = {1: "a quarter turn", 2: "half a turn", 3: "three quarters of a turn"}
_ON = {"on-first": "the first", "on-this": "this card", "on-last": "the card you placed last"}
_BREAKS = {"blocks": "blocks", "holes": "holes", "breaks": "holes and blocks"}
_MOVE = {
    "growth": "to another field, following the growth rules",
    "empty": "to an empty field, following the growth rules",
    "on-card": "crosswise onto a vine card on another field",
    "anywhere": "to any other field (crosswise if there is a card), ignoring the growth rules",
}
_PROTECTED = {
    "field": "nothing may be placed there, and no spell affects it",
    "from-cards": "nobody may play a vine card there, except by a spell",
    "from-spells": "no spell affects it, but vine cards may be played there",
}
_ANYWHERE = "on any field (crosswise if there is a card), ignoring the growth rules"
_LINK = {"": "", "then": "then ", "anyway": "in any case, "}
_GOT = {"drawn": "drew", "taken": "took"}


def sentence(said: Saying) -> str:
    """One sentence of a spell's text, with its full stop."""
    if not isinstance(said, Sentence):
        text = f"{_LINK[said.link]}{_block(said)}"
        return f"{text[0].upper()}{text[1:]}."
    text = _plain(said, in_block=said.times > 1)
    text = f"{text[0].upper()}{text[1:]}."
    return f"{text} Do this {_times(said.times)} in all." if said.times > 1 else text


def _plain(said: Sentence, *, in_block: bool = False) -> str:
    text = _clause(said.first, in_block)
    if said.second is not None:
        comma = "," if re.search(r", (one|following|ignoring)\b[^,]*$", text) else ""
        text += f"{comma} and {_clause(said.second, in_block)}"
    return f"{_LINK[said.link]}{text}"


def _block(block: Block) -> str:
    """A block is one sentence, so that its full stop shows where it ends."""
    match block:
        case ChoiceBlock(options):
            return f"choose one: {f'{DASH} or '.join(_body(option) or 'do nothing' for option in options)}"
        case RepeatBlock(times, body):
            return f"do this {_times(times)}: {_body(body)}"
        case ConditionBlock(body=body):
            return f"only if {_condition(block)}: {_body(body)}"


def _body(sentences: tuple[Sentence, ...]) -> str:
    return "; ".join(
        _plain(said, in_block=True) + (f" ({_times(said.times)})" if said.times > 1 else "") for said in sentences
    )


def _condition(condition: ConditionBlock) -> str:
    number = condition.number
    limit = f"at {'least' if condition.at_least else 'most'} {_number(number)}"
    none = number == 0 and not condition.at_least
    cards = f"{limit} card{'' if number == 1 else 's'}"
    match condition.what:
        case "draw-pile":
            return "the draw pile is empty" if none else f"the draw pile holds {cards}"
        case "discard-pile":
            return "the discard pile is empty" if none else f"the discard pile holds {cards}"
        case "empty-fields":
            return "no field is empty" if none else f"{limit} {'field is' if number == 1 else 'fields are'} empty"
        case "tallest-stack":
            return "there is no card on the board" if none else f"the tallest stack has {cards}"
        case "own-connections":
            ends = f"{limit} connection{'' if number == 1 else 's'}"
            return "your family has no connection" if none else f"your family has {ends}"
        case "connections-behind":
            more = f"{limit} more connection{'' if number == 1 else 's'} than yours"
            if none:
                return "no other family has more connections than yours"
            return f"another family has {more}" if condition.at_least else f"every other family has {more}"
        case "hand-ends":
            edges = f"{limit} edge{'' if number == 1 else 's'}"
            return "you have no vine card in hand" if none else f"the vines on the card in your hand reach {edges}"
        case "own-spells":
            spells = f"{limit} other spell{'' if number == 1 else 's'}"
            return "this is your last spell" if none else f"you have {spells} left"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{_number(count)} times"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def _clause(clause: Clause, in_block: bool) -> str:
    match clause:
        case DrawCards():
            return _draw(clause)
        case TakeTop(1):
            return "take the top card of the discard pile"
        case TakeTop(count):
            return f"take the top {_number(count)} cards of the discard pile"
        case PlayCards(cards, spot, may):
            which = _up_to(cards) if may else _which(cards)
            comma = (
                "," if cards.said == "anew" and spot == "growth" else ""
            )  # not "the card you drew following the rules"
            return f"{'you may ' if may else ''}{_verb(spot)} {which}{comma} {_place(spot, cards.count != 1)}"
        case PlayHand(spot, may):
            may_play = f"{'you may ' if may else ''}{_verb(spot)}"
            place = _place(spot, False)
            comma = "," if "," in place else ""
            return f"{may_play} the vine card in your hand {place}{comma} instead of discarding it"
        case DiscardHand():
            return "discard the vine card in your hand right away"
        case PutAway(cards):
            return f"discard {_put_away(cards)}"
        case PutAwayUnplayed(origin, said):
            anew = f"any cards you {_GOT[origin]} but have not played"
            rest = {"it": "it", "them": "the rest", "anew": anew}[said]
            return f"if you do not, discard {rest}" if said == "it" else f"discard {rest}"
        case OfferRedraw():
            return "going clockwise, each of the other players may discard their vine card and draw a new one"
        case ForceRedraw("others"):
            return "going clockwise, each of the other players discards their vine card and draws a new one"
        case ForceRedraw():
            return "choose another player, who discards their vine card and draws a new one"
        case Steal():
            return "take the vine card of another player of your choice, who then draws a new one"
        case Give():
            return "instead of discarding the vine card in your hand, give it to another player, who discards theirs"
        case TakeBack():
            return "take the vine card that was placed last off the board (if it is still there)"
        case SwapCastles():
            swap = "swap two castles on one side of the board"
            so = "after this, castles of one family may neither face each other nor meet at a corner"
            return f"{swap} ({so})" if in_block else f"{swap}. A{so[1:]}"
        case Remove(to=to):
            put, away = ("put", "on the discard pile") if to == "discard" else ("remove", "from the game")
            if in_block:
                return f"{put} an uncovered vine card {away}"
            return f"choose a vine card that no other card covers and {put} it {away}"
        case Turn(quarters=quarters):
            turn = f"turn a whole stack (or a card lying on its own) {_ROTATION[quarters]} clockwise"
            return f"{turn}, ignoring the growth rules" if in_block else f"{turn}. The growth rules do not apply here"
        case PlaceSelf(where, sealed):
            place = "place this card crosswise on a vine card"
            if where == "growth":
                place = "play this card following the growth rules, as if it were a vine card"
            elif where == "anywhere":
                place = f"place this card {_ANYWHERE}"
            seal = "from then on nothing may be placed on this card, and no spell affects it"
            return place if not sealed else f"{place}; {seal}" if in_block else f"{place}. F{seal[1:]}"
        case MoveTop(where=where):
            return f"move an uncovered vine card {_MOVE[where]}"
        case Swap(target):
            stacks = "two neighbouring stacks" if target == "neighbours" else "two whole stacks"
            return f"swap {stacks} (or single cards) without turning them, ignoring the growth rules"
        case Clear(kind):
            return f"put a token (a coin, say) on an uncovered vine card, so that its {_BREAKS[kind]} no longer count"
        case Peek(count):
            return f"look at the top {_number(count)} cards of the draw pile and put them back on top in any order"
        case NeighbourMisses(turns):
            return f"the player on your left misses {'a turn' if turns == 1 else f'{_number(turns)} turns'}"
        case MissTurn():
            return "choose another player, who misses a turn"
        case ExtraTurn():
            return "take another turn after this one (you cannot win at its start)"
        case Protect(target):
            protect, so = "protect a field until the start of your next turn", _PROTECTED[target]
            return f"{protect} ({so})" if in_block else f"{protect}: {so}"


def _draw(clause: DrawCards) -> str:
    one = clause.count == 1
    if clause.short:
        return "draw another one" if one else f"draw {_number(clause.count)} more"
    if clause.more:
        return "draw another vine card" if one else f"draw {_number(clause.count)} more vine cards"
    return "draw a vine card" if one else f"draw {_number(clause.count)} vine cards"


def _verb(spot: PlayedWhere) -> str:
    return "play" if spot in ("growth", "empty") else "place"


def _place(spot: PlayedWhere, many: bool) -> str:
    match spot:
        case "growth":
            return "following the growth rules"
        case "empty":
            return f"on {'empty fields' if many else 'an empty field'}, following the growth rules"
        case "anywhere":
            return _ANYWHERE if not many else _ANYWHERE.replace("any field", "any fields")
    return f"crosswise on {_ON[spot]}{', one after the other' if many else ''}"


def _named(cards: Cards, plural: bool) -> str:
    return f"the {'remaining ' if cards.fewer else ''}card{'s' if plural else ''} you {_GOT[cards.origin]}"


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
