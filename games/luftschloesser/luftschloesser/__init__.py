"""Luftschlösser (Nik Sewell, Schmidt Spiele 1990): weather, clouds, cloud beings, castles in the air.

The rooms in reading order; a module imports only from its own room and from those above it (a test enforces it).
"""

ROOMS = (
    "codes",  # every problem code, and the rules that players need
    "words",  # the words of the game in every language
    "model",  # board, weather, positions, a game in progress
    "rules",  # legal moves and their effects
    "checks",  # findings about the data
    "scenarios",  # positions and game records as files: read, evaluated, described
    "players",  # players that choose moves
    "art",  # pictures
    "present",  # cards, board and pieces for print; the rulebook; play at a table
    "game",  # the record of capabilities for the tool
)
