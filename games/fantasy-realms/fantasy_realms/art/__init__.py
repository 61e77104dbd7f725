"""Pictures: a vocabulary of motifs, and what the cards show with it."""
