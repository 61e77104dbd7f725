"""A game on a few pages: the list of its cards, and a sheet for playtesting."""
