"""German words for what a spell does: du, and numbers agree with „Karte“ (f)."""

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

_NUMBERS = ("", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_ROTATION = {1: "eine Vierteldrehung", 2: "eine halbe Drehung", 3: "eine Dreivierteldrehung"}
_ON = {"on-first": "die erste", "on-this": "diese Karte", "on-last": "die zuletzt gelegte Karte"}
_GOT = {"drawn": "gezogene", "taken": "genommene"}


def sentence(said: Sentence) -> str:
    """One sentence of a spell's text, with its full stop."""
    match said.first, said.second:
        case PlayCards() as play, PutAway() as rest:
            text = _play_and_put_away(play, rest, said.then)
        case first, None:
            text = _clause(first, said.then)
        case first, second:
            text = f"{_clause(first, said.then)} und {_clause(second, False)}"
    text = f"{text[0].upper()}{text[1:]}."
    if said.times > 1:
        text += f" Das geschieht insgesamt {_times(said.times)}."
    return text


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _times(count: int) -> str:
    return f"{_number(count)}mal" if count < len(_NUMBERS) else f"{count}-mal"


def _clause(clause: Clause, then: bool) -> str:
    """The imperative; "dann" follows the verb."""
    dann = " dann" if then else ""
    match clause:
        case DrawCards():
            return f"ziehe{dann} {_draw(clause)}"
        case TakeTop(1):
            return f"nimm dir{dann} die oberste Karte vom Abwurfstapel"
        case TakeTop(count):
            beiden = "beiden" if count == 2 else _number(count)
            return f"nimm dir{dann} die {beiden} obersten Karten vom Abwurfstapel"
        case PlayCards(cards, spot, may):
            which = _up_to(cards) if may else _which(cards)
            return _play(which, spot, cards.count != 1, may, dann)
        case PlayHand(spot, may):
            return _play("die Rankenkarte aus deiner Hand", spot, False, may, dann, ", statt sie abzuwerfen")
        case DiscardHand():
            return "wirf die Rankenkarte aus deiner Hand schon jetzt ab"
        case PutAway(cards):
            which = _put_away(cards)
            return f"wirf {which} ab" if cards.origin == "drawn" else f"lege {which} auf den Abwurfstapel zurück"
        case PutAwayUnplayed(origin, said):
            return _unplayed(origin, said)
        case OthersRedraw():
            return "reihum im Uhrzeigersinn dürfen die anderen ihre Rankenkarte abwerfen und dafür eine neue ziehen"
        case RemoveTop():
            return f"wähle{dann} eine Rankenkarte, auf der keine andere Karte liegt, und entferne sie aus dem Spiel"
        case TurnStack(quarters):
            stack = "einen ganzen Stapel (oder eine einzeln liegende Karte)"
            turn = f"drehe{dann} {stack} um {_ROTATION[quarters]} im Uhrzeigersinn"
            return f"{turn}. Die Wachstumsregeln gelten dabei nicht"
        case PlaceThis(on_card, sealed):
            place = f"lege{dann} diese Karte quer auf eine Rankenkarte"
            if not on_card:
                place = f"spiele{dann} diese Karte nach den Wachstumsregeln, als wäre sie eine Rankenkarte"
            seal = ". Von nun an darf nichts mehr auf diese Karte gelegt werden, und kein Zauber wirkt auf sie"
            return place + seal if sealed else place


def _draw(clause: DrawCards) -> str:
    number = f"{_number(clause.count)} weitere" if clause.more else _number(clause.count)
    return number if clause.short else f"{number} Rankenkarte{'' if clause.count == 1 else 'n'}"


def _play(which: str, spot: Spot, many: bool, may: bool, dann: str, tail: str = "") -> str:
    """Imperative, or „du darfst“ with the verb at the end; a clause after a comma stays behind the verb."""
    place, after = _place(spot, many)
    verb, infinitive = ("spiele", "spielen") if spot == "growth" else ("lege", "legen")
    if may:
        return f"du darfst{dann} {which} {place} {infinitive}{after}{tail}"
    return f"{verb}{dann} {which} {place}{after}{tail}"


def _play_and_put_away(play: PlayCards, rest: PutAway, then: bool) -> str:
    place, after = _place(play.spot, play.cards.count != 1)
    verb = "spielst" if play.spot == "growth" else "legst"
    which = _which(play.cards)
    begin = f"dann {verb} du {which}" if then else f"{which} {verb} du"
    away = f"{_put_away(rest.cards)} wirfst du ab"
    if rest.cards.origin == "taken":
        away = f"{_put_away(rest.cards)} legst du auf den Abwurfstapel zurück"
    return f"{begin} {place}{after}{';' if after else ','} {away}"


def _place(spot: Spot, many: bool) -> tuple[str, str]:
    match spot:
        case "growth":
            return "nach den Wachstumsregeln", ""
        case "empty":
            return f"auf {'leere Felder' if many else 'ein leeres Feld'}", ", wie es die Wachstumsregeln erlauben"
    return f"{'nacheinander ' if many else ''}quer auf {_ON[spot]}", ""


def _unplayed(origin: str, said: str) -> str:
    drawn = origin == "drawn"
    match said:
        case "it":
            return f"wenn nicht, {'wirf sie ab' if drawn else 'lege sie auf den Abwurfstapel zurück'}"
        case "them":
            return f"den Rest {'wirfst du ab' if drawn else 'legst du auf den Abwurfstapel zurück'}"
    away = "wirf {} ab, {}" if drawn else "lege {}, {}, auf den Abwurfstapel zurück"
    return away.format(f"{_GOT[origin]} Karten", "die du nicht gespielt hast")


def _named(cards: Cards, ending: str) -> str:
    """„übrige gezogene Karte“, „übrigen gezogenen Karten“: both adjectives and the noun take the ending."""
    return f"{f'übrige{ending} ' if cards.fewer else ''}{_GOT[cards.origin]}{ending} Karte{ending}"


def _which(cards: Cards) -> str:
    match cards:
        case Cards(whole=True, count=1):
            return {
                "just": "sie",
                "rest": "die andere" if cards.of_two else "die letzte",
                "anew": f"deine {_named(cards, '')}",
            }[cards.said]
        case Cards(whole=True, count=None):
            return {"just": "alle", "rest": "alle anderen", "anew": f"alle {_named(cards, 'n')}"}[cards.said]
        case Cards(whole=True, count=2):
            return {"just": "beide", "rest": "die beiden anderen", "anew": f"deine beiden {_named(cards, 'n')}"}[
                cards.said
            ]
    number = _number(cards.count or 0)
    if cards.whole:
        return {
            "just": f"alle {number}",
            "rest": f"die {number} anderen",
            "anew": f"alle {number} {_named(cards, 'n')}",
        }[cards.said]
    return {"just": f"{number} davon", "rest": f"noch {number} davon", "anew": f"{number} deiner {_named(cards, 'n')}"}[
        cards.said
    ]


def _up_to(cards: Cards) -> str:
    """What may be played and need not: one card or none, or any number up to a limit."""
    if cards.count == 1:
        return _which(cards)
    among = {"just": "davon", "rest": "der anderen", "anew": f"deiner {_named(cards, 'n')}"}[cards.said]
    if cards.whole and cards.count == 2:
        return f"eine {among} oder beide"
    limit = "beliebig viele" if cards.count is None else f"bis zu {_number(cards.count)}"
    return f"{limit} {among}"


def _put_away(cards: Cards) -> str:
    if cards.count == 1:
        return _which(cards)
    return {"just": "sie", "rest": "die übrigen", "anew": f"deine {_named(cards, 'n')}"}[cards.said]
