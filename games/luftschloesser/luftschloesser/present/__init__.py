"""The game at a table, on paper and in its book."""
