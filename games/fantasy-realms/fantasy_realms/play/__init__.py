"""Whole games, PLAY-1 to PLAY-7: positions, moves, records that replay, players, and many games."""
