"""Pictures: files of the cards in the tones of their suits, and the fallback for a card without one."""
