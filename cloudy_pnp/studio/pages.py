"""The pages of the studio: a common head, then the file of each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cloudy_pnp.studio.guard import POLICY

STATIC = Path(__file__).parent / "static"


class Page(Struct, frozen=True):
    """A page: its title until a script translates it, its script, and its styles in addition to the common ones."""

    title: str
    script: str
    styles: tuple[str, ...] = ()
    policy: str = POLICY

    def text(self, name: str) -> str:
        """Return the whole page; its body is the file of its name."""
        styles = "\n".join(
            f'<link rel="stylesheet" href="static/{style}.css">' for style in ("studio", "place", *self.styles)
        )
        head = (STATIC / "head.html").read_text("utf-8").format(title=self.title, styles=styles, script=self.script)
        return head + (STATIC / f"{name}.html").read_text("utf-8") + "</html>\n"


PAGES = {
    "index": Page("Cards", "studio"),
    "sheets": Page("Sheets", "sheets", ("see",)),
    # The book is a separate page, in a frame.
    "rulebook": Page("Rulebook", "book", ("see",), f"{POLICY}; frame-src 'self'"),
    "fit": Page("Text fit", "fit", ("see",)),
    "edit": Page("Edit", "edit", ("edit",)),
    "play": Page("Play", "play", ("play", "zones")),
    "print": Page("Print", "print", ("print",)),
}


def page_routes() -> list[Route]:
    """Return the routes of the pages."""
    return [Route("/" if name == "index" else f"/{name}", _answer(name)) for name in PAGES]


def _answer(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_request: Request) -> Response:
        page = PAGES[name]
        headers = {"cache-control": "no-cache", "content-security-policy": page.policy}
        return HTMLResponse(page.text(name), headers=headers)

    return answer
