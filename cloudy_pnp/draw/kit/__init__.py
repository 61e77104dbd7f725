"""What any game's art is drawn with: pens, frames, lettering, randomness, clouds, heraldry, tracing, colour vision.

Nothing here knows a game: colours, emblems, icons and names are passed in.
"""
