"""Typesetting with Typst, in a separate process for all books: layouts are untrusted, and Typst cannot be stopped.

The process has limits for memory and time, no packages, and a network proxy that does not answer. Failures are reported
with the line of the layout.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import Ended, Worker

_PLACE = re.compile(r"┌─ (?:[^\n]{0,500}/)?book\.typ:(\d+):\d+")
_NO_ANSWER = "http://127.0.0.1:9"  # the discard port
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # fixed: the same input gives the same bytes
_PROXIES = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY")
BOOKS = Worker(
    "book-seconds",
    "book-megabytes",
    ("typst",),
    {name: value for proxy in _PROXIES for name, value in ((proxy, _NO_ANSWER), (proxy.lower(), _NO_ANSWER))}
    | {"NO_PROXY": "", "no_proxy": ""},
)


def typeset(place: Path, layout: str) -> bytes:
    """Compile `main.typ` in a folder that also contains `book.typ`; `layout` is the name of that file for users."""
    if find_spec("typst") is None:
        raise UserError("the package typst is missing: install cloudy-pnp again")
    try:
        error = BOOKS.call(compile_pages, str(place))
    except Ended as ended:
        raise UserError(f"{layout}: {ended}{f'; {ended.hint}' if ended.hint else ''}") from None
    if error is not None:
        message, diagnostic = error
        line = _PLACE.search(diagnostic)
        raise UserError(f"{layout}{f':{line[1]}' if line else ''}: {_explain(message, place)}")
    return (place / "main.pdf").read_bytes()


def compile_pages(folder: str) -> tuple[str, str] | None:
    """Write `main.pdf` in the worker's process; return the message and the diagnostic of an error."""
    import typst

    place = Path(folder)
    try:
        typst.compile(
            place / "main.typ",
            output=place / "main.pdf",
            root=place,
            font_paths=[place / "fonts"],
            ignore_system_fonts=True,
            timestamp=_NO_DATE,
            pdf_standards=["ua-1"],
            package_path=place / "no-packages",
            package_cache_path=place / "no-packages",
        )
    except typst.TypstError as error:
        return error.message, error.diagnostic
    except BaseException as error:  # a panic of Typst is not an Exception
        return f"Typst has failed: {error}", ""
    return None


def _explain(message: str, place: Path) -> str:
    """Describe an error in terms of the layout."""
    if "package" in message:
        return "a layout cannot use packages: write what you need into it"
    return message.replace(str(place), "")
