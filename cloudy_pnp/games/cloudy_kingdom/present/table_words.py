"""What is said at a table on a screen: moves, why one is not legal, how the game ended.

A language that has no words here hears the English ones.

Rules are told to players in one sentence each; the engine's own message has the details of a position, in English.
"""

from __future__ import annotations

from collections.abc import Mapping

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}

MOVES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "vine": "plays {card} {facing} on field {at}",
        "cast": "casts “{spell}”",
        "discard": "has no place for {card} and discards it",
        "pass": "passes",
        "skip": "skips this step",
        "place": "places {card} {facing} on field {at}",
        "target": "chooses field {at}",
        "remove": "removes the top card from field {at}",
        "turn": "turns the stack on field {at}",
        "redraw": "{families} draw a new card",
        "redraw-one": "{families} draws a new card",
        "redraw-none": "nobody draws a new card",
        "move": "moves the top card from field {at} to field {to}",
        "swap": "swaps the stacks on fields {at} and {to}",
        "castles": "swaps the castles of {families} ({side})",
        "order": "puts back: {cards}",
        "player": "chooses {family}",
        "option": "chooses option {number}",
        "draw-pile": "draw pile",
        "discard-pile": "discard pile",
        "and": " and ",
        "north": "north",
        "east": "east",
        "south": "south",
        "west": "west",
    },
    "de": {
        "vine": "legt {card} {facing} auf Feld {at}",
        "cast": "wirkt „{spell}“",
        "discard": "hat keinen Platz für {card} und wirft sie ab",
        "pass": "passt",
        "skip": "lässt diesen Schritt aus",
        "place": "legt {card} {facing} auf Feld {at}",
        "target": "wählt Feld {at}",
        "remove": "entfernt die oberste Karte von Feld {at}",
        "turn": "dreht den Stapel auf Feld {at}",
        "redraw": "{families} ziehen neu",
        "redraw-one": "{families} zieht neu",
        "redraw-none": "niemand zieht neu",
        "move": "versetzt die oberste Karte von Feld {at} auf Feld {to}",
        "swap": "vertauscht die Stapel auf den Feldern {at} und {to}",
        "castles": "vertauscht die Burgen von {families} ({side})",
        "order": "legt zurück: {cards}",
        "player": "wählt {family}",
        "option": "wählt Möglichkeit {number}",
        "draw-pile": "Zugstapel",
        "discard-pile": "Abwurfstapel",
        "and": " und ",
        "north": "Norden",
        "east": "Osten",
        "south": "Süden",
        "west": "Westen",
    },
    "fr": {
        "vine": "pose {card} {facing} sur l’emplacement {at}",
        "cast": "lance «\u202f{spell}\u202f»",
        "discard": "n’a pas de place pour {card} et la défausse",
        "pass": "passe",
        "skip": "saute cette étape",
        "place": "pose {card} {facing} sur l’emplacement {at}",
        "target": "choisit l’emplacement {at}",
        "remove": "retire la carte du dessus de l’emplacement {at}",
        "turn": "tourne la pile de l’emplacement {at}",
        "redraw": "{families} repiochent",
        "redraw-one": "{families} repioche",
        "redraw-none": "personne ne repioche",
        "move": "déplace la carte du dessus de l’emplacement {at} vers l’emplacement {to}",
        "swap": "échange les piles des emplacements {at} et {to}",
        "castles": "échange les châteaux de {families} ({side})",
        "order": "remet\u00a0: {cards}",
        "player": "désigne {family}",
        "option": "choisit l’option {number}",
        "draw-pile": "pioche",
        "discard-pile": "défausse",
        "and": " et ",
        "north": "nord",
        "east": "est",
        "south": "sud",
        "west": "ouest",
    },
    "hu": {
        "vine": "leteszi: {card} {facing}, mező: {at}",
        "cast": "varázsol: „{spell}”",
        "discard": "nincs helye ennek: {card}, eldobja",
        "pass": "passzol",
        "skip": "kihagyja ezt a lépést",
        "place": "leteszi: {card} {facing}, mező: {at}",
        "target": "kiválasztja a mezőt: {at}",
        "remove": "leveszi a legfelső kártyát, mező: {at}",
        "turn": "elforgatja a kupacot, mező: {at}",
        "redraw": "új lapot húznak: {families}",
        "redraw-one": "új lapot húz: {families}",
        "redraw-none": "senki sem húz új lapot",
        "move": "áthelyezi a legfelső kártyát: {at} → {to}",
        "swap": "felcseréli a kupacokat: {at} ↔ {to}",
        "castles": "felcseréli a kastélyokat: {families} ({side})",
        "order": "visszateszi: {cards}",
        "player": "megnevezi: {family}",
        "option": "ezt a lehetőséget választja: {number}",
        "draw-pile": "húzópakli",
        "discard-pile": "dobópakli",
        "and": " és ",
        "north": "észak",
        "east": "kelet",
        "south": "dél",
        "west": "nyugat",
    },
}

