"""Cloudy Kingdom: grow vines from castle to castle, and cast spells.

The subpackages in reading order; a module imports only from its own and from those above it (a test enforces it).
"""

ROOMS = (
    "model",  # faces, cards, the table of steps
    "rules",  # boards, growth, turns, the end of the game, spells
    "wording",  # the text of a spell's card in each language
    "checks",  # findings about the data, and about a spell when it is played
    "scenarios",  # boards and game records as files: read, evaluated, described
    "sim",  # whole games, compiled
    "balance",  # measures of many games
    "art",  # pictures
    "present",  # cards, boards and the rulebook for print; play at a table; new cards
    "game",  # the record of capabilities for the tool
)
