"""Faces as other programs want them: pictures of pixels with names, alone or many on one picture."""
