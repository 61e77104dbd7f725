"""Fantasy Realms (Fantastische Reiche): a hand of seven cards is worth what its cards do to each other.

The rooms in reading order; a module imports only from its own room and from those above it (a test enforces it). The
rooms above `fast` need no compiled code.
"""

ROOMS = (
    "codes",  # rules and problems by their ids
    "model",  # cards, suits, the vocabulary of effects
    "shipped",  # the game as it comes in the box
    "rules",  # RES-0 to RES-7: from a hand to its score
    "hands",  # hands as people write them
    "checks",  # what can be wrong with cards
    "wording",  # what a card says in each language
    "fast",  # the same score, compiled
    "search",  # the best hands, proved; what random hands are worth
    "play",  # whole games, and players
    "scenarios",  # hands and game records as files: judged, told
    "balance",  # what many games show
    "art",  # pictures
    "present",  # cards and rulebook for print; commands; play at a table; new cards
    "game",  # what the tool is told
)
