"""Zip files that are the same whenever and wherever they are made."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_DATE = (1980, 1, 1, 0, 0, 0)  # the first that the format knows


def zipped(members: Mapping[str, bytes]) -> bytes:
    """An archive of members by name. Pictures are packed already and stored as they are."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            packed = name.endswith((".png", ".jpg", ".webp"))
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=6)
    return out.getvalue()
