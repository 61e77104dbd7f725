"""The server of the live preview: a page, pictures by content, and a stream of changes.

It listens on the loopback interface only, and answers only to that name: a page from elsewhere cannot reach it by
pointing a name of its own at this machine.
"""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.studio.cards import Cards, card_routes
from cloudy_pnp.studio.changes import saves
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.fitting import Fitting
from cloudy_pnp.studio.guard import Guard, token_of
from cloudy_pnp.studio.job_routes import job_routes
from cloudy_pnp.studio.jobs import Jobs, Run, Start, run_tool, start_job
from cloudy_pnp.studio.pages import STATIC, page_routes
from cloudy_pnp.studio.play_routes import play_routes
from cloudy_pnp.studio.play_table import Tables
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.problems import Checker
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.proofs import Proofs
from cloudy_pnp.studio.routes import file_routes
from cloudy_pnp.studio.see_routes import see_routes
from cloudy_pnp.studio.snapshot import Drawing, ShownFace, Snapshot, View

ADDRESS = "127.0.0.1"
_FONTS = {"display": Font("Fraunces", 600), "body": Font("Alegreya Sans"), "bold": Font("Alegreya Sans", 700)}
_FOREVER = {"cache-control": "max-age=31536000, immutable"}
_SETTLE = 0.15  # seconds in which a half-written file should be complete
_PULSE = 15.0  # seconds between signs of life
_RETRY = 400  # ms before a browser reconnects after the server has ended
_BEGIN = f"retry: {_RETRY}\n\n"
_STILL_HERE = ": still here\n\n"

Listener = Callable[[Snapshot, list[Path]], None]  # the current snapshot, the saved files


