"""Every problem code of Luftschlösser, with one sentence. Most are rules of the game."""

from __future__ import annotations

CODES = {
    "AIR-1": "A field is not on the board, or the board is too small.",
    "AIR-2": "Too many clouds lie on a field, or on the whole board.",
    "AIR-3": "A castle stands without a cloud, there are more pieces of a player than the box has, or too few of them.",
    "AIR-4": "The deck lacks cards of the box, or has a card that can never do anything, or none that is played here.",
    "AIR-5": "A kind of weather has more or fewer cards than fields, or fields that it cannot use.",
    "SET-1": "There are not two to four players with a colour of their own.",
    "SET-2": "Somebody holds new hands, which is never in a hand.",
    "TURN-1": "A card is played that is not in the hand, a second card in one turn, or none before the action.",
    "TURN-2": "A turn has two actions, or none.",
    "TURN-3": "A shuffle of a record is missing, or does not have the cards of the pile.",
    "TURN-4": "New hands is played from the hand; it works only when it is drawn.",
    "TURN-5": "There are too few cards for all hands and one more to draw.",
    "WEA-1": "A sun is played on another field than its own.",
    "WEA-2": "Rain is played on another field than its own, or takes a castle that it cannot take.",
    "WEA-4": "A storm blows in a direction in which it cannot.",
    "WEA-5": "Lightning strikes another field than its own.",
    "WEA-6": "A rainbow swaps beings that are not there, or two of one field.",
    "WEA-7": "A weather card does not name its field or direction.",
    "ACT-1": "A being is put onto a field, and none is left in the supply.",
    "ACT-2": "A being is moved that is not there, or to a field that does not touch its own.",
    "ACT-3": "A castle is built with too few beings, or without an empty cloud.",
    "ACT-4": "A castle is ousted with too few beings, is not there, or is one's own.",
    "ACT-5": "Two castles are put up in one turn.",
    "END-1": "The game is over and a move follows, two players have won, or the castles to win cannot be.",
    "SCHEMA-TURN": "A turn or a move does not have the shape of one.",
    "REF-EXPECT": "A scenario turns out differently from what its author claims.",
}

# What players must know: the rulebook has to cover them.
FOR_PLAYERS = (
    *("AIR-1", "AIR-2", "AIR-3", "AIR-4"),
    *("SET-1", "SET-2", "SET-3"),
    *("TURN-1", "TURN-2", "TURN-3", "TURN-4"),
    *("WEA-1", "WEA-2", "WEA-3", "WEA-4", "WEA-5", "WEA-6", "WEA-7"),
    *("ACT-1", "ACT-2", "ACT-3", "ACT-4", "ACT-5"),
    *("END-1", "END-2"),
)
