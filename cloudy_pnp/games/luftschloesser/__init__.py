"""Luftschlösser (Nik Sewell, Schmidt Spiele 1990): weather, clouds, cloud beings, castles in the air.

`model` says what there is, `rules` what may be done, `checks` what is wrong with data, `scenarios` reads and judges
positions and records, `players` choose moves, `sim` plays many games. Each imports only from those named before it.
"""
