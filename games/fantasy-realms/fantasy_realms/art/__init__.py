"""Pictures: files of the cards in the tones of their suits, and what is drawn where a card has none."""