REASONS: Mapping[str, Mapping[str, str]] = {
    "GRO-1": {
        "en": "This is not a field of the board.",
        "de": "Das ist kein Feld des Spielbereichs.",
        "fr": "Ce n’est pas un emplacement de la zone de jeu.",
        "hu": "Ez nem a játéktér mezője.",
    },
    "GRO-2": {
        "en": "On an empty field, a short side of the card must touch a castle or the short side of another card.",
        "de": "Auf einem leeren Feld muss eine kurze Seite der Karte eine Burg oder die kurze Seite einer anderen "
        "Karte berühren.",
        "fr": "Sur un emplacement vide, un bord court de la carte doit toucher un château ou le bord court d’une autre "
        "carte.",
        "hu": "Üres mezőn a kártya egyik rövid oldalának kastélyhoz vagy egy másik kártya rövid oldalához kell érnie.",
    },
    "GRO-4": {
        "en": "On another card, a card must lie crosswise: give it a quarter turn.",
        "de": "Auf einer anderen Karte muss die Karte quer liegen: Gib ihr eine Vierteldrehung.",
        "fr": "Sur une autre carte, la carte doit être posée en travers\u00a0: tournez-la d’un quart de tour.",
        "hu": "Másik kártyára csak keresztben lehet lapot tenni: forgasd el negyed fordulattal.",
    },
    "GRO-5": {
        "en": "Nothing may be placed here: the card on top is sealed, or a spell protects the field.",
        "de": "Hierhin darf nichts gelegt werden: Die oberste Karte ist versiegelt, oder ein Zauber schützt das Feld.",
        "fr": "On ne peut rien poser ici\u00a0: la carte du dessus est scellée, ou un sort protège l’emplacement.",
        "hu": "Ide nem kerülhet lap: a legfelső kártya le van pecsételve, vagy varázslat védi a mezőt.",
    },
    "GEO-1": {
        "en": "This is not a field of the board.",
        "de": "Das ist kein Feld des Spielbereichs.",
        "fr": "Ce n’est pas un emplacement de la zone de jeu.",
        "hu": "Ez nem a játéktér mezője.",
    },
    "GEO-5": {
        "en": "The card would be parallel to the one below it: give it a quarter turn.",
        "de": "Die Karte läge parallel zu der unter ihr: Gib ihr eine Vierteldrehung.",
        "fr": "La carte serait parallèle à celle du dessous\u00a0: tournez-la d’un quart de tour.",
        "hu": "A kártya párhuzamos volna az alatta lévővel: forgasd el negyed fordulattal.",
    },
    "TURN-2": {
        "en": "Something else has to be done now.",
        "de": "Jetzt ist etwas anderes zu tun.",
        "fr": "Il faut faire autre chose maintenant.",
        "hu": "Most mást kell tenned.",
    },
    "TURN-3": {
        "en": "You no longer have this spell: each can be cast once.",
        "de": "Diesen Zauber hast du nicht mehr: Jeder wird nur einmal gewirkt.",
        "fr": "Vous n’avez plus ce sort\u00a0: chacun n’est lancé qu’une fois.",
        "hu": "Ez a varázslat már nincs nálad: mindegyik csak egyszer használható.",
    },
    "TURN-5": {
        "en": "The vine card can be placed, so you cannot discard it.",
        "de": "Die Rankenkarte hat einen Platz, sie darf nicht abgeworfen werden.",
        "fr": "La carte Route a une place\u00a0: on ne peut pas la défausser.",
        "hu": "Az útvonalkártyának van helye, ezért nem dobható el.",
    },
    "END-5": {
        "en": "In the last round there are no more spells, and anyone with a card must play it.",
        "de": "In der letzten Runde gibt es keine Zauber mehr, und wer eine Karte hat, muss sie spielen.",
        "fr": "Au dernier tour de table, on ne lance plus de sorts, et toute personne qui a une carte doit la poser.",
        "hu": "Az utolsó fordulóban nincs varázslás, és akinek van kártyája, le kell tennie.",
    },
    "SPL-3": {
        "en": "The spell cannot affect this field: its card is sealed, or the field is protected.",
        "de": "Der Zauber wirkt hier nicht: Die Karte ist versiegelt, oder das Feld ist geschützt.",
        "fr": "Le sort n’agit pas ici\u00a0: la carte est scellée, ou l’emplacement est protégé.",
        "hu": "A varázslat itt nem hat: a kártya le van pecsételve, vagy a mező védett.",
    },
    "SPL-10": {
        "en": "The spell cannot do this now.",
        "de": "Das kann der Zauber jetzt nicht.",
        "fr": "Le sort ne peut pas faire cela maintenant.",
        "hu": "A varázslat most nem tudja ezt megtenni.",
    },
    "SPL": {
        "en": "The spell asks for something else.",
        "de": "Der Zauber verlangt etwas anderes.",
        "fr": "Le sort demande autre chose.",
        "hu": "A varázslat mást kér.",
    },
    "LAY": {
        "en": "The castles cannot be placed like that.",
        "de": "So dürfen die Burgen nicht liegen.",
        "fr": "Les châteaux ne peuvent pas être disposés ainsi.",
        "hu": "A kastélyok nem állhatnak így.",
    },
    "END": {
        "en": "The game is over.",
        "de": "Das Spiel ist vorbei.",
        "fr": "La partie est finie.",
        "hu": "A játéknak vége.",
    },
    "": {
        "en": "The rules do not allow this.",
        "de": "Das erlauben die Regeln nicht.",
        "fr": "Les règles ne le permettent pas.",
        "hu": "Ezt a szabályok nem engedik.",
    },
}

