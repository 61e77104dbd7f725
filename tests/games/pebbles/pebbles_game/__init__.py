"""A game in a package of its own: the tool finds it by its entry point."""
