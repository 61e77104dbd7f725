"""Parts that several games share: records and replays, words at a table, plans of positions, books, balance reports.

A game uses what fits; nothing here knows a game.
"""
