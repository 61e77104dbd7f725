"""Cloudy Kingdom: grow vines from castle to castle, and cast spells.

The rooms in reading order; a module imports only from its own room and from those above it (a test enforces it).
"""

ROOMS = (
    "model",  # faces, cards, the table of steps
    "rules",  # boards, growth, turns, the end of the game, spells
    "wording",  # what a spell's card says in each language
    "checks",  # what can be wrong with the data, and with a spell when it is played
    "scenarios",  # boards and game records as files: read, judged, told
    "sim",  # whole games, compiled
    "balance",  # what many games show
    "art",  # pictures
    "present",  # cards, boards and the rulebook for print; play at a table; new cards
    "game",  # what the tool is told
)
