"""How far apart the words of a PDF are, measured by an independent program from ink to ink."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

_SPACES = " \u00a0"


def word_gaps(file: Path) -> Iterator[tuple[float, str]]:
    """The gap at every space between two words of an upright line, in ems, and the words around it."""
    document = pypdfium2.PdfDocument(file)
    for page in document:
        text = page.get_textpage()
        chars = [chr(raw.FPDFText_GetUnicode(text, at)) for at in range(text.count_chars())]
        for at in range(1, len(chars) - 1):
            if chars[at] in _SPACES and not chars[at - 1].isspace() and not chars[at + 1].isspace():
                matrix = raw.FS_MATRIX()
                raw.FPDFText_GetMatrix(text, at - 1, matrix)
                _, bottom, right, top = text.get_charbox(at - 1)
                left, next_bottom, _, next_top = text.get_charbox(at + 1)
                same_line = next_bottom < top + 1 and next_top > bottom - 1
                size = raw.FPDFText_GetFontSize(text, at - 1) * matrix.a
                if matrix.a > 0 and abs(matrix.b) < 1e-6 and same_line and left > right - size / 2:
                    yield (left - right) / size, "".join(chars[max(0, at - 8) : at + 8])
    document.close()
