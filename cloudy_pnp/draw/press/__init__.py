"""The requirements of a printing press: inks through a profile, black text, an ink limit, PDF/X, and a preflight.

`profile` reads the ICC profile, `inks` (one folder up) looks up a colour's inks in it, `separate` chooses the inks of
text, lines and areas, `flatten` removes transparency, `standard` lists the contents of a PDF/X file, `preflight` checks
a finished file.
"""
