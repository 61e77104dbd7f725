"""Access to the studio: this machine, this browser, and a page of the studio itself.

The address shown in the terminal contains a token, the key; the first visit exchanges it for a cookie that no script
can read and no other site can send. A browser sends a cookie of this machine to all its ports, so it contains a session
value instead of the key: valid for one port, until the studio is started on another day. Every response forbids scripts
that are not files of the studio.
"""

from __future__ import annotations

import hmac
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.cache import cache_folder
from cloudy_pnp.core.files import read_plain

MOST_BYTES = 4 * 1024 * 1024  # of a request: far above any file of cards edited in a browser
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_READING = ("GET", "HEAD")
_ASKING = (*_READING, "POST")  # everything that changes a file is PUT or DELETE
_DAY = datetime.now(UTC).date().isoformat()  # when the studio was started
_STRANGER = "Open the studio at the address shown in the terminal: it contains the key.\n"


def studio_folder(root: Path) -> Path:
    """Return the folder for files that belong to a project but not into it: the key, and drafts."""
    return cache_folder() / "studio" / fingerprint.of_data(str(root.resolve()))


def token_of(root: Path) -> str:
    """Return the key to the studio of a project.

    It stays the same, so that open pages reconnect after a restart; only the user can read it. Without a writable cache
    it is a new one each time.
    """
    path = studio_folder(root) / "key"
    try:
        stored = read_plain(path, 100).decode("ascii").strip()
        if len(stored) >= 32 and path.stat().st_mode & 0o077 == 0:
            return stored
        path.unlink()
    except (OSError, ValueError):
        pass
    token = secrets.token_urlsafe(32)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
            stream.write(token)
    except OSError:
        pass
    return token


def session_of(token: str, port: int) -> str:
    """Return the value of the cookie for a key: the same after a restart on the same day, so that pages reconnect."""
    return hmac.new(token.encode(), f"session {port} {_DAY}".encode(), "sha256").hexdigest()


class _TooMuch(Exception):
    """A body is longer than its declared length."""


class Guard:
    """A middleware that accepts requests from a page of the studio, and explains the rejection of others."""

    def __init__(self, app: ASGIApp, token: str, read_only: bool) -> None:
        self.app = app
        self._token = token
        self._read_only = read_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answer = self._refusal(request) or self._welcome(request)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for key, value in _HEADERS.items():
                    headers.setdefault(key, value)
                if scope["path"].startswith("/static"):
                    headers["cache-control"] = "no-cache"
            await send(message)

        received = 0

        async def receiving() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BYTES:
                raise _TooMuch
            return message

        try:
            await (answer or self.app)(scope, receiving, sending)
        except _TooMuch:
            await _too_much()(scope, receive, sending)

    def _refusal(self, request: Request) -> Response | None:
        """Return the objection to a request, whoever sends it."""
        headers, method = request.headers, request.method
        site = headers.get("sec-fetch-site", "same-origin" if "origin" in headers else "none")
        if site not in ("same-origin", "none") or (site == "none" and method not in _READING and _is_page(request)):
            return _no("the request comes from another site", 403)
        if method in _READING:
            return None
        if "origin" in headers and headers["origin"] != f"http://{headers.get('host', '')}":
            return _no("the request comes from another site", 403)
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            return _no("the studio accepts JSON only", 415)
        size = headers.get("content-length", "")
        if not size.isdecimal():
            return _no("the request needs a length", 411)
        if int(size) > MOST_BYTES:
            return _too_much()
        if self._read_only and method not in _ASKING:
            return _no("the studio was started with --read-only: changes are not allowed", 403)
        return None

    def _welcome(self, request: Request) -> Response | None:
        """Turn the token of the first address into a cookie; None if the cookie is already set."""
        port = request.url.port or 80
        cookie, session = f"studio-{port}", session_of(self._token, port)
        token = request.query_params.get("token")
        if token is not None and request.method in _READING:
            if not _is_same(token, self._token):
                return _no(_STRANGER, 403)
            rest = [pair for pair in parse_qsl(request.url.query) if pair[0] != "token"]
            path = "/" + request.url.path.lstrip("/\\")  # //host would be another host
            back = RedirectResponse(path + (f"?{urlencode(rest)}" if rest else ""), 303)
            back.set_cookie(cookie, session, httponly=True, samesite="strict", path="/")
            back.headers["cache-control"] = "no-store"
            return back
        return None if _is_same(request.cookies.get(cookie, ""), session) else _no(_STRANGER, 403)


def _is_same(value: str, secret: str) -> bool:
    return hmac.compare_digest(value.encode("utf-8", "replace"), secret.encode())


def _is_page(request: Request) -> bool:
    """Check whether a browser sends it; a program that has the key may change things without a browser's headers."""
    return "sec-fetch-site" in request.headers


def _too_much() -> Response:
    return _no(f"a request has at most {MOST_BYTES:,} bytes", 413)


def _no(why: str, status: int) -> Response:
    return PlainTextResponse(why, status, headers={"cache-control": "no-store"})
