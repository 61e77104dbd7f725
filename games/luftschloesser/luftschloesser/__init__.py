"""Luftschlösser (Nik Sewell, Schmidt Spiele 1990): weather, clouds, cloud beings, castles in the air.

The rooms in reading order; a module imports only from its own room and from those above it (a test enforces it).
"""

ROOMS = (
    "codes",  # every problem code, and the rules that players need
    "model",  # board, weather, positions, a game in progress
    "rules",  # what may be done, and what it does
    "checks",  # what can be wrong with the data
    "scenarios",  # positions and game records as files: read, judged, told
    "players",  # who chooses moves
    "sim",  # whole games, compiled
    "balance",  # what many games show
    "art",  # pictures
    "present",  # cards, board and pieces for print; the rulebook; play at a table
    "game",  # what the tool is told
)
