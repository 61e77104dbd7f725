"""Many games played by the computer: runs, statistics, comparisons, reports. Independent of any game.

A game defines how it is played and what is measured (`base.Simulation`); the rest is done here.
"""
