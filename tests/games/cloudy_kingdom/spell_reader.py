"""An independent reader of spell texts: which numbers a text says, of what, in which order.

It knows the phrases of each language, not how they are composed. What it reads in a text must be what stands in the
steps (`numbers_of`), so that a wrong, a missing and an additional number are all seen, for one card as for nine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cloudy_pnp.games.cloudy_kingdom.model.steps import (
    ChooseOne,
    Discard,
    Draw,
    MissTurn,
    OnlyIf,
    Peek,
    PlaceSelf,
    Play,
    Repeat,
    Step,
    Take,
    Turn,
)

Number = int | None  # None: all of them, or any number of them
Numbers = dict[str, list[Number]]  # by what they count

KINDS = ("draw", "play", "take", "peek", "turn", "repeat", "in-all", "misses", "at-least", "at-most")

_WORDS: Mapping[str, Sequence[str]] = {  # from one to nine, in every form
    "en": ("an?|another|one", "two|both|twice", "three", "four", "five", "six", "seven", "eight", "nine"),
    "de": ("eine?|einen", "zwei|beiden?", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
    "fr": ("une?|l’une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
    "hu": (
        "egy|egyet|egyik|egyiket|eggyel",
        "két|kettőt|kettőből|mindkét|mindkettőt|kétszer|kettővel",
        "három|hármat|mindhárom|mindhármat|háromszor|hárommal",
        "négy|négyet|négyszer|néggyel",
        "öt|ötöt|ötször|öttel",
        "hat|hatot|hatszor|hattal",
        "hét|hetet|hétszer|héttel",
        "nyolc|nyolcat|nyolcszor|nyolccal",
        "kilenc|kilencet|kilencszer|kilenccel",
    ),
}
_ALL = {"en": "all|any number", "de": "alle|beliebig viele", "fr": "toutes|autant", "hu": "összes|összeset|akárhányat"}
_SINGLE = {  # a card that needs no number
    "en": r"it|the other|the last one|the (remaining )?card you (drew|took)",
    "de": r"sie|die andere|die letzte|deine (übrige )?(gezogene|aufgenommene) Karte",
    "fr": r"la|l’autre|la dernière|votre carte (piochée|récupérée)( restante)?",
    "hu": r"|a másikat|az utolsót|a (megmaradt )?(húzott|felvett) kártyádat",
}
_QUARTERS = {
    "en": ("a quarter turn", "half a turn", "three quarters of a turn"),
    "de": (" eine Vierteldrehung", " eine halbe Drehung", " eine Dreivierteldrehung"),
    "fr": (" un quart de tour", " un demi-tour", " trois quarts de tour"),
    "hu": (" negyed fordulattal", " fél fordulattal", " háromnegyed fordulattal"),
}
_DANN = "(?: dann| in jedem Fall)?"
_PLACE = {
    "en": r"(?:following the growth rules|on an empty field|on empty fields|on any fields?|crosswise (?:on|under))",
    "de": r"(?:nach den Wachstumsregeln|auf ein leeres Feld|auf leere Felder|auf ein beliebiges Feld"
    r"|auf beliebige Felder|(?:nacheinander )?quer (?:auf|unter))",
    "fr": r"(?: selon les règles"
    r"| sur n’importe quels? emplacements?"
    r"|(?:, l’une après l’autre,)? en travers (?:sur|sous))",
    "hu": r"(?:a paszulyszabályok szerint|egy(?:-egy)? üres mezőre|bármelyik mezőre|egy-egy tetszőleges mezőre"
    r"|(?:egymás után )?keresztben (?:az elsőre|erre a kártyára|az e varázslattal|egy(?:-egy)? kupac))",
}
_COUNTED_DE = "(?:Karten?|Feld(?:er)?|Verbindung(?:en)?|Seiten?|Zauber|Burg(?:en)?)"
_COUNTED_HU = r"(?:darabbal )?(?:másik |több )?(?:kártya|kártyából|mező|összeköttetése|oldalig|varázslatod|kastélyát)"
# N is one word or a number, O the cards that are played: words without a stop.
_PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "draw": r"\bdraw N (?:more\b|one\b|vine cards?\b)",
        "play": rf"\b(?:play|place) (O),? {_PLACE['en']}",
        "take": r"\btake the top (?:N )?cards? of the discard pile",
        "peek": r"\blook at the top N cards of the draw pile",
        "repeat": r"\bdo this N(?: times)?:",
        "in-all": r"\bdo this N(?: times)? in all\b|\(N(?: times)?\)",
        "misses": r"\bon your left misses N turns?\b",
        "at-least": r"\bat least N (?:more |other )?(?:cards?|fields?|connections?|sides?|spells?|castles?)\b",
        "at-most": r"\bat most N (?:more |other )?(?:cards?|fields?|connections?|sides?|spells?|castles?)\b",
    },
    "de": {
        "draw": rf"\bziehe{_DANN} N (?:weitere\b|Rankenkarten?\b)",
        "play": rf"\b(?:spiele|lege|du darfst|dann spielst du|dann legst du|in jedem Fall (?:spielst|legst) du){_DANN}"
        rf" (O) {_PLACE['de']}|(?<=[.:;–] )(?!dann|in jedem)(O) (?:spielst|legst) du {_PLACE['de']}"
        rf"|\boder (?!dann|in jedem)(O) (?:spielst|legst) du {_PLACE['de']}",
        "take": rf"\bnimm dir{_DANN} die (?:N )?oberste[n]? Karten? vom Abwurfstapel",
        "peek": rf"\bsieh dir{_DANN} die N obersten Karten des Zugstapels",
        "repeat": rf"\bmache{_DANN} Nmal Folgendes:",
        "in-all": r"\bmache das insgesamt Nmal\b|\(Nmal\)",
        "misses": rf"\blinks von dir setzt{_DANN} N (?:Zug|Züge) aus",
        "at-least": rf"\bmindestens N (?:anderen? )?{_COUNTED_DE}\b",
        "at-most": rf"\bhöchstens N (?:anderen? )?{_COUNTED_DE}\b",
    },
    "fr": {
        "draw": r"\bpiochez(?:-en)?(?: ensuite)? N (?:autres?\b|cartes? Route)",
        "play": rf"\bposez(?: ensuite)?(?:-en|-les| )?(?: ensuite)?-?(O)(?={_PLACE['fr']})"
        rf"|\bvous pouvez(?: ensuite)? (?:en )?((?:la )?poser(?: O)?)(?={_PLACE['fr']})"
        rf"|\b(?:(l’une)|([\w’]+) d’entre elles) se pose(?:nt)?(?={_PLACE['fr']})",
        "take": r"\bprenez(?: ensuite)? (?:la carte|les N cartes) du dessus de la défausse",
        "peek": r"\bregardez(?: ensuite)? les N cartes du dessus de la pioche",
        "repeat": r"\bfaites(?: ensuite)? N fois ceci",
        "in-all": r"\bfaites-le N fois en tout|\(N fois\)",
        "misses": r"\bà votre gauche passe N tours?\b",
        "at-least": r"\bau moins N (?:autres? )?(?:cartes?|emplacements?|liaisons?|bords?|sorts?|châteaux?)\b",
        "at-most": r"\bau plus N (?:autres? )?(?:cartes?|emplacements?|liaisons?|bords?|sorts?|châteaux?)\b",
    },
    "hu": {
        "draw": r"(?<!ne )\bhúzz (?:még )?N(?: útvonalkártyát\b|(?=[.,;]|\s–))",
        "play": r"(?:^|(?<=[.:;,–] ))((?:O )?)(?:leteheted|letehetsz"
        rf"|tedd(?: le)?|tegyél(?: le)?) ((?:O )?){_PLACE['hu']}",
        "take": r"\bvedd fel a dobópakli (?:N )?legfelső kártyáját",
        "peek": r"\bnézd meg a húzópakli N legfelső kártyáját",
        "repeat": r"\bcsináld ezt N:",
        "in-all": r"\bezt összesen N tedd meg|\(N\)",
        "misses": r"\bbalra ülő játékos kimarad N körből",
        "at-least": rf"\blegalább N {_COUNTED_HU}\b",
        "at-most": rf"\blegfeljebb N {_COUNTED_HU}\b",
    },
}
_NOT_PLAYED = {  # what is placed too, but is not a drawn or a taken card
    "en": "this card|the vine card in your hand",
    "de": "diese Karte|die Rankenkarte aus deiner Hand",
    "fr": "cette carte|la carte Route que vous avez en main",
    "hu": "ezt a kártyát|hanem|a kezedben lévő útvonalkártyát",
}
_LINKS = {"hu": r"\b(?:ezután|ettől függetlenül|és|vagy)\b"}


def _pattern(phrase: str) -> re.Pattern[str]:
    text = phrase.replace("Nmal", r"([a-zß-ü]+|\d+-?)mal")
    text = re.sub(r"\bN\b", lambda _: r"([\w’]+)", text)
    return re.compile(re.sub(r"\bO\b", lambda _: r"[^.:;,–]+?", text), re.IGNORECASE)


_PATTERNS = {lang: {kind: _pattern(phrase) for kind, phrase in kinds.items()} for lang, kinds in _PHRASES.items()}


def read_numbers(text: str, lang: str) -> Numbers:
    """Return what a text says. Words that it does not know as a number are an error."""
    found: Numbers = {kind: [] for kind in KINDS}
    for kind, pattern in _PATTERNS[lang].items():
        for match in pattern.finditer(text):
            said = " ".join(part.strip() for part in match.groups() if part is not None).strip()
            if kind != "play":
                found[kind].append(_number(said, lang) if said else 1)
            elif not re.search(rf"\b(?:{_NOT_PLAYED[lang]})\b", said, re.IGNORECASE):
                found[kind].append(_cards(said, lang))
    quarters = {words: number for number, words in enumerate(_QUARTERS[lang], 1)}
    found["turn"] = [quarters[match[0]] for match in re.finditer("|".join(quarters), text)]
    return found


def _number(said: str, lang: str) -> int:
    if said.isdigit():
        return int(said)
    for number, words in enumerate(_WORDS[lang], 1):
        if re.fullmatch(words, said, re.IGNORECASE):
            return number
    raise AssertionError(f"{said!r} is no number in {lang}")


def _cards(said: str, lang: str) -> Number:
    """Return how many cards are played: "one or both" is two, "all three" three, "all of them" any number."""
    said = re.sub(_LINKS[lang], "", said, flags=re.IGNORECASE).strip() if lang in _LINKS else said
    said = re.sub(r"\s*\bposer\b\s*", "", said)
    numbers = [
        number
        for number, words in enumerate(_WORDS[lang], 1)
        if re.search(rf"(?<![\w’])(?:{words})\b", said, re.IGNORECASE)
    ]
    if numbers:
        return max(numbers)
    if re.search(rf"\b(?:{_ALL[lang]})\b", said, re.IGNORECASE):
        return None
    assert re.fullmatch(_SINGLE[lang], said, re.IGNORECASE), f"{said!r} is no number of cards in {lang}"
    return 1


def numbers_of(steps: Sequence[Step]) -> Numbers:
    """Return what a text with these steps has to say. Play "all" is None, though a text may know how many that is."""
    found: Numbers = {kind: [] for kind in KINDS}
    for kind, number in _steps(steps):
        found[kind].append(number)
    return found


def _steps(steps: Sequence[Step]) -> Iterator[tuple[str, Number]]:
    for step, run in groupby(steps):
        times = len(list(run))
        match step:
            case Draw(count):
                yield from [("draw", count)] * times
            case Play(source="hand") | Discard() | PlaceSelf():
                pass
            case Play(count=count):
                yield from [("play", None if isinstance(count, str) else count)] * times
            case Take():
                yield "take", times
            case MissTurn("next"):
                yield "misses", times
            case ChooseOne() | Repeat() | OnlyIf():
                yield from [item for _ in range(times) for item in _block(step)]
            case _:
                if isinstance(step, Peek):
                    yield "peek", step.count
                if isinstance(step, Turn):
                    yield "turn", step.quarters
                if times > 1:  # the same thing several times in a row is said once
                    yield "in-all", times


def _block(step: ChooseOne | Repeat | OnlyIf) -> Iterator[tuple[str, Number]]:
    match step:
        case ChooseOne(options):
            for option in options:
                yield from _steps(option)
        case Repeat(times, inner):
            yield "repeat", times
            yield from _steps(inner)
        case OnlyIf(compare=compare, number=number, steps=inner):
            chance = step.what in ("coin", "die")  # nothing is counted
            if not chance and (number or compare == "at-least"):  # at most none is said as "is empty"
                yield compare, number
            yield from _steps(inner)


def says_nothing(steps: Sequence[Step]) -> bool:
    """Return whether a block may be left out of the text: it only puts away cards that may not be there."""
    inner = [
        option
        for step in steps
        for option in (
            step.options if isinstance(step, ChooseOne) else [step.steps] if isinstance(step, Repeat | OnlyIf) else []
        )
    ]
    return any(all(isinstance(one, Discard) for one in option) for option in inner)


def differences(text: str, steps: Sequence[Step], lang: str) -> list[str]:
    """Return where a text says other numbers than the steps."""
    said, wanted = read_numbers(text, lang), numbers_of(steps)
    return [
        f"{kind}: the text says {said[kind]}, the steps say {wanted[kind]}"
        for kind in KINDS
        if len(said[kind]) != len(wanted[kind])
        or any(
            one != other and not (kind == "play" and other is None)
            for one, other in zip(said[kind], wanted[kind], strict=True)
        )
    ]
