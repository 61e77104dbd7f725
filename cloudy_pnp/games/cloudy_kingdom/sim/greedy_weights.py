"""The weights of the greedy player (`greedy`), tested in games against other numbers, except TEMPO."""

from __future__ import annotations

SCALE = 8  # everything is multiplied by it, to leave room below it for breaking ties
FIELD = 480  # one field of distance; the numbers of opponents divide it
WIN, LOSS = 1_000_000, -1_000_000
THREAT = 2 * FIELD  # an opponent who is connected and waits for their turn
PRICE = FIELD // 2  # a spell, because it can be cast only once
UNSEEN = 3 * FIELD // 4  # each unseen card that a spell plays
TEMPO = FIELD  # an extra turn, or one that an opponent misses
