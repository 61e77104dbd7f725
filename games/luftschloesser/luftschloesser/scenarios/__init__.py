"""Positions and game records: read, judged, drawn in characters, told in sentences."""
