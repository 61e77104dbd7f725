"""The model: the board, the weather cards, a position, a game in progress, and chance."""
