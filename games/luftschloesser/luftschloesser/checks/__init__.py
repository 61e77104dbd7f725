"""Checks of the data, as findings with their paths."""