class Studio:
    """A game, for all its viewers."""

    def __init__(
        self,
        preview: Preview,
        lang: str,
        listener: Listener,
        read_only: bool = False,
        tool: tuple[Run, Start] = (run_tool, start_job),
    ) -> None:
        self.preview = preview
        self.read_only = read_only
        self.token = token_of(preview.home.root)
        packs = preview.packs = list(preview.packs)  # one list for all: a pack may be created
        self.project = Project(preview.home, packs, read_only)
        self.project.on_pack = self._pack_begun
        self.desk = Desk(self.project, packs)
        self.checker = Checker(self.project, packs)
        self.tables = Tables(self.project, packs)
        run, start = tool
        self.jobs = Jobs(self.project, packs, start)
        self.proofs = Proofs(self.project, packs, run)
        self.fitting = Fitting(self.project, packs)
        self._lang = lang  # nothing: the game's first
        self.current = Snapshot()
        self._listener = listener
        self._pictures: dict[str, Drawing] = {}
        self._whole: set[str] = set()  # views of which every card has been drawn
        self._begun: dict[str, asyncio.Task[None]] = {}  # views that are being drawn
        self._blind: list[str] = []  # why saves are no longer noticed
        self._saves = 0  # that were noticed
        self._reported: list[Path] = []  # saved files that the listener has not received
        self._checked: tuple[int, list[dict[str, Any]], list[str]] | None = None  # saves, problems, unreadable files
        self._to_check = asyncio.Event()
        self._looking = asyncio.Lock()
        self._news = asyncio.Condition()
        self._folders_changed = asyncio.Event()
        self._looked = asyncio.Event()  # there is something to show
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False

    @property
    def lang(self) -> str:
        """The initial language; empty as long as the game cannot be read."""
        return self._lang or next(iter(self.preview.languages()), "")

    @asynccontextmanager
    async def alive(self) -> AsyncIterator[None]:
        """Check the game first and after every save, for the lifetime of this context."""
        watching = asyncio.create_task(self.watch())
        await asyncio.sleep(0)  # its first step: also a save during the first check is noticed
        first = asyncio.create_task(self.start())
        checking = asyncio.create_task(self._keep_checking())
        try:
            seen = asyncio.create_task(self._looked.wait())
            await asyncio.wait([first, seen], return_when=asyncio.FIRST_COMPLETED)  # a large deck comes in parts
            seen.cancel()
            yield
        finally:
            for task in (watching, first, checking, *self._begun.values()):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def start(self) -> None:
        """Check the game for the first time."""
        self.preview.want(self.lang)
        await self._look()

    async def watch(self) -> None:
        """Check again after every save, until this is cancelled."""
        try:
            await self._watch()
        except Exception as error:  # such as: the system cannot watch more files
            traceback.print_exc(file=sys.stderr)
            self._blind = [f"saved files are no longer noticed: {error!r}"]
            await self._publish(self.current)

    async def _watch(self) -> None:
        self._loop = asyncio.get_running_loop()
        while True:
            self._folders_changed.clear()
            watching = asyncio.create_task(self._watch_folders())
            changed = asyncio.create_task(self._folders_changed.wait())
            try:
                await asyncio.sleep(0)  # its first step: from now on saves are noticed
                if self._looked.is_set():  # other folders than before: anything saved there until now
                    self._saves += 1
                    await self._look()
                await asyncio.wait([watching, changed], return_when=asyncio.FIRST_COMPLETED)
                if watching.done():
                    return watching.result()
            finally:
                for task in (watching, changed):
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task

    async def _watch_folders(self) -> None:
        async for paths in saves(self.preview.folders):
            self._saves += 1
            self._reported += paths
            await self._look()
            await self._draw(self.lang)  # it may be known only now

    def _pack_begun(self, folder: Path) -> None:
        """Show, check and watch a new pack like the others."""
        self.preview.packs.append(folder)
        self.preview.folders.append(folder)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._folders_changed.set)

    def show(self, view: str) -> bool:
        """Start drawing a view, unless it is drawn; False if the game does not have it."""
        if not self.preview.knows(view):
            return False
        if view not in self._whole and view not in self._begun:
            self._begun[view] = asyncio.create_task(self._draw(view))
            self._begun[view].add_done_callback(lambda _: self._begun.pop(view, None))
        return True

    async def _draw(self, view: str) -> None:
        """Ensure that a view is drawn."""
        if self.preview.knows(view) and view not in self._whole:  # otherwise the rest would look like a change
            self.preview.want(view)
            await self._look()

    async def events(self, view: str) -> AsyncIterator[str]:
        """Yield everything of a view (by default the first language), then its changes, each as a server-sent event.

        A view that is not drawn yet is waited for.
        """
        yield _BEGIN
        sent: Mapping[str, ShownFace] = {}
        async for seen in self._snapshots():
            current_view = view or self.lang
            faces = seen.faces.get(current_view, {}) if seen else {}
            if seen and (current_view in seen.faces or not self._begun.get(current_view)):
                yield _event(_view(seen, View.of(current_view), faces, sent))
                sent = faces
            elif not seen:
                yield _STILL_HERE

    async def saves(self) -> AsyncIterator[str]:
        """Yield the number of saves, now and after every save, as server-sent events.

        The responses after an event are at least as new as that event.
        """
        yield _BEGIN
        sent_saves = -1
        async for seen in self._snapshots():
            if seen and seen.saves != sent_saves:
                sent_saves = seen.saves
                yield _event(sent_saves)
            elif not seen:
                yield _STILL_HERE

    async def _snapshots(self) -> AsyncIterator[Snapshot | None]:
        """Yield the current snapshot, then every new one; None: nothing new for a while."""
        seen: Snapshot | None = None
        while not self._closing:
            now = self.current
            yield None if now is seen else now
            seen = now
            await self._wait_for_news(seen)

    async def _wait_for_news(self, seen: Snapshot) -> None:
        """Wait for a new snapshot, or until the next keep-alive."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PULSE), self._news:
                await self._news.wait_for(lambda: self._closing or seen is not self.current)

    async def picture(self, sha256: str) -> bytes | None:
        """Return a picture of the current or the last snapshot."""
        drawing = self._pictures.get(sha256)
        return await asyncio.to_thread(drawing.svg if drawing else partial(self._other_picture, sha256))

    def _other_picture(self, sha256: str) -> bytes | None:
        """Return a picture of an unsaved text, or of a board."""
        return self.desk.picture(sha256) or self.tables.picture(sha256)

    async def deal(self, lang: str) -> None:
        """Ensure that all cards of a language are on the table."""
        if lang in self.preview.languages() and lang not in self._whole:
            self.preview.want(lang)
            await self._look()

    async def close(self) -> None:
        """End every stream."""
        async with self._news:
            self._closing = True
            self._news.notify_all()

    async def _look(self) -> None:
        """Check, draw, and publish the results, in the end all of them."""
        async with self._looking:
            saves = self._saves  # later ones may be missed here
            looking = self.preview.look()
            snapshot = await self._next(looking)
            if snapshot and snapshot.is_worse_than(self.current):  # an editor may still be writing
                await _settle()
                looking = self.preview.look()
                snapshot = await self._next(looking)
            while snapshot:
                await self._publish(self._with_problems(replace(snapshot, saves=saves)))
                self._looked.set()
                snapshot = await self._next(looking)
            self._whole = set(self.current.faces)
            self._to_check.set()

    async def _keep_checking(self) -> None:
        """After every preview, replace its problems with those of `check`, which takes longer.

        No picture waits for it.
        """
        while True:
            await self._to_check.wait()
            self._to_check.clear()
            saves, paths = self._saves, self._reported
            self._reported = []
            if self._checked is None or self._checked[0] != saves:
                self._checked = await self._check(saves)
                async with self._looking:
                    if self.current.saves == saves:
                        await self._publish(self._with_problems(self.current))
            if paths:
                self._listener(self.current, paths)

    async def _check(self, saves: int) -> tuple[int, list[dict[str, Any]], list[str]] | None:
        try:
            return (saves, *await asyncio.to_thread(self.checker.check_saved))
        except UserError:  # the preview reports it
            return None
        except Exception:  # a bug of ours must not end a session
            traceback.print_exc(file=sys.stderr)
            return None

    def _with_problems(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with the problems that `check` finds, if they are of the same files."""
        if self._checked is None or self._checked[0] != snapshot.saves:
            return snapshot
        _, problems, unreadable = self._checked
        return replace(snapshot, problems=problems, failures=list(dict.fromkeys((*snapshot.failures, *unreadable))))

    async def _next(self, looking: Iterator[Snapshot]) -> Snapshot | None:
        try:
            return await asyncio.to_thread(next, looking, None)
        except UserError as error:
            return replace(self.current, failures=[str(error)])
        except Exception as error:  # a bug of ours must not end a session
            traceback.print_exc(file=sys.stderr)
            return replace(self.current, failures=[f"the preview failed: {error!r}; see the terminal"])

    async def _publish(self, snapshot: Snapshot) -> None:
        if self._blind:
            snapshot = replace(snapshot, failures=list(dict.fromkeys((*self._blind, *snapshot.failures))))
        pictures = [
            {face.drawing.sha256: face.drawing for faces in shown_snapshot.faces.values() for face in faces.values()}
            for shown_snapshot in (self.current, snapshot)
        ]
        self._pictures = pictures[0] | pictures[1]
        async with self._news:
            self.current = snapshot
            self._news.notify_all()


