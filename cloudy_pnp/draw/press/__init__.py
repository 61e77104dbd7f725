"""The requirements of a printing press: inks through a profile, black text, an ink limit, PDF/X, and a preflight.

`inks` (one folder up) reads the ICC profile, looks up a colour's inks in it and lists the contents of a PDF/X file;
`separate` chooses the inks of text, lines and areas, `flatten` removes transparency, `preflight` checks the file.
"""
