"""A published table, fetched once on demand: limited in size and time, over HTTPS, read only."""

from __future__ import annotations

import threading
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.tables.grid import ENDINGS, MOST_BYTES, grid_of

_SECONDS = 30  # without a word
_MOST_SECONDS = 120  # in all
_LOCAL = ("localhost", "127.0.0.1", "::1")


class _SafeRedirects(HTTPRedirectHandler):
    """An address may lead on, but never to a file of this machine or off HTTPS."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        try:
            _check_address(newurl)
            if urlsplit(req.full_url).scheme == "https" != urlsplit(newurl).scheme:
                leads = f"{req.full_url} redirects to {newurl}, which is not fetched"
                raise UserError(f"{leads}: it has to begin with https://")
        except UserError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetched(url: str, ending: str) -> bytes:
    """Fetch a table with that ending from an address. Raises UserError."""
    if ending not in ENDINGS:
        raise UserError(f'"{ending}" is not the ending of a table: {", ".join(ENDINGS)}')
    _check_address(url)
    request = Request(url, headers={"User-Agent": "cloudy-pnp"})  # noqa: S310 - the scheme is checked above
    content = _answer(request)
    if len(content) > MOST_BYTES:
        raise UserError(f"{url} returns more than {MOST_BYTES:,} bytes")
    if content.lstrip()[:1] == b"<" and ending in (".csv", ".tsv"):
        raise UserError(f"{url} returns a web page, not a table: publish one sheet as CSV and use that address")
    grid = grid_of(content, f"x{ending}")
    if not grid.rows:
        reason = grid.problems[0].message if grid.problems else "it is empty"
        raise UserError(f"{url} does not return a table: {reason}")
    return content


def _answer(request: Request) -> bytes:
    """Return the content, within the time: a server may send one byte per minute, which no connection limits."""
    got: list[bytes | Exception] = []

    def ask() -> None:
        try:
            with build_opener(_SafeRedirects).open(request, timeout=_SECONDS) as answer:
                got.append(answer.read(MOST_BYTES + 1))
        except HTTPError as error:  # it holds the connection
            error.close()
            got.append(error)
        except Exception as error:  # told by whoever waits for it
            got.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(_MOST_SECONDS)
    match got:
        case [bytes() as content]:
            return content
        case [UserError() as error]:
            raise error
        case [URLError() | HTTPException() | OSError() | ValueError() as error]:
            raise UserError(f"cannot fetch {request.full_url}: {getattr(error, 'reason', error)}") from error
        case [Exception() as error]:
            raise error
    raise UserError(f"cannot fetch {request.full_url}: no complete answer after {_MOST_SECONDS} seconds")


def _check_address(url: str) -> None:
    parts = urlsplit(url)
    local = parts.scheme == "http" and parts.hostname in _LOCAL
    if not parts.hostname or (parts.scheme != "https" and not local):
        raise UserError(f'"{url}" is not an allowed address: it has to begin with https://')
