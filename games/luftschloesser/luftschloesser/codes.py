"""Every problem code of Luftschlösser, with one sentence. Most are rules of the game."""

from __future__ import annotations

CODES = {
    "AIR-1": "A field is not on the board, or the board is too small.",
    "AIR-2": "There are too many clouds on a field, or on the whole board.",
    "AIR-3": "A castle has no cloud, or a player has more or fewer pieces than the box contains.",
    "AIR-4": "The deck lacks cards of the box, has a card without an effect, or has no card that is used here.",
    "AIR-5": "A kind of weather has more or fewer cards than fields, or has fields it cannot use.",
    "SET-1": "There are not two to four players with different colours.",
    "SET-2": "A player holds *new hands*, which is never in a hand.",
    "TURN-1": "A card is played from outside the hand, or as a second card, or not before the action.",
    "TURN-2": "A turn has two actions, or none.",
    "TURN-3": "A shuffle is missing from a record, or does not contain the cards of the pile.",
    "TURN-4": "*New hands* is played from the hand; it takes effect only when it is drawn.",
    "TURN-5": "There are too few cards for all hands and one more to draw.",
    "WEA-1": "A sun is played on a field that is not its own.",
    "WEA-2": "Rain is played on a field that is not its own, or takes a castle it cannot take.",
    "WEA-4": "A storm blows in a direction that is not allowed.",
    "WEA-5": "Lightning strikes a field that is not its own.",
    "WEA-6": "A rainbow swaps beings that do not exist, or two on the same field.",
    "WEA-7": "A weather card does not name its field or direction.",
    "ACT-1": "A being is placed on a field although none is left in the supply.",
    "ACT-2": "A being that does not exist is moved, or it moves to a field that is not adjacent.",
    "ACT-3": "A castle is built with too few beings, or without an empty cloud.",
    "ACT-4": "An ousted castle does not exist or belongs to the player, or there are too few beings.",
    "ACT-5": "Two castles are built in one turn.",
    "END-1": "A move follows the end, two players have won, or the number of castles needed to win is impossible.",
    "SCHEMA-TURN": "A turn or a move does not have the required form.",
    "REF-EXPECT": "A scenario does not end the way its author expects.",
}

# The rules players must know: the rulebook must cover them.
FOR_PLAYERS = (
    *("AIR-1", "AIR-2", "AIR-3", "AIR-4"),
    *("SET-1", "SET-2", "SET-3"),
    *("TURN-1", "TURN-2", "TURN-3", "TURN-4"),
    *("WEA-1", "WEA-2", "WEA-3", "WEA-4", "WEA-5", "WEA-6", "WEA-7"),
    *("ACT-1", "ACT-2", "ACT-3", "ACT-4", "ACT-5"),
    *("END-1", "END-2"),
)
