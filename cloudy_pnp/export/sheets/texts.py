"""The texts on sheets, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cloudy_pnp.export.paper import Flip
from cloudy_pnp.i18n.localized import Localized


class SheetTexts(Struct, frozen=True):
    """The texts of a language; `{number}` in `sheet` and `{flip}` in the steps are placeholders."""

    lang: str
    sheet: str
    front: str
    back: str
    fold: str
    flip_long: str
    flip_short: str
    title: str
    steps: tuple[str, ...]
    calibration_back: str
    patches: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any], lang: str) -> SheetTexts:
        """Read the data of `sheet-texts.schema.json`; what is not translated is in the source language."""

        def translate(text: Mapping[str, Any]) -> str:
            localized = Localized.of(text)
            return localized.texts.get(lang) or next(iter(localized.texts.values()))

        calibration = data["calibration"]
        return cls(
            lang,
            translate(data["sheet"]),
            translate(data["front"]),
            translate(data["back"]),
            translate(data["fold"]),
            translate(data["flip-long"]),
            translate(data["flip-short"]),
            translate(calibration["title"]),
            tuple(translate(step) for step in calibration["steps"]),
            translate(calibration["back"]),
            translate(calibration["patches"]) if "patches" in calibration else "",
        )

    def flip(self, flip: Flip) -> str:
        """Return the words for a way to turn the paper."""
        return self.flip_long if flip is Flip.LONG else self.flip_short
