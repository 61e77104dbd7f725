"""Hungarian words for what a spell does: tegezés. A definite object takes „tedd”, an indefinite one „tegyél”."""

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

_NUMBERS = ("", "egy", "két", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
_OBJECTS = ("", "egyet", "kettőt", "hármat", "négyet", "ötöt", "hatot", "hetet", "nyolcat", "kilencet")
_TIMES = ("", "", "kétszer", "háromszor", "négyszer", "ötször", "hatszor", "hétszer", "nyolcszor", "kilencszer")
_ROTATION = {1: "negyed fordulattal", 2: "fél fordulattal", 3: "háromnegyed fordulattal"}
_ON = {"on-first": "az elsőre", "on-this": "erre a kártyára", "on-last": "az utoljára letett kártyára"}
_BREAKS = {"blocks": "blokádjai", "holes": "lyukai", "breaks": "lyukai és blokádjai"}
_MOVE = {
    "growth": "egy másik mezőre a paszulyszabályok szerint",
    "empty": "egy üres mezőre a paszulyszabályok szerint",
    "on-card": "keresztben egy másik mező útvonalkártyájára",
    "anywhere": "bármelyik másik mezőre (kártyára csak keresztben), nem törődve a paszulyszabályokkal",
}
_PROTECTED = {
    "field": "semmi sem kerülhet rá, és egyetlen varázslat sem hat rá",
    "from-cards": "senki sem játszhat ki rá útvonalkártyát, csak varázslattal",
    "from-spells": "egyetlen varázslat sem hat rá, de útvonalkártyát szabad kijátszani rá",
}
_IGNORING = "nem törődve a paszulyszabályokkal"
_LINK = {"": "", "then": "ezután", "anyway": "ettől függetlenül"}
_GOT = {"drawn": "húzott", "taken": "felvett"}


def sentence(said: Saying) -> str:
    """One sentence of a spell's text, with its full stop."""
    text = _plain(said, in_block=said.times > 1) if isinstance(said, Sentence) else _linked(said, _block(said))
    text = f"{text[0].upper()}{text[1:]}."
    if isinstance(said, Sentence) and said.times > 1:
        text += f" Ezt összesen {_times(said.times)} tedd meg."
    return text


def _plain(said: Sentence, *, in_block: bool = False) -> str:
    text = _clause(said.first, in_block)
    if said.second is not None:
        after_a_play = isinstance(said.first, PlayCards)
        text += f",{'' if after_a_play else ' és'} {_clause(said.second, in_block)}"
    return _linked(said, text)


def _linked(said: Saying, text: str) -> str:
    """„Ezután” before the clause."""
    return f"{_LINK[said.link]} {text}" if said.link else text


def _block(block: Block) -> str:
    """A block is one sentence, so that its full stop shows where it ends."""
    match block:
        case ChoiceBlock(options):
            said = f"{DASH} vagy ".join(_body(option) or "ne tégy semmit" for option in options)
            return f"válassz egy lehetőséget: {said}"
        case RepeatBlock(times, body):
            return f"csináld ezt {_times(times)}: {_body(body)}"
        case ConditionBlock(body=body):
            return f"csak akkor, ha {_condition(block)}: {_body(body)}"


def _body(sentences: tuple[Sentence, ...]) -> str:
    return "; ".join(
        _plain(said, in_block=True) + (f" ({_times(said.times)})" if said.times > 1 else "") for said in sentences
    )


def _condition(condition: ConditionBlock) -> str:
    """Nouns stay in the singular after a number."""
    number = condition.number
    none = number == 0 and not condition.at_least
    limit = f"{'legalább' if condition.at_least else 'legfeljebb'} {_number(number)}"
    match condition.what:
        case "draw-pile":
            return "a húzópakli üres" if none else f"a húzópakliban {limit} kártya van"
        case "discard-pile":
            return "a dobópakli üres" if none else f"a dobópakliban {limit} kártya van"
        case "empty-fields":
            return "nincs üres mező" if none else f"{limit} mező üres"
        case "tallest-stack":
            return "a játéktéren nincs kártya" if none else f"a legmagasabb kupac {limit} kártyából áll"
        case "own-connections":
            return "a családodnak nincs összeköttetése" if none else f"a családodnak {limit} összeköttetése van"
        case "connections-behind":
            if none:
                return "egyetlen más családnak sincs több összeköttetése, mint a tiédnek"
            other = "egy másik" if condition.at_least else "minden más"
            return f"{other} családnak {limit} összeköttetéssel van több, mint a tiédnek"
        case "hand-ends":
            if none:
                return "nincs útvonalkártya a kezedben"
            return f"a kezedben lévő kártya útvonalai {limit} szélig érnek"
        case "own-spells":
            return "ez az utolsó varázslatod" if none else f"{limit} másik varázslatod maradt"


def _times(count: int) -> str:
    return _TIMES[count] if count < len(_TIMES) else f"{count} alkalommal"


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 < count < len(_NUMBERS) else str(count)


def _clause(clause: Clause, in_block: bool) -> str:
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
            place = _place(spot, False)
            if may:
                return f"a kezedben lévő útvonalkártyát eldobás helyett {_verb(spot, True, may)} {place}"
            return f"a kezedben lévő útvonalkártyát ne dobd el, hanem {_verb(spot, True, may)} {place}"
        case DiscardHand():
            return "dobd el már most a kezedben lévő útvonalkártyát"
        case PutAway(cards):
            return _put_away(cards)
        case PutAwayUnplayed(origin, said):
            return _unplayed(origin, said)
        case OfferRedraw():
            redraw = "eldobhatják az útvonalkártyájukat, és húzhatnak helyette egy újat"
            order = "sorban, az óramutató járása szerint"
            return f"a többiek {order} {redraw}" if in_block else f"a többiek – {order} – {redraw}"
        case ForceRedraw("others"):
            redraw = "eldobják az útvonalkártyájukat, és húznak helyette egy újat"
            order = "sorban, az óramutató járása szerint"
            return f"a többiek {order} {redraw}" if in_block else f"a többiek – {order} – {redraw}"
        case ForceRedraw():
            return "válassz egy másik játékost, aki eldobja az útvonalkártyáját, és húz helyette egy újat"
        case Steal():
            return "vedd el egy másik játékos útvonalkártyáját, aki húz helyette egy újat"
        case Give():
            give = "a kezedben lévő útvonalkártyát eldobás helyett add oda egy másik játékosnak"
            return f"{give}, aki eldobja a sajátját"
        case TakeBack():
            return "vedd fel a játéktérről az utoljára letett útvonalkártyát (ha még ott van)"
        case SwapCastles():
            swap = "cserélj fel két kastélyt a játéktér egyik oldalán"
            so = "egy család kastélyai ezután sem lehetnek egymással szemben, és sarokban sem találkozhatnak"
            return f"{swap} ({so})" if in_block else f"{swap}. E{so[1:]}"
        case Remove(to=to):
            if in_block:
                away = "tegyél a dobópaklira" if to == "discard" else "vegyél ki a játékból"
                return f"{away} egy fedetlen útvonalkártyát"
            away = "tedd a dobópaklira" if to == "discard" else "vedd ki a játékból"
            return f"válassz egy útvonalkártyát, amelyet nem takar másik kártya, és {away}"
        case Turn(quarters=quarters):
            stack = "egy teljes kupacot (vagy egy magában álló kártyát)"
            turn = f"forgass el {stack} {_ROTATION[quarters]} az óramutató járása szerint"
            return f"{turn}, {_IGNORING}" if in_block else f"{turn}. A paszulyszabályok ilyenkor nem számítanak"
        case PlaceSelf(where, sealed):
            place = "helyezd ezt a kártyát keresztben egy útvonalkártyára"
            if where == "anywhere":
                place = f"helyezd ezt a kártyát {_place('anywhere', False)}"
            elif where == "growth":
                place = "játszd ki ezt a kártyát a paszulyszabályok szerint, mintha útvonalkártya volna"
            seal = "rre a kártyára ettől kezdve semmi sem kerülhet, és egyetlen varázslat sem hat rá"
            return place if not sealed else f"{place}; e{seal}" if in_block else f"{place}. E{seal}"
        case MoveTop(where=where):
            return f"helyezz át egy fedetlen útvonalkártyát {_MOVE[where]}"
        case Swap(target):
            stacks = f"két {'szomszédos' if target == 'neighbours' else 'teljes'} kupac (vagy magában álló kártya)"
            return f"cseréld fel {stacks} helyét forgatás nélkül, {_IGNORING}"
        case Clear(kind):
            on_a_card = "tegyél egy jelzőt (vagy egy érmét) egy fedetlen útvonalkártyára"
            return f"{on_a_card}, hogy a {_BREAKS[kind]} többé ne számítsanak"
        case Peek(count):
            top = f"nézd meg a húzópakli {_number(count)} legfelső kártyáját"
            return f"{top}, és tedd vissza őket a tetejére tetszőleges sorrendben"
        case NeighbourMisses(turns):
            return f"a tőled balra ülő játékos kimarad {_number(turns)} körből"
        case MissTurn():
            return "válassz egy másik játékost, aki kimarad egy körből"
        case ExtraTurn():
            return "e kör után újra te jössz, de az új köröd elején nem nyerhetsz"
        case Protect(target):
            protect, so = "védj meg egy mezőt a következő köröd kezdetéig", _PROTECTED[target]
            return f"{protect} ({so})" if in_block else f"{protect}: {so}"


def _verb(spot: PlayedWhere, definite: bool, may: bool) -> str:
    """By the growth rules a card is played, elsewhere it is placed."""
    if spot == "growth":
        if may:
            return "kijátszhatod" if definite else "kijátszhatsz"
        return "játszd ki" if definite else "játssz ki"
    if may:
        return "helyezheted" if definite else "helyezhetsz"
    return "helyezd" if definite else "helyezz"


def _place(spot: PlayedWhere, many: bool) -> str:
    match spot:
        case "growth":
            return "a paszulyszabályok szerint"
        case "empty":
            return f"{'egy-egy' if many else 'egy'} üres mezőre a paszulyszabályok szerint"
        case "anywhere":
            field = "egy-egy tetszőleges mezőre" if many else "bármelyik mezőre"
            return f"{field} (kártyára csak keresztben), {_IGNORING}"
    return f"{'egymás után ' if many else ''}keresztben {_ON[spot]}"


def _play(cards: Cards, spot: PlayedWhere, may: bool) -> str:
    place = _place(spot, cards.count != 1)
    which, definite = _up_to(cards) if may else _which(cards)
    verb = _verb(spot, definite, may)
    if not which:
        return f"{verb} {place}"
    return f"{verb} {which} {place}" if cards.said == "anew" else f"{which} {verb} {place}"


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
    one = cards.count == 1
    match cards.said:
        case "just":
            if one:
                return "dobd el"
            return "dobd el őket"
        case "rest":
            return f"{_which(cards)[0] if one else 'a többit'} dobd el"
    return f"a {_named(cards, 'kártyádat' if one else 'kártyáidat')} dobd el"


def _unplayed(origin: str, said: str) -> str:
    match said:
        case "it":
            return "különben dobd el"
        case "them":
            return "a maradékot dobd el"
    return f"amelyik {_GOT[origin]} kártyádat nem játszottad ki, azt dobd el"
