"""The art of Cloudy Kingdom: procedural vectors in one style. `deck` draws the cards, `board_picture` a board."""
