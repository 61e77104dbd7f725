"""What a printing press asks for: inks through a profile, black text, an ink limit, PDF/X, and a last look at the file.

`profile` reads the ICC profile, `inks` (one folder up) asks it for a colour's inks, `separate` decides which inks text,
lines and areas get, `flatten` does away with transparency, `standard` says what a PDF/X file has to carry, `preflight`
judges a finished file.
"""
