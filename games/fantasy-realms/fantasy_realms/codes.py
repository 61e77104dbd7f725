"""The rules of Fantasy Realms, and its problem codes with one sentence each."""

from __future__ import annotations

# The rules that a rulebook must explain; rules.yaml has what they say.
FOR_PLAYERS = (
    *("PLAY-1", "PLAY-2", "PLAY-3", "PLAY-4", "PLAY-5", "PLAY-6", "PLAY-7"),
    *("RES-0", "RES-1", "RES-2", "RES-3", "RES-4", "RES-5", "RES-6", "RES-7"),
)

_BROKEN_IN_PLAY = {
    "PLAY-1": "Three to six players get seven cards each; the rest is the draw pile, and the display is empty.",
    "PLAY-2": "A turn: take the top card of the pile or any card of the display, then put one card into the display.",
    "PLAY-4": "The game ends at once when the tenth card is in the display.",
    "PLAY-6": "Two players draft their hands; the game ends with seven cards each and twelve in the display.",
    "PLAY-7": "Chaos: cards are traded one for one against the clock; the Necromancer chooses among three of the pile.",
}

PROBLEMS = {
    "REF-SUIT": "A suit is named that the game does not have.",
    "REF-CARD": "A card is named that the game does not have.",
    "REF-EXPECT": "A hand does not score what its author expects.",
    "CARD-1": "Two cards or suits have the same id, or two cards have the same name.",
    "CARD-2": "An effect can never apply, or changes nothing.",
    "CARD-3": "The tiers of runs or sets are out of order, doubled or out of reach.",
    "CARD-4": "A card of a true suit has no effect at all, or a wild card does not decide anything.",
    "CARD-5": "Effects contradict each other, for example on a card that always blanks itself.",
    "HAND-1": "A card is in the hand twice, or in the hand and in the display.",
    "HAND-2": "A hand has too many or too few cards.",
    "HAND-3": "A choice is made for a card that is not in the hand or has nothing to choose.",
    "HAND-4": "A choice is not possible.",
    "HAND-5": "The expected values of a hand contradict each other.",
    "SCHEMA-RECORD": "A game record does not have the required form.",
    "SCHEMA-HAND": "A hand document does not have the required form.",
}

CODES = {**_BROKEN_IN_PLAY, **PROBLEMS}
