"""The places in the two arrays of whole numbers that the compiled functions work on.

`t` holds everything that is the same in all games of a simulator: rules, faces, castles, the steps of the spells. `p`
is one position, so that a copy of a position is a copy of one array. Both have a header of fixed places, named here; in
`t` the names that end in `_AT` are places that hold the start of a longer part.
"""

from __future__ import annotations

SEATS = 8  # most players of a layout
HELD = 3  # spells of a player (TURN-1)

# --- header of t -------------------------------------------------------------------------------------------

(
    FIELDS,  # how many fields the board has
    COLS,
    PLAYERS,
    FAMILIES,
    GROWTH_VINES,  # GRO-6: whether vines must meet
    MAY_PASS,  # END-5: whether the last card may be kept
    LAYS_ALL,  # LAY-5: whether all castles are laid
    SMALL,  # whether a bit for each edge of the board fits into one word (`distance`)
    MOST,  # rows + columns: the distance of a family counts no more (`greedy`)
    SHARE,  # … and this much of it for each of the others
    VINES,
    SPELLS,
    LYING_AT,  # one row of LYING_SIZE for each face and facing
    FACES_AT,  # one row of FACE_SIZE for each face
    BEYOND_AT,  # the neighbour on each of the four sides of a field
    EXITS_AT,  # for ways and a port: the ports that it is joined with
    GATES_AT,  # 4 × field + side of each family's four castles, −1 for none
    SPELLS_AT,  # one row of SPELL_SIZE for each spell
    CODE_AT,  # one row of CODE_SIZE for each step
    RIVALS_AT,  # for each spell: the one on the other side of its card, −1 for none (SPL-12)
    COUNTS_AT,  # copies of each vine in the deck
    CYCLE_AT,  # the families in the order of the layout's cycle (LAY-6)
    CHOSEN_FAMILIES_AT,  # family of each seat, −1 to draw them
    WAITS,  # the family that sits last and misses its first turn, −1 for none
    CHOSEN_SPELLS_AT,  # spells of each seat, −1 for none; the first −2 to draw them
    POLICIES_AT,  # by seat
    PLAYOUTS_AT,  # by seat
    EAGER,  # the spell that is cast as soon as it is possible, −1 for none
    VARIED,  # whether the counts are varied around those of the data
    ORDERS_AT,  # for 2, 3 and 4 cards: the orders of `peek`
    NODES,  # where the cards on the board are in p
    PILE,  # … the draw pile
    DISCARD,  # … the discard pile
    DRAWN_AT,  # … the cards that a spell has drawn
    TAKEN_AT,  # … and taken
    NODE_COUNT,
    RIMS_AT,  # the bit of each field (`distance`)
    POSITION,  # how long a position is
    ROOM,  # … and a list of moves
    NOTES,  # … and the room for notes, `w`
    T_HEAD,
) = range(41)

# BEYOND: ≥ 0 is the next field; otherwise a slot
VACANT = -1
CASTLE = -2  # and less: CASTLE − family

# a row of LYING: a card on the board with its facing, 4 × face + facing
ENDS, UNDER_CLASS, WAYS_OVER = 0, 1, 2  # ways over each class of lower card follow, the first without one
LYING_SIZE = 12
PORTS = 8  # shift of the bits of existing ports in ways

# a row of FACES
SEALED, CARD = 0, 1  # CARD: the face as it is printed on the card, not sealed; a vine card's number is that of its face
WITHOUT = 2  # the face without its blocks, holes, breaks follows; −1 when it shows none
WITHOUT_ONE = 5  # the face without its first break, its second … follows; −1 when it shows fewer
MOST_BREAKS = 5
FACE_SIZE = WITHOUT_ONE + MOST_BREAKS

# a row of SPELLS
START, UNSEEN_CARDS = 0, 1  # the start of its code; how many unseen cards it plays
SPELL_SIZE = 2

# --- the steps of spells -----------------------------------------------------------------------------------

