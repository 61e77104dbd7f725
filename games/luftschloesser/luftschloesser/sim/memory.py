"""The places in the arrays of the simulator.

`t` holds the tables of a game (which never change), `s` is a sky, `g` a game around it, a move is a row of six numbers.
Fields and players are counted from 0 here.
"""

from __future__ import annotations

# --- t: the header, then the tables that it points to
(
    PLAYERS, FIELDS, PER_FIELD, TO_WIN, CASTLES, WINDS, CARDS, DECK,
    DOES_AT, FIELD_AT, KIND_AT, NEAR_AT, STEPS_AT, PROSPECTS_AT, DECK_AT, POLICIES_AT, KINDS, LIMIT, MOST,
) = range(19)  # fmt: skip
T_HEAD = 19
NEAR = 9  # how many neighbours, and up to eight of them

# --- effects of cards, and kinds of moves
SUN, RAIN, STORM, LIGHTNING, RAINBOW, NEW_HANDS, PUT, MOVE, BUILD, OUST = range(10)
EFFECTS = ("sun", "rain", "storm", "lightning", "rainbow", "new-hands")
# a move: its kind, the card, and up to four numbers
#   SUN, LIGHTNING, PUT, BUILD: field · RAIN, OUST: field, owner or -1 · STORM: direction · MOVE: field, field
#   RAINBOW: -1, or field, player, field, player
MOVE_SIZE = 6

# --- s: for each field its empty clouds, castles of each player, beings of each player; then the supplies likewise

# --- g: the game around the sky
PLAYER, TURNS, WINNER, PILE_LEFT, PLAYED, SHUFFLES, DEALS = range(7)
G_HEAD = 7
HAND = 3  # then three cards for each player, how many cards have left the draw pile, the pile, the played cards

RANDOM, GREEDY, AHEAD = range(3)
POLICIES = ("random", "greedy", "ahead")

# --- a result: the header, then by seat, by seat and kind, and by field
RESULT_TURNS, RESULT_WINNER, RESULT_SHUFFLES, RESULT_DEALS = range(4)
RESULT_HEAD = 4
SEAT_BUILT, SEAT_OUSTED, SEAT_LOST_TO_RAIN, SEAT_LOST_TO_OTHERS, SEAT_CASTLES, SEAT_BEINGS = range(6)
RESULT_SEAT = 6
