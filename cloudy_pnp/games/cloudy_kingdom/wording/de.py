"""German words for what a spell does: du, and numbers agree with „Karte“ (f)."""

from __future__ import annotations

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

_NUMBERS = ("", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_ROTATION = {1: "eine Vierteldrehung", 2: "eine halbe Drehung", 3: "eine Dreivierteldrehung"}
_ON = {"on-first": "die erste", "on-this": "diese Karte", "on-last": "die zuletzt gelegte Karte"}
_BREAKS = {"blocks": "Blockaden", "holes": "Löcher", "breaks": "Löcher und Blockaden"}
_MOVE = {
    "growth": "nach den Wachstumsregeln auf ein anderes Feld",
    "empty": "auf ein leeres Feld, wie es die Wachstumsregeln erlauben",
    "on-card": "quer auf eine Rankenkarte auf einem anderen Feld",
    "anywhere": "auf ein beliebiges anderes Feld (auf eine Karte nur quer), ohne auf die Wachstumsregeln zu achten",
}
_IGNORING = "ohne auf die Wachstumsregeln zu achten"
_ANYWHERE = "auf ein beliebiges Feld (auf eine Karte nur quer)"
_PROTECTED = {
    "field": "nichts darf dorthin gelegt werden, und kein Zauber wirkt darauf",
    "from-cards": "niemand darf eine Rankenkarte dorthin spielen, außer durch einen Zauber",
    "from-spells": "kein Zauber wirkt darauf, aber Rankenkarten dürfen dorthin gespielt werden",
}
_LINK = {"": "", "then": " dann", "anyway": " in jedem Fall"}  # it follows the verb
_GOT = {"drawn": "gezogene", "taken": "aufgenommene"}


def sentence(said: Saying) -> str:
    """One sentence of a spell's text, with its full stop."""
    if not isinstance(said, Sentence):
        return f"{_block(said, _LINK[said.link])}."
    text = f"{_capital(_plain(said, in_block=said.times > 1))}."
    return f"{text} Mache das insgesamt {_times(said.times)}." if said.times > 1 else text


def _plain(said: Sentence, *, in_block: bool = False) -> str:
    link = _LINK[said.link]
    match said.first, said.second:
        case PlayCards() as play, PutAway() as rest:
            return _play_and_put_away(play, rest, link)
        case first, None:
            return _clause(first, link, in_block)
        case first, second:
            return f"{_clause(first, link, in_block)} und {_clause(second, '', in_block)}"


def _block(block: Block, link: str) -> str:
    """A block is one sentence, so that its full stop shows where it ends; after the colon it begins anew."""
    match block:
        case ChoiceBlock(options):
            said = f"{DASH} oder ".join(_body(option) or "tu nichts" for option in options)
            return f"Wähle{link} eins: {_capital(said)}"
        case RepeatBlock(times, body):
            return f"Mache{link} {_times(times)} Folgendes: {_capital(_body(body))}"
        case ConditionBlock(body=body):
            return f"Nur wenn {_condition(block)}: {_capital(_body(body))}"


def _body(sentences: tuple[Sentence, ...]) -> str:
    return "; ".join(
        _plain(said, in_block=True) + (f" ({_times(said.times)})" if said.times > 1 else "") for said in sentences
    )


def _condition(condition: ConditionBlock) -> str:
    """A clause with its verb at the end, which agrees with the number."""
    number = condition.number
    none, one = number == 0 and not condition.at_least, number == 1
    limit = "mindestens" if condition.at_least else "höchstens"
    cards = f"{limit} {_number(number)} Karte{'' if one else 'n'}"
    match condition.what:
        case "draw-pile":
            return "der Zugstapel leer ist" if none else f"im Zugstapel {cards} {'liegt' if one else 'liegen'}"
        case "discard-pile":
            return "der Abwurfstapel leer ist" if none else f"im Abwurfstapel {cards} {'liegt' if one else 'liegen'}"
        case "empty-fields":
            fields = "ein Feld leer ist" if one else f"{_number(number)} Felder leer sind"
            return "kein Feld leer ist" if none else f"{limit} {fields}"
        case "tallest-stack":
            return "im Spielbereich keine Karte liegt" if none else f"der höchste Stapel {cards} hat"
        case "own-connections" | "connections-behind":
            links = f"{limit} {_number(number)} Verbindung{'' if one else 'en'}"
            if condition.what == "own-connections":
                return "deine Familie keine Verbindung hat" if none else f"deine Familie {links} hat"
            if none:
                return "keine andere Familie mehr Verbindungen hat als deine"
            return f"{'eine' if condition.at_least else 'jede'} andere Familie {links} mehr hat als deine"
        case "hand-ends":
            edges = f"{limit} {_number(number)} Kante{'' if one else 'n'}"
            if none:
                return "du keine Rankenkarte auf der Hand hast"
            return f"die Ranken auf der Karte in deiner Hand {edges} erreichen"
        case "own-spells":
            spells = "einen anderen Zauber" if one else f"{_number(number)} andere Zauber"
            return "dies dein letzter Zauber ist" if none else f"du noch {limit} {spells} hast"


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def _times(count: int) -> str:
    return f"{_number(count)}mal" if count < len(_NUMBERS) else f"{count}-mal"


def _clause(clause: Clause, dann: str, in_block: bool) -> str:
    """The imperative; „dann“ follows the verb."""
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
            return f"wirf{dann} die Rankenkarte aus deiner Hand schon jetzt ab"
        case PutAway(cards):
            return f"wirf {_put_away(cards)} ab"
        case PutAwayUnplayed(origin, said):
            return _unplayed(origin, said)
        case OfferRedraw():
            redraw = "ihre Rankenkarte abwerfen und bekommt dafür eine neue vom Zugstapel"
            return f"im Uhrzeigersinn darf{dann} jede andere Person {redraw}"
        case ForceRedraw("others"):
            redraw = "ihre Rankenkarte abwerfen und bekommt dafür eine neue vom Zugstapel"
            return f"im Uhrzeigersinn muss{dann} jede andere Person {redraw}"
        case ForceRedraw():
            return f"wähle{dann} eine andere Person, die ihre Rankenkarte abwirft und dafür eine neue zieht"
        case Steal():
            return f"nimm dir{dann} die Rankenkarte einer anderen Person deiner Wahl, die dafür eine neue zieht"
        case Give():
            give = f"gib{dann} die Rankenkarte aus deiner Hand einer anderen Person, statt sie abzuwerfen"
            so = "diese Person wirft dafür ihre bisherige Karte ab"
            return f"{give} ({so})" if in_block else f"{give}. {_capital(so)}"
        case TakeBack():
            return f"nimm dir{dann} die zuletzt gelegte Rankenkarte aus dem Spielbereich (wenn sie noch dort liegt)"
        case SwapCastles():
            swap = f"vertausche{dann} zwei Burgen auf einer Seite des Spielbereichs"
            so = "danach dürfen Burgen einer Familie weder genau gegenüberliegen noch an einer Ecke zusammentreffen"
            return f"{swap} ({so})" if in_block else f"{swap}. {_capital(so)}"
        case Remove(to=to):
            put, away = ("lege", "auf den Abwurfstapel") if to == "discard" else ("entferne", "aus dem Spiel")
            if in_block:
                return f"{put}{dann} eine unverdeckte Rankenkarte {away}"
            return f"wähle{dann} eine Rankenkarte, auf der keine andere Karte liegt, und {put} sie {away}"
        case Turn(quarters=quarters):
            stack = "einen ganzen Stapel (oder eine einzeln liegende Karte)"
            turn = f"drehe{dann} {stack} um {_ROTATION[quarters]} im Uhrzeigersinn"
            return f"{turn}, {_IGNORING}" if in_block else f"{turn}. Die Wachstumsregeln gelten dabei nicht"
        case PlaceSelf(where, sealed):
            place = f"lege{dann} diese Karte quer auf eine Rankenkarte"
            if where == "anywhere":
                place = f"lege{dann} diese Karte {_ANYWHERE}, {_IGNORING}"
            elif where == "growth":
                place = f"spiele{dann} diese Karte nach den Wachstumsregeln, als wäre sie eine Rankenkarte"
            seal = "von nun an darf nichts mehr auf diese Karte gelegt werden, und kein Zauber wirkt auf sie"
            return place if not sealed else f"{place}; {seal}" if in_block else f"{place}. {_capital(seal)}"
        case MoveTop(where=where):
            return f"versetze{dann} eine unverdeckte Rankenkarte {_MOVE[where]}"
        case Swap(target):
            both = "zwei benachbarte Stapel" if target == "neighbours" else "zwei ganze Stapel"
            stacks = f"{both} (oder einzeln liegende Karten)"
            return f"vertausche{dann} {stacks}, ohne sie zu drehen und {_IGNORING}"
        case Clear(kind):
            on_a_card = f"lege{dann} einen Marker (etwa eine Münze) auf eine unverdeckte Rankenkarte"
            return f"{on_a_card}, damit ihre {_BREAKS[kind]} nicht mehr zählen"
        case Peek(count):
            top = f"die {'beiden' if count == 2 else _number(count)} obersten Karten des Zugstapels"
            return f"sieh dir{dann} {top} an und lege sie in beliebiger Reihenfolge wieder obenauf"
        case NeighbourMisses(turns):
            missed = "einen Zug" if turns == 1 else f"{_number(turns)} Züge"
            return f"die Person links von dir setzt{dann} {missed} aus"
        case MissTurn():
            return f"wähle{dann} eine andere Person, die einen Zug aussetzt"
        case ExtraTurn():
            return f"nach diesem Zug hast du{dann} noch einen Zug, zu dessen Beginn du nicht gewinnen kannst"
        case Protect(target):
            protect = f"schütze{dann} ein Feld bis zum Beginn deines nächsten Zuges"
            so = _PROTECTED[target]
            return f"{protect} ({so})" if in_block else f"{protect}: {_capital(so)}"


def _draw(clause: DrawCards) -> str:
    number = f"{_number(clause.count)} weitere" if clause.more else _number(clause.count)
    return number if clause.short else f"{number} Rankenkarte{'' if clause.count == 1 else 'n'}"


def _play(which: str, spot: PlayedWhere, many: bool, may: bool, dann: str, tail: str = "") -> str:
    """Imperative, or „du darfst“ with the verb at the end; a clause after a comma stays behind the verb."""
    place, after = _place(spot, many)
    verb, infinitive = ("spiele", "spielen") if spot == "growth" else ("lege", "legen")
    if may:
        return f"du darfst{dann} {which} {place} {infinitive}{after}{tail}"
    return f"{verb}{dann} {which} {place}{after}{tail}"


def _play_and_put_away(play: PlayCards, rest: PutAway, link: str) -> str:
    place, after = _place(play.spot, play.cards.count != 1)
    verb = "spielst" if play.spot == "growth" else "legst"
    which = _which(play.cards)
    begin = f"{link.lstrip()} {verb} du {which}" if link else f"{which} {verb} du"
    return f"{begin} {place}{after}{';' if after else ','} {_put_away(rest.cards)} wirfst du ab"


def _place(spot: PlayedWhere, many: bool) -> tuple[str, str]:
    match spot:
        case "growth":
            return "nach den Wachstumsregeln", ""
        case "empty":
            return f"auf {'leere Felder' if many else 'ein leeres Feld'}", ", wie es die Wachstumsregeln erlauben"
        case "anywhere":
            anywhere = _ANYWHERE.replace("ein beliebiges Feld", "beliebige Felder") if many else _ANYWHERE
            return anywhere, f", {_IGNORING}"
    return f"{'nacheinander ' if many else ''}quer auf {_ON[spot]}", ""


def _unplayed(origin: str, said: str) -> str:
    match said:
        case "it":
            return "wenn nicht, wirf sie ab"
        case "them":
            return "den Rest wirfst du ab"
    return f"wirf {_GOT[origin]} Karten ab, die du nicht gespielt hast"


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