def _event(data: object) -> str:
    return f"data: {json.dumps(data)}\n\n"


async def _settle() -> None:
    await asyncio.sleep(_SETTLE)


def _view(
    snapshot: Snapshot, view: View, faces: Mapping[str, ShownFace], sent: Mapping[str, ShownFace]
) -> dict[str, Any]:
    """Return the data for the page: every name in order, but only the faces that it does not have yet."""
    lang = view.lang
    return {
        **view._asdict(),
        "editions": [[name, names.get(lang, name)] for name, names in snapshot.editions.items()],
        "whole": snapshot.whole,
        "languages": list(snapshot.names),
        "game": snapshot.names.get(lang, ""),
        "order": list(faces),
        "faces": [face.as_dict() for name, face in faces.items() if sent.get(name) != face],
        "problems": list(snapshot.problems),
        "failures": list(snapshot.failures),
        "milliseconds": round(snapshot.seconds * 1000),
    }


# --- routes ------------------------------------------------------------------------------------------------


def application(studio: Studio) -> Starlette:
    """Return the web application, which watches files while it runs."""

    async def events(request: Request) -> Response:
        parameters = request.query_params
        lang, edition = (parameters.get(key, "").replace(" ", "") for key in ("lang", "edition"))
        view = View(lang or studio.lang, edition, parameters.get("ink") == "1").word
        if not studio.show(view) and view != studio.lang:
            return PlainTextResponse("there is no such language or edition", 404)
        return _stream(studio.events(view))

    async def saved(_request: Request) -> Response:
        return _stream(studio.saves())

    async def picture(request: Request) -> Response:
        svg = await studio.picture(request.path_params["sha256"])
        if svg is None:
            return PlainTextResponse("there is no such picture", 404)
        return Response(svg, media_type="image/svg+xml", headers=_FOREVER)

    async def font(request: Request) -> Response:
        chosen = _FONTS.get(request.path_params["name"])
        if chosen is None:
            return PlainTextResponse("there is no such font", 404)
        return Response(fonts.load(chosen).data, media_type="font/ttf", headers={"cache-control": "max-age=86400"})

    cards = Cards(studio.project, studio.desk)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(cards.remember)
        try:
            async with studio.alive():
                yield
        finally:
            await asyncio.to_thread(studio.jobs.end)

    return Starlette(
        routes=[
            *page_routes(),
            *file_routes(studio.project, studio.desk, studio.checker),
            *card_routes(cards),
            *play_routes(studio.tables, studio.desk, lambda: studio.current, studio.deal),
            *job_routes(studio.jobs),
            *see_routes(studio.proofs, studio.fitting),
            Route("/events", events),
            Route("/saves", saved),
            Route("/picture/{sha256}.svg", picture),
            Route("/font/{name}.ttf", font),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[ADDRESS, "localhost"], www_redirect=False),
            Middleware(Guard, token=studio.token, read_only=studio.read_only),
        ],
        lifespan=lifespan,
    )


def _stream(events: AsyncIterator[str]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers={"cache-control": "no-store"})
