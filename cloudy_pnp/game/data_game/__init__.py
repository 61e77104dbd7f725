"""Data-only games: `cards/<game>/game.yaml` defines the kinds of cards, layouts their look."""
