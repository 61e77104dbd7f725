"""A published table, fetched once when somebody asks for it: bounded in size and time, over HTTPS, only read."""

from __future__ import annotations

from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.tables.grid import ENDINGS, MOST_BYTES, grid_of

_SECONDS = 30
_LOCAL = ("localhost", "127.0.0.1", "::1")


class _SafeRedirects(HTTPRedirectHandler):
    """An address may lead on, but never to a file of this machine or off HTTPS."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        _judge(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetched(url: str, ending: str) -> bytes:
    """What an address gives, if it is a table of that ending. Raises UserError."""
    if ending not in ENDINGS:
        raise UserError(f'"{ending}" is no ending of a table: {", ".join(ENDINGS)}')
    _judge(url)
    request = Request(url, headers={"User-Agent": "cloudy-pnp"})  # noqa: S310 - the scheme is judged above
    try:
        with build_opener(_SafeRedirects).open(request, timeout=_SECONDS) as answer:
            content: bytes = answer.read(MOST_BYTES + 1)
    except (URLError, OSError, ValueError) as error:
        raise UserError(f"cannot fetch {url}: {getattr(error, 'reason', error)}") from error
    if len(content) > MOST_BYTES:
        raise UserError(f"{url} gives more than {MOST_BYTES:,} bytes")
    if content.lstrip()[:1] == b"<" and ending in (".csv", ".tsv"):
        raise UserError(f"{url} gives a web page, not a table: publish one sheet as CSV, and take that address")
    grid = grid_of(content, f"x{ending}")
    if not grid.rows:
        reason = grid.problems[0].message if grid.problems else "it is empty"
        raise UserError(f"{url} gives no table: {reason}")
    return content


def _judge(url: str) -> None:
    parts = urlsplit(url)
    local = parts.scheme == "http" and parts.hostname in _LOCAL
    if not parts.hostname or (parts.scheme != "https" and not local):
        raise UserError(f'"{url}" is no address that is fetched: it has to begin with https://')