# a row of CODE: the step (`bytecode`), four numbers that depend on it, the cards that are still drawn from here to the
# end of the spell, those that the rest of this block draws, the end of the block, and what the step changes
OP, A, B, C, D, STILL, OWN, BLOCK, CHANGES = range(9)
CODE_SIZE = 9

FROM_DRAWN, FROM_HAND, FROM_TAKEN = range(3)
BY_GROWTH, ON_EMPTY, ON_LAST, ON_CARD, ANYWHERE, APART, UNDER = range(7)
IN_TURN = 7  # by growth too, but a vine card of a turn: other fields are protected from it than from spells
DRAW_PILE, DISCARD_PILE, EMPTY_FIELDS, TALLEST_STACK, OWN_CONNECTIONS, CONNECTIONS_BEHIND = range(6)
OWN_CASTLES, HAND_ENDS, OWN_SPELLS, COIN, DIE = range(6, 11)
ALL = -1
NONE = -1

# --- a position --------------------------------------------------------------------------------------------

(
    PLAYER,
    TURNS,
    LAST_TURNS,  # END-5, −1 before
    PILE_NEXT,  # the draw pile is from here …
    PILE_END,  # … to before here
    DISCARDS,
    CONNECTED,  # CON-8: bits by axis
    LAID,  # LAY-5: bits by family
    EXTRA_TURN,
    SPELL,  # that is being cast, or −1
    PC,  # the step that waits
    PLAYS_LEFT,
    LAST,  # the field where the spell placed its last card
    PLACED_ITSELF,
    DRAWN,  # how many
    TAKEN,
    USED,  # nodes that were ever used …
    FREE,  # … and the first of those that are free again
    ENDED,  # 0, or the rule that ended the game, from 1
    WINNERS,  # bits by family
    NEWEST,  # the field with the card placed last on top, −1 once it is gone
    PROTECTORS,  # bits by player: those who may protect a field now
    FORBIDDING,  # bits by player: those who forbid spells (STEP-6)
    KEPT,  # the card that the caster holds when the spell is done, −1 for none (STEP-1)
    SEATS_AT,
) = range(25)
END_1, END_3, END_4, END_5 = 1, 2, 3, 4

# each seat
HAND, CLAIMS, MISSES, FAMILY, HELD_AT, DEALT_AT, CAST_AT = 0, 1, 2, 3, 4, 7, 10
OWN_NEWEST = 13  # the node of the card that the player placed last, −1 for none (STEP-5)
SEAT_SIZE = 14

# each field
FIELDS_AT = SEATS_AT + SEATS * SEAT_SIZE
TOP, HEIGHT, WAYS, COVERED, OPEN, GUARDS, PLACED = range(7)
OVERSEALED = 7  # whether the top card is sealed
WARDS = 8  # bits by player, as GUARDS: these protect from spells, those from cards
FIELD_SIZE = 9

# each node: a card on the board
NODE_UNDER, NODE_LYING = 0, 1
NODE_SIZE = 2

# --- moves: a row (kind, a, b, c, worth) --------------------------------------------------------------------------

(
    PLAY_VINE,  # field, facing, face
    CAST_SPELL,  # which of the three
    DISCARD_VINE,
    PASS,
    PLACE_CARD,  # field, facing, face
    TARGET,  # field
    REDRAW,  # bits by seat
    SKIP,
    SWAP_STACKS,  # two fields
    MOVE_CARD,  # from, to, facing
    ORDER,  # number of the order
    NAME_PLAYER,  # seat
    TAKE_OPTION,  # number from 0
    CLEAR_BREAK,  # field, number of the break from 0
    KEEP_CARD,  # vine
    ROLL,  # what a coin or a die shows
) = range(16)
WORTH = 4  # the greedy player's value of it
MOVE_SIZE = 5
LOG_SIZE = MOVE_SIZE  # which of the legal moves, and the move itself
