"""Reproducible zip files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format


def zip_members(members: Mapping[str, bytes]) -> bytes:
    """Write an archive of members by name. Pictures are already compressed and stored unchanged."""
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
