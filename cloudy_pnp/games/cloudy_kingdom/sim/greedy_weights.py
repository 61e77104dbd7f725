"""What counts how much for the greedy player (`greedy`), tried in games against other numbers, but for TEMPO."""

from __future__ import annotations

SCALE = 8  # everything is multiplied by it, so that there is room below it to tell equal values apart
FIELD = 480  # one field of distance; the numbers of opponents divide it
WIN, LOSS = 1_000_000, -1_000_000
THREAT = 2 * FIELD  # an opponent who is connected and waits for their turn
PRICE = FIELD // 2  # a spell, because it can be cast only once
UNSEEN = 3 * FIELD // 4  # each card that a spell plays and nobody has seen
TEMPO = FIELD  # an extra turn, or one that an opponent misses
