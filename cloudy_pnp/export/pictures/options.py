"""Export options beyond those of a build."""

from __future__ import annotations

import re

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted

LEAST_DPI, MOST_DPI = 30, 1200
_URL = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:/[A-Za-z0-9._~%/+-]*)?")


class ExportOptions(Struct, frozen=True):
    """Export options; each target has its own defaults."""

    dpi: int | None = None
    images_at: str = ""  # the public address of the pictures
    services: tuple[str, ...] = ()  # ids of print services
    marks: int = 3  # registration marks of a cutting machine

    def __post_init__(self) -> None:
        if self.dpi is not None and not LEAST_DPI <= self.dpi <= MOST_DPI:
            raise UserError(f"{self.dpi} dpi is not possible: use {LEAST_DPI} to {MOST_DPI}")
        if self.images_at and not _URL.fullmatch(self.images_at):
            example = "https://example.org/my-game/"
            raise UserError(f"--images-at {quoted(self.images_at)} is not a web address such as {example}")

    @property
    def ending(self) -> str:
        """The suffix of the name of a special export, so that it never replaces the usual one."""
        return f"-{self.dpi}dpi" if self.dpi else ""


AS_THE_TARGET_LIKES = ExportOptions()
