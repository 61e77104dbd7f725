"""What can be wrong with data, as findings with their paths."""
