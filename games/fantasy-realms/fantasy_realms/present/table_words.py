"""The words at a table on a screen, in four languages; English if a language lacks one."""

from __future__ import annotations

from collections.abc import Mapping

from cloudy_pnp.games.kit.words import GAME_OVER, TableWords

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "draw": "draws from the pile",
        "draw-two": "draws two cards",
        "take": "takes {card}",
        "put": "puts {card} into the display",
        "keep": "keeps {card}",
        "trade": "{first} gives {gives} to {second} for {gets}",
        "stop": "the time is up",
        "ended": "{player} has the best hand: {total} points.",
        "shared": "The best hands are equal: {total} points.",
        "to-take": "Take a card: from the pile, or any from the display.",
        "to-put": "Put one card from your hand into the display.",
        "to-keep": "Keep one of the two cards; the other goes into the display.",
        "chooses": "as {card}",
        "suit": "makes {card} a {suit}",
    },
    "de": {
        "draw": "zieht vom Stapel",
        "draw-two": "zieht zwei Karten",
        "take": "nimmt {card}",
        "put": "legt {card} in die Auslage",
        "keep": "behält {card}",
        "trade": "{first} gibt {gives} an {second} für {gets}",
        "stop": "die Zeit ist um",
        "ended": "{player} hat die beste Hand: {total} Punkte.",
        "shared": "Die besten Hände sind gleich: {total} Punkte.",
        "to-take": "Nimm eine Karte: vom Stapel oder eine beliebige aus der Auslage.",
        "to-put": "Lege eine Karte aus der Hand in die Auslage.",
        "to-keep": "Behalte eine der beiden Karten; die andere kommt in die Auslage.",
        "chooses": "als {card}",
        "suit": "macht {card} zu {suit}",
    },
    "fr": {
        "draw": "pioche une carte",
        "draw-two": "pioche deux cartes",
        "take": "prend {card}",
        "put": "pose {card} dans la zone de défausse",
        "keep": "garde {card}",
        "trade": "{first} donne {gives} à {second} contre {gets}",
        "stop": "le temps est écoulé",
        "ended": "{player} a la meilleure main\u00a0: {total} points.",
        "shared": "Les meilleures mains sont à égalité\u00a0: {total} points.",
        "to-take": "Prenez une carte\u00a0: de la pioche, ou n’importe laquelle de la zone de défausse.",
        "to-put": "Posez une carte de votre main dans la zone de défausse.",
        "to-keep": "Gardez une des deux cartes\u202f; l’autre va dans la zone de défausse.",
        "chooses": "comme {card}",
        "suit": "change {card} en {suit}",
    },
    "hu": {
        "draw": "húz a pakliból",
        "draw-two": "két lapot húz",
        "take": "elveszi: {card}",
        "put": "kirakja: {card}",
        "keep": "megtartja: {card}",
        "trade": "{first} és {second} cserél: {gives} – {gets}",
        "stop": "letelt az idő",
        "ended": "{player} keze a legjobb: {total} pont.",
        "shared": "A legjobb kezek egyenlők: {total} pont.",
        "to-take": "Vegyél el egy lapot: a pakliból vagy bármelyiket a kirakott lapok közül.",
        "to-put": "Rakj ki egy lapot a kezedből.",
        "to-keep": "Tartsd meg a két lap egyikét; a másikat rakd ki.",
        "chooses": "mint {card}",
        "suit": "{card} színe ezentúl {suit}",
    },
}

_REASONS: Mapping[str, Mapping[str, str]] = {
    "take": {
        "en": "First take a card: from the pile, or any from the display.",
        "de": "Nimm zuerst eine Karte: vom Stapel oder eine beliebige aus der Auslage.",
        "fr": "Prenez d’abord une carte\u00a0: de la pioche, ou n’importe laquelle de la zone de défausse.",
        "hu": "Előbb vegyél el egy lapot: a pakliból vagy bármelyiket a kirakott lapok közül.",
    },
    "put": {
        "en": "You have taken a card: now put one from your hand into the display.",
        "de": "Du hast eine Karte genommen: Lege jetzt eine aus der Hand in die Auslage.",
        "fr": "Vous avez pris une carte\u00a0: posez-en maintenant une de votre main.",
        "hu": "Már vettél lapot: most rakj ki egyet a kezedből.",
    },
    "keep": {
        "en": "Keep one of the two cards you have drawn.",
        "de": "Behalte eine der beiden gezogenen Karten.",
        "fr": "Gardez une des deux cartes piochées.",
        "hu": "Tartsd meg a két húzott lap egyikét.",
    },
}

WORDS = TableWords(_WORDS, {**_REASONS, "over": GAME_OVER, "": _REASONS["take"]})  # by phase: the current task
