"""Faces for other programs: raster pictures with names, alone or many on one picture."""
