"""`png/<face>.png`: every face as a picture."""

from __future__ import annotations

from cloudy_pnp.draw.pixels import PictureFormat
from cloudy_pnp.export.pictures.exporter import PictureExporter

EXPORTER = PictureExporter(PictureFormat.PNG)
