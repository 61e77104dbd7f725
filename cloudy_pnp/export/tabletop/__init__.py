"""The game for virtual tabletops: decks, boards and pieces in the formats of these programs."""
