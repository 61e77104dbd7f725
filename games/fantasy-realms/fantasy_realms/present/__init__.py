"""Output and commands of the game."""
