"""Legal moves and their effects: one pure function per rule."""
