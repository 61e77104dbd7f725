"""English (British) words for what a spell does."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    Clear,
    ExtraTurn,
    MissTurn,
    MoveTop,
    OfferRedraw,
    Peek,
    PlaceSelf,
    Protect,
    Remove,
    Swap,
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
    "growth": "to another field by the growth rules",
    "empty": "to an empty field by the growth rules",
    "on-card": "crosswise onto a vine card on another field",
}
_LINK = {"": "", "then": "then ", "anyway": "in any case, "}
_GOT = {"drawn": "drawn", "taken": "retrieved"}


def sentence(said: Saying) -> str:
    """One sentence of a spell's text, with its full stop."""
    if not isinstance(said, Sentence):
        text = f"{_LINK[said.link]}{_block(said)}"
        return f"{text[0].upper()}{text[1:]}."
    text = _plain(said)
    text = f"{text[0].upper()}{text[1:]}."
    return f"{text} Do this {_times(said.times)} in all." if said.times > 1 else text


def _plain(said: Sentence, *, in_block: bool = False) -> str:
    text = _clause(said.first, in_block)
    if said.second is not None:
        text += f" and {_clause(said.second, in_block)}"
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
            back = f"put {rest} back on" if said != "anew" else f"return {rest} to"  # not "played back on"
            away = f"discard {rest}" if origin == "drawn" else f"{back} the discard pile"
            return f"if you do not, {away}" if said == "it" else away
        case OfferRedraw():
            return "going clockwise, each of the other players may discard their vine card and draw a new one"
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
            place = place if where == "on-card" else "play this card by the growth rules, as if it were a vine card"
            seal = "from then on nothing may be placed on this card, and no spell affects it"
            return place if not sealed else f"{place}; {seal}" if in_block else f"{place}. F{seal[1:]}"
        case MoveTop(where=where):
            return f"move an uncovered vine card {_MOVE[where]}"
        case Swap():
            return "swap two whole stacks (or single cards) without turning them, ignoring the growth rules"
        case Clear(kind):
            return f"put a token on an uncovered vine card, so that its {_BREAKS[kind]} no longer count"
        case Peek(count):
            return f"look at the top {_number(count)} cards of the draw pile and put them back on top in any order"
        case NeighbourMisses(turns):
            return f"the player on your left misses {'a turn' if turns == 1 else f'{_number(turns)} turns'}"
        case MissTurn():
            return "choose another player, who misses a turn"
        case ExtraTurn():
            return "take another turn after this one (you cannot win at its start)"
        case Protect():
            protect = "protect a field until the start of your next turn"
            so = "nothing may be placed there, and no spell affects it"
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
