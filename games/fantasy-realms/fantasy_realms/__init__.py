"""Fantasy Realms (Fantastische Reiche): the value of a hand of seven cards depends on how they affect each other.

The subpackages in reading order; a module imports only from its own and from those above it (a test enforces it). Those
above `fast` need no compiled code.
"""

ROOMS = (
    "codes",  # rules and problems by their ids
    "model",  # cards, suits, the vocabulary of effects
    "rules",  # RES-0 to RES-7: from a hand to its score
    "hands",  # hands as people write them
    "checks",  # findings about cards
    "wording",  # the text of a card in each language
    "fast",  # the same score, compiled
    "search",  # the best hands, proved; the values of random hands
    "play",  # whole games, and players
    "scenarios",  # hands and game records as files: evaluated, described
    "balance",  # measures of many games
    "art",  # pictures
    "present",  # cards and rulebook for print; commands; play at a table; new cards
    "game",  # the record of capabilities for the tool
)
