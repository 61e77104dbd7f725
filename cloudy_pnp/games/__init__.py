"""What a game is to the tool, where games are found, and one package for each of them."""
