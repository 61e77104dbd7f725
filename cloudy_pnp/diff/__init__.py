"""Compare two states of a project: its cards, their faces, problems, scenarios and rulebook."""
