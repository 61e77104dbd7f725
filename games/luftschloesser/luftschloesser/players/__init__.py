"""Ways to play, by the readable engine."""
