"""The cards as frozen data: their names, suits and effects."""