ENDINGS: Mapping[str, Mapping[str, str]] = {
    "connected": {
        "en": "A route joins two castles.",
        "de": "Eine Ranke verbindet zwei Burgen.",
        "fr": "Une route relie deux châteaux.",
        "hu": "Útvonal köt össze két kastélyt.",
    },
    "pending-connection": {
        "en": "The connection made by a spell has lasted a whole round.",
        "de": "Die durch einen Zauber entstandene Verbindung hat eine ganze Runde gehalten.",
        "fr": "La liaison créée par un sort a tenu un tour de table complet.",
        "hu": "A varázslattal létrejött összeköttetés kitartott egy teljes fordulón át.",
    },
    "draw": {
        "en": "The last cards have been played, and no family is connected.",
        "de": "Die letzten Karten sind gespielt, und keine Familie ist verbunden.",
        "fr": "Les dernières cartes sont posées, et aucune famille n’est reliée.",
        "hu": "Az utolsó kártyák is elfogytak, és egyik család sincs összekötve.",
    },
    "nobody": {
        "en": "Nobody plays this family: everyone has lost.",
        "de": "Diese Familie spielt niemand: Alle haben verloren.",
        "fr": "Personne ne joue cette famille\u00a0: tous ont perdu.",
        "hu": "Ezzel a családdal senki sem játszik: mindenki veszített.",
    },
}

EDITOR: Mapping[str, Mapping[str, str]] = {
    "en": {
        "layout": "Castles",
        "own": "as they are",
        "many": "Players",
        "seat": "Player {number}",
        "first": "Whose turn it is",
        "hand": "Vine card of {family}",
        "spell": "Spell {number} of {family}",
        "chance": "at random",
        "none": "none",
        "edition": "Edition",
        "growth": "Growth",
        "edges": "short sides touch",
        "vines": "vines must meet",
        "vacant": "vacant",
        "connected": "{family} is already connected: that does not win the game.",
        "castles": "There are no castles: nothing can be connected.",
    },
    "de": {
        "layout": "Burgen",
        "own": "wie sie liegen",
        "many": "Wie viele spielen",
        "seat": "Platz {number}",
        "first": "Wer am Zug ist",
        "hand": "Rankenkarte: {family}",
        "spell": "Zauber {number}: {family}",
        "chance": "zufällig",
        "none": "keiner",
        "edition": "Ausgabe",
        "growth": "Wachstum",
        "edges": "kurze Seiten berühren sich",
        "vines": "Ranken müssen sich treffen",
        "vacant": "leer",
        "connected": "{family} ist schon verbunden: Das zählt nicht als Sieg.",
        "castles": "Es liegen keine Burgen da: Nichts kann verbunden werden.",
    },
    "fr": {
        "layout": "Châteaux",
        "own": "tels qu’ils sont",
        "many": "Joueurs",
        "seat": "Place {number}",
        "first": "À qui de jouer",
        "hand": "Carte Route : {family}",
        "spell": "Sort {number} : {family}",
        "chance": "au hasard",
        "none": "aucun",
        "edition": "Édition",
        "growth": "Pousse",
        "edges": "les bords courts se touchent",
        "vines": "les routes doivent se rejoindre",
        "vacant": "vide",
        "connected": "{family} est déjà relié : cela ne fait pas gagner.",
        "castles": "Il n’y a aucun château : rien ne peut être relié.",
    },
    "hu": {
        "layout": "Kastélyok",
        "own": "ahogy állnak",
        "many": "Játékosok száma",
        "seat": "{number}. hely",
        "first": "Ki van soron",
        "hand": "Útvonalkártya: {family}",
        "spell": "{number}. varázslat: {family}",
        "chance": "véletlenszerűen",
        "none": "nincs",
        "edition": "Kiadás",
        "growth": "Növekedés",
        "edges": "a rövid oldalak érintkeznek",
        "vines": "az útvonalaknak találkozniuk kell",
        "vacant": "üres",
        "connected": "{family}: már össze van kötve, ez nem jelent győzelmet.",
        "castles": "Nincs kastély: nincs mit összekötni.",
    },
}


def editor_words(lang: str) -> Mapping[str, str]:
    """The words of the place where positions are put up."""
    return EDITOR.get(lang, EDITOR["en"])


def reason(rule: str, lang: str) -> str:
    """Why a rule forbids a move, for players.

    >>> reason("GRO-1", "de"), reason("SPL-6", "en")
    ('Das ist kein Feld des Spielbereichs.', 'The spell asks for something else.')
    """
    told = REASONS.get(rule) or REASONS.get(rule.partition("-")[0]) or REASONS[""]
    return told.get(lang, told["en"])


def phrase(key: str, lang: str) -> str:
    """The words for a move."""
    return MOVES.get(lang, MOVES["en"])[key]
