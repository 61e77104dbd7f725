"""A stranger's game of hexagonal tiles in its own package, without any card."""
