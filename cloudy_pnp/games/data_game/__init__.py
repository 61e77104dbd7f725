"""Games that are data only: `cards/<game>/game.yaml` says which kinds of cards there are, layouts how they look."""
