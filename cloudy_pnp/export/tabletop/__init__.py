"""The game on a table that is a program: decks, boards and pieces as each of these programs wants them."""
