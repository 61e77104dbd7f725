"""The interface of games, their registry, what they share, and games without code."""
