"""The interface of games, their registry, and one package per game."""
