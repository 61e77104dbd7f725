"""Tools for the art of any game: pens, frames, lettering, randomness, clouds, heraldry, tracing, colour vision.

Nothing here depends on a game: colours, emblems, icons and names are passed in.
"""
