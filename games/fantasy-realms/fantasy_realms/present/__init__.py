"""What the tool shows and prints of the game, and what it can be asked."""
