"""Games played by the computer, many of them: runs, statistics, comparisons, reports. Knows no game.

A game says how it is played and what is measured (`base.Simulation`); the rest is done here.
"""
