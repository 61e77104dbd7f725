"""Hungarian words for what a spell does: tegezés. A definite object takes „tedd”, an indefinite one „tegyél”."""

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

_NUMBERS = ("", "egy", "két", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
_OBJECTS = ("", "egyet", "kettőt", "hármat", "négyet", "ötöt", "hatot", "hetet", "nyolcat", "kilencet")
_TIMES = ("", "", "kétszer", "háromszor", "négyszer", "ötször", "hatszor", "hétszer", "nyolcszor", "kilencszer")
_ROTATION = {1: "negyed fordulattal", 2: "fél fordulattal", 3: "háromnegyed fordulattal"}
_ON = {"on-first": "az elsőre", "on-this": "erre a kártyára", "on-last": "az utoljára letett kártyára"}
_GOT = {"drawn": "húzott", "taken": "felvett"}


def sentence(said: Sentence) -> str:
    """One sentence of a spell's text, with its full stop."""
    text = _clause(said.first)
    if said.second is not None:
        after_a_play = isinstance(said.first, PlayCards)
        text += f",{'' if after_a_play else ' és'} {_clause(said.second)}"
    if said.then:
        text = f"ezután{',' if text.startswith('ha ') else ''} {text}"
    text = f"{text[0].upper()}{text[1:]}."
    if said.times > 1:
        times = _TIMES[said.times] if said.times < len(_TIMES) else f"{said.times} alkalommal"
        text += f" Ez összesen {times} történik."
    return text


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _clause(clause: Clause) -> str:
    match clause:
        case DrawCards(count, more, short):
            what = _OBJECTS[count] if short else f"{_NUMBERS[count]} útvonalkártyát"
            return f"húzz {'még ' if more else ''}{what}"
        case TakeTop(1):
            return "vedd fel a dobópakli legfelső kártyáját"
        case TakeTop(count):
            return f"vedd fel a dobópakli {_number(count)} legfelső kártyáját"
        case PlayCards(cards, spot, may):
            return _play(cards, spot, may)
        case PlayHand(spot, may):
            le, place = _place(spot, False)
            card = "a kezedben lévő útvonalkártyát"
            return f"{_may(may)}{card} ne dobd el, hanem tedd{le} {place}"
        case DiscardHand():
            return "dobd el már most a kezedben lévő útvonalkártyát"
        case PutAway(cards):
            return _put_away(cards)
        case PutAwayUnplayed(origin, said):
            return _unplayed(origin, said)
        case OthersRedraw():
            redraw = "eldobhatják az útvonalkártyájukat, és húzhatnak helyette egy újat"
            return f"a többiek – sorban, az óramutató járása szerint – {redraw}"
        case RemoveTop():
            return "válassz egy útvonalkártyát, amelyet nem takar másik kártya, és vedd ki a játékból"
        case TurnStack(quarters):
            stack = "egy teljes kupacot (vagy egy magában fekvő kártyát)"
            turn = f"forgass el {stack} {_ROTATION[quarters]} az óramutató járása szerint"
            return f"{turn}. A paszulyszabályok ilyenkor nem számítanak"
        case PlaceThis(on_card, sealed):
            place = "tedd ezt a kártyát keresztben egy útvonalkártyára"
            if not on_card:
                place = "tedd le ezt a kártyát a paszulyszabályok szerint, mintha útvonalkártya volna"
            seal = ". Erre a kártyára ettől kezdve semmi sem kerülhet, és egyetlen varázslat sem hat rá"
            return place + seal if sealed else place


def _may(may: bool) -> str:
    return "ha szeretnéd, " if may else ""


def _place(spot: Spot, many: bool) -> tuple[str, str]:
    """The verbal prefix, and where the card goes; a place takes the prefix's place."""
    match spot:
        case "growth":
            return " le", "a paszulyszabályok szerint"
        case "empty":
            return "", f"{'üres mezőkre' if many else 'egy üres mezőre'} a paszulyszabályok szerint"
    return "", f"{'egymás után ' if many else ''}keresztben {_ON[spot]}"


def _play(cards: Cards, spot: Spot, may: bool) -> str:
    le, place = _place(spot, cards.count != 1)
    which, definite = _up_to(cards) if may else _which(cards)
    verb = f"{'tedd' if definite else 'tegyél'}{le}"
    if cards.said == "anew" or not which:
        return f"{_may(may)}{verb} {f'{which} ' if which else ''}{place}"
    return f"{_may(may)}{which} {verb} {place}"


def _named(cards: Cards, case: str) -> str:
    return f"{'megmaradt ' if cards.fewer else ''}{_GOT[cards.origin]} {case}"


def _every(count: int, objects: bool) -> str:
    """mindkét, mindhárom, mind a négy, mind az öt; as objects mindkettőt, mindhármat, mind a négyet …"""
    word = (_OBJECTS if objects else _NUMBERS)[count]
    return f"mind{word}" if count <= 3 else f"mind {'az' if word[0] in 'aeiouöüóőúű' else 'a'} {word}"


def _which(cards: Cards) -> tuple[str, bool]:
    """The object, and whether it is definite; nothing at all for "it"."""
    match cards:
        case Cards(whole=True, count=1):
            rest = "a másikat" if cards.of_two else "az utolsót"
            return {"just": "", "rest": rest, "anew": f"a {_named(cards, 'kártyádat')}"}[cards.said], True
        case Cards(whole=True, count=None):
            anew = f"az összes {_named(cards, 'kártyádat')}"
            return {"just": "az összeset", "rest": "az összes többit", "anew": anew}[cards.said], True
        case Cards(whole=True, count=int(count)):
            anew = f"{_every(count, False)} {_named(cards, 'kártyádat')}"
            rest = f"a másik {_OBJECTS[count]}"
            return {"just": _every(count, True), "rest": rest, "anew": anew}[cards.said], True
        case Cards(count=1, said="just"):
            return "az egyiket", True
        case Cards(count=1, said="anew"):
            return f"az egyik {_named(cards, 'kártyádat')}", True
    number = _OBJECTS[cards.count or 0]
    anew = f"{number} a {_named(cards, 'kártyáid')} közül"
    return {"just": f"közülük {number}", "rest": f"még {number}", "anew": anew}[cards.said], False


def _up_to(cards: Cards) -> tuple[str, bool]:
    """What may be played and need not: one card or none, or any number up to a limit."""
    if cards.count == 1:
        return _which(cards)
    if cards.whole and cards.count == 2:
        anew = f"az egyik vagy mindkét {_named(cards, 'kártyádat')}"
        rest = "a másik kettőből az egyiket vagy mindkettőt"
        return {"just": "az egyiket vagy mindkettőt", "rest": rest, "anew": anew}[cards.said], True
    limit = "akárhányat" if cards.count is None else f"legfeljebb {_OBJECTS[cards.count]}"
    anew = f"{limit} a {_named(cards, 'kártyáid')} közül"
    return {"just": f"közülük {limit}", "rest": f"még {limit}", "anew": anew}[cards.said], False


def _put_away(cards: Cards) -> str:
    away = "dobd el" if cards.origin == "drawn" else "tedd vissza a dobópaklira"
    one = cards.count == 1
    match cards.said:
        case "just":
            if one:
                return away
            return "dobd el őket" if cards.origin == "drawn" else "tedd őket vissza a dobópaklira"
        case "rest":
            return f"{_which(cards)[0] if one else 'a többit'} {away}"
    return f"a {_named(cards, 'kártyádat' if one else 'kártyáidat')} {away}"


def _unplayed(origin: str, said: str) -> str:
    away = "dobd el" if origin == "drawn" else "tedd vissza a dobópaklira"
    match said:
        case "it":
            return f"ha nem teszed le, {away}"
        case "them":
            return f"a maradékot {away}"
    return f"amelyik {_GOT[origin]} kártyádat nem tetted le, azt {away}"
