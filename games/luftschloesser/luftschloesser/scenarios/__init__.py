"""Positions and game records: read, evaluated, drawn in characters, described in sentences."""
