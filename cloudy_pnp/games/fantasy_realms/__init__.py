"""Fantasy Realms (Fantastische Reiche): a hand of seven cards is worth what its cards do to each other."""
