"""Parts shared by several games: records and replays, words at a table, plans of positions, books, balance reports.

A game uses what it needs; nothing here depends on a game.
"""
