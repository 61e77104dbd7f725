"""The server that makes the studio's application reachable, from this machine only."""

from __future__ import annotations

import asyncio
import socket
import sys
from types import FrameType

import uvicorn

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.worker import FILES
from cloudy_pnp.studio.server import ADDRESS, Studio, application

_GRACE = 3  # seconds for open requests when the server ends


class Server(uvicorn.Server):
    """A server that ends the open streams on Ctrl-C; otherwise waiting for them would never end."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(
            uvicorn.Config(
                application(studio),
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                ws="none",
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self._studio = studio
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        FILES.close()  # threads may be waiting for it
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self._studio.close()))


def open_socket(port: int) -> socket.socket:
    """Open a socket on the loopback interface; port 0 is any free one."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((ADDRESS, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise UserError(f"cannot listen on port {port}: {error.strerror}; --port 0 takes a free one") from error
    return listening
