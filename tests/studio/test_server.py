"""The server: its page, its pictures, its stream, who may reach it, and how it ends."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from cli.command import MOST_SECONDS, call, command, environment
from contrast import contrast
from pack_files import LADDER, write_pack
from watchfiles.main import Change

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.studio import changes, preview, server
from cloudy_pnp.studio.changes import saves
from cloudy_pnp.studio.guard import session_of
from cloudy_pnp.studio.listening import open_socket
from cloudy_pnp.studio.pages import STATIC
from cloudy_pnp.studio.server import Studio
from cloudy_pnp.studio.snapshot import Snapshot
from studio.game import GameFolder, Served, made_studio, save, served


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server."""
    with served(GameFolder(tmp_path_factory.mktemp("game"))) as made:
        yield made


# --- who may reach it, and what they get -------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/static/studio.js", "/static/studio.css", "/font/body.ttf", "/nowhere"])
def test_every_answer_keeps_strangers_out(reached: Served, path: str) -> None:
    headers = reached.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:4780", "evil.example:127.0.0.1", ""])
@pytest.mark.parametrize("path", ["/", "/events", "/static/studio.js"])
def test_a_name_that_somebody_pointed_here_gets_no_answer(reached: Served, path: str, host: str) -> None:
    answer = reached.get(path, host)
    assert answer.status == 400
    assert b"studio" not in answer.body


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "localhost:4780"])
def test_this_machine_gets_one(reached: Served, host: str) -> None:
    assert reached.get("/", host).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/picture/../../etc/passwd.svg",
        "/picture/%2e%2e%2fserver.svg",
        "/font/..%2fserver.ttf",
        "/font/Fraunces.ttf",
    ],
)
def test_no_way_leads_out_of_the_folder(reached: Served, path: str) -> None:
    answer = reached.get(path)
    assert answer.status == 404
    assert len(answer.body) < 100


def test_the_page_needs_only_what_is_here_and_holds_no_script_of_its_own(reached: Served) -> None:
    page = reached.get("/").body.decode()
    linked = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert len(linked) == 5
    for path in linked:
        assert not path.startswith("/"), "addresses are relative: the studio also works below a sub-path"
        assert reached.get(urljoin("/", path)).status == 200, path
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)
    for path in re.findall(r"url\(([^)]+)\)", reached.get("/static/studio.css").body.decode()):
        assert reached.get(urljoin("/static/studio.css", path)).status == 200, path


def test_every_address_of_the_studio_is_relative() -> None:
    files = [path for path in STATIC.iterdir() if path.suffix in {".js", ".html", ".css"}]
    absolute = [
        (path.name, found)
        for path in files
        for found in re.findall(r"""["'`(]/[a-z]{2}[\w./?-]*""", path.read_text("utf-8"))
    ]
    assert absolute == []
    assert len(files) > 40


def test_every_text_of_the_page_can_be_read_by_day_and_by_night(reached: Served) -> None:
    css = reached.get("/static/studio.css").body.decode()
    day, night = (dict(re.findall(r"--([\w-]+): (#\w{6});", part)) for part in css.split("@media", 2)[:2])
    pairs = [(text, "paper") for text in ("ink", "soft", "heading", "subheading", "link", "error", "warning")]
    pairs += [("ink", "raised"), ("soft", "raised"), ("paper", "heading")]
    pairs += [(text, wash) for wash in ("error-wash", "warning-wash", "tip") for text in ("ink", "soft", "link")]
    pairs += [("error", "error-wash"), ("warning", "warning-wash"), ("subheading", "tip")]
    for colours in (day, night):
        for text, ground in pairs:
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def test_pictures_are_found_by_what_they_hold(reached: Served) -> None:
    faces = reached.studio.current.faces["en"]
    answer = reached.get(f"/{faces['chop'].as_dict()['picture']}")
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.body.count(b"<svg") == 1
    assert b"<title>Chop It Down</title>" in answer.body
    assert reached.get("/picture/" + "0" * 64 + ".svg").status == 404


def test_a_language_that_the_game_does_not_have(reached: Served) -> None:
    assert reached.get("/events?lang=xx").status == 404


# --- the stream --------------------------------------------------------------------------------------------


async def views(studio: Studio, lang: str) -> AsyncIterator[dict[str, Any]]:
    """Return what the server sends to the page, one view after the other."""
    async for text in studio.events(lang):
        if text.startswith("data: "):
            assert text.endswith("\n\n")
            assert text.count("\n") == 2, "an event is one line"
            yield json.loads(text.removeprefix("data: "))


async def numbers(studio: Studio) -> AsyncIterator[int]:
    """Return how many saves the pages are told of that ask for what they show."""
    async for text in studio.saves():
        if text.startswith("data: "):
            yield int(text.removeprefix("data: "))


@asynccontextmanager
async def watched(studio: Studio) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The stream of a studio that watches."""
    async with asyncio.timeout(MOST_SECONDS), studio.alive():
        stream = views(studio, "en")
        while not (await anext(stream))["whole"]:
            pass
        yield stream
        await studio.close()


async def news(stream: AsyncIterator[dict[str, Any]]) -> dict[str, Any]:
    """The next view with other cards: a save may be noted twice, and then one shows nothing new."""
    return await anext(view async for view in stream if view["faces"])


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_after_a_save_only_the_changed_card_is_sent(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    heard: list[str] = []

    def listen(snapshot: Snapshot, paths: list[Path]) -> None:
        heard.extend(path.name for path in paths)

    async def test() -> None:
        async with watched(made_studio(game, listen)) as stream:
            game.change("spells.yaml", "en: Inspiration", "en: <b>Inspired</b>")
            view = await news(stream)
            assert [(face["name"], face["title"]) for face in view["faces"]] == [("inspiration", "<b>Inspired</b>")]
            assert len(view["order"]) > 30
            assert view["milliseconds"] > 0

            renamed = game.folder / "spells.yaml.new"  # as many editors save
            renamed.write_text(game.read("spells.yaml").replace("en: <b>Inspired</b>", "en: Idea"), "utf-8")
            renamed.replace(game.folder / "spells.yaml")
            view = await news(stream)
            assert [face["title"] for face in view["faces"]] == ["Idea"]

            game.change("spells.yaml", "- draw: 2", "- drow: 2")
            view = await news(stream)
            assert {face["name"]: face["stale"] for face in view["faces"]} == {"inspiration": True, "green-thumb": True}
            problem = next(problem for problem in view["problems"] if problem["code"] == "SCHEMA-KEY")
            assert problem["file"].endswith("spells.yaml")
            assert (problem["line"], problem["column"]) == (11, 9)
            assert problem["hint"] == 'did you mean "draw"?'
            while not heard:  # after the check, which takes longer than the pictures
                await asyncio.sleep(0.01)

    run(test)
    assert set(heard) == {"spells.yaml"}


def test_a_half_written_file_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameFolder(tmp_path)
    text = game.read("spells.yaml").replace("en: Inspiration", "en: Idea")
    halves: list[str] = []

    async def slow_writer() -> None:
        halves.append(game.read("spells.yaml"))
        game.write("spells.yaml", text)

    async def test() -> None:
        async with watched(made_studio(game)) as stream:
            monkeypatch.setattr(server, "_settle", slow_writer)
            game.write("spells.yaml", text[:400])
            view = await anext(stream)
            assert [face["title"] for face in view["faces"]] == ["Idea"]
            assert not [problem for problem in view["problems"] if problem["severity"] == "error"]

    run(test)
    assert halves == [text[:400]], "it was read, and given time"


def test_a_save_during_the_first_look_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameFolder(tmp_path)
    studio = made_studio(game)
    look = studio.preview.look

    def look_and_save() -> Iterator[Snapshot]:
        monkeypatch.setattr(studio.preview, "look", look)
        yield from look()
        game.change("spells.yaml", "en: Inspiration", "en: Idea")

    monkeypatch.setattr(studio.preview, "look", look_and_save)

    async def test() -> None:
        async with watched(studio) as stream:
            assert [face["title"] for face in (await news(stream))["faces"]] == ["Idea"]

    run(test)


def test_a_pack_that_is_begun_is_watched_before_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a save between the look and the watcher would be seen by neither."""
    game = GameFolder(tmp_path)
    studio = made_studio(game)
    done: list[str] = []
    look = studio.preview.look

    async def told(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
        done.append(f"watch {len(folders)}")
        await asyncio.Event().wait()
        yield []

    def looked() -> Iterator[Snapshot]:
        done.append("look")
        return look()

    monkeypatch.setattr(server, "saves", told)
    monkeypatch.setattr(studio.preview, "look", looked)

    async def test() -> None:
        async with asyncio.timeout(MOST_SECONDS), studio.alive():
            saved = numbers(studio)
            assert await anext(saved) == 0
            await studio.deal("en")  # the first look is done
            done.clear()
            studio.project.take_in(write_pack(tmp_path / "packs/mine", vines=[LADDER]))
            assert await anext(saved) == 1, "pages ask again"

    run(test)
    assert done == ["watch 2", "look"]


def test_pages_are_told_of_saves_and_of_nothing_else(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    studio = made_studio(game)

    async def test() -> None:
        async with watched(studio) as stream:
            saved = numbers(studio)
            before = await anext(saved)
            assert studio.show("hu")
            while "hu" not in studio.current.faces:
                await asyncio.sleep(0.001)
            game.change("spells.yaml", "en: Inspiration", "en: Idea")
            await news(stream)
            assert before < await anext(saved) <= studio.current.saves
            assert await anext(numbers(studio)) == studio.current.saves, "who comes later knows it too"

    run(test)


def test_saves_that_cannot_be_seen_are_told_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    studio = made_studio(GameFolder(tmp_path))

    async def no_saves(folders: Sequence[Path]) -> AsyncIterator[list[Path]]:
        raise OSError("too many files")
        yield []

    monkeypatch.setattr(server, "saves", no_saves)

    async def test() -> None:
        async with studio.alive():
            for lang in ("en", "hu"):
                assert studio.show(lang)
                while lang not in studio.current.faces:
                    await asyncio.sleep(0.001)
                assert studio.current.failures == ["saved files are no longer noticed: OSError('too many files')"]

    run(test)
    assert "too many files" in capsys.readouterr().err


def test_languages_are_drawn_when_somebody_looks_and_streams_end_on_closing(tmp_path: Path) -> None:
    studio = made_studio(GameFolder(tmp_path))

    async def test() -> None:
        await studio.start()
        assert list(studio.current.faces) == ["en"]
        assert studio.show("hu")
        assert not studio.show("xx")
        assert not studio.show("en edition=1999")
        stream = views(studio, "hu")
        view = await anext(stream)
        assert (view["lang"], view["game"], view["languages"]) == ("hu", "Felleg Királyság", ["en", "de", "fr", "hu"])
        await studio.close()
        assert [more async for more in stream] == []

    run(test)


def test_a_language_is_shown_as_it_is_drawn_and_the_page_knows_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = made_studio(GameFolder(tmp_path))
    look = studio.preview.look
    go_on = threading.Event()

    def slow_look() -> Iterator[Snapshot]:
        for snapshot in look():
            yield snapshot
            assert go_on.wait(MOST_SECONDS)

    async def test() -> None:
        await studio.start()
        monkeypatch.setattr(preview, "_PATIENCE", -1)
        monkeypatch.setattr(preview, "_MOST_PATIENCE", -1)
        monkeypatch.setattr(studio.preview, "look", slow_look)
        assert studio.show("hu")
        assert studio.show("hu"), "twice is once"
        stream = views(studio, "hu")
        first = await anext(stream)
        assert not first["whole"], "the rest would look like a change"
        assert 0 < len(first["order"]) < len(studio.current.faces["en"])
        go_on.set()
        while not (await anext(stream))["whole"]:
            pass
        assert studio.current.faces["hu"].keys() == studio.current.faces["en"].keys()
        await studio.close()

    run(test)


def test_an_edition_and_the_ink_saving_print_are_views_too(reached: Served) -> None:
    plain = reached.studio.current.faces["en"]["chop"].drawing.sha256
    for asked, word in (("ink=1", "en ink"), ("edition=2023&ink=1", "en edition=2023 ink")):
        connection = http.client.HTTPConnection(server.ADDRESS, reached.port, timeout=MOST_SECONDS)
        connection.request("GET", f"/events?lang=en&{asked}", headers=reached.key)
        with connection.getresponse() as stream:
            while not (line := stream.readline()).startswith(b"data: "):
                pass
        view = json.loads(line.removeprefix(b"data: "))
        connection.close()
        assert (view["lang"], view["ink"]) == ("en", True)
        assert view["editions"][0][0] == "2023"
        assert word in reached.studio.current.faces
    assert reached.studio.current.faces["en"]["chop"].drawing.sha256 == plain
    inked = {face.drawing.sha256 for face in reached.studio.current.faces[word].values()}
    assert plain not in inked
    assert reached.get("/events?edition=1999").status == 404


def test_a_fault_in_the_preview_is_told_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GameFolder(tmp_path)
    studio = made_studio(game)
    faults: list[Exception] = [ZeroDivisionError("oh"), UserError("there is no folder")]
    look = studio.preview.look

    async def test() -> None:
        async with watched(studio) as stream:
            for fault, said in zip(faults, ["the preview failed", "there is no folder"], strict=True):

                def fail(fault: Exception = fault) -> Iterator[Snapshot]:
                    yield from ()
                    raise fault

                monkeypatch.setattr(studio.preview, "look", fail)
                game.write("new.yaml", f"# {said}")
                view = await anext(view async for view in stream if " ".join(view["failures"]).startswith(said))
                assert len(view["order"]) > 30
            monkeypatch.setattr(studio.preview, "look", look)
            (game.folder / "new.yaml").unlink()
            assert await anext(view async for view in stream if not view["failures"])

    run(test)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_saves_are_only_those_of_data(tmp_path: Path) -> None:
    async def test() -> None:
        async with asyncio.timeout(MOST_SECONDS):
            stream = saves([tmp_path])
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)  # the first step: from now on saves are noted
            for name in (".hidden.yaml", "a.txt", "a.yaml~", "4913", "b.yaml", "a.yaml"):
                (tmp_path / name).write_text("x")
            seen = {path.name for path in await waiting}
            while "a.yaml" not in seen:  # the last one
                seen |= {path.name for path in await anext(stream)}
            assert seen == {"a.yaml", "b.yaml"}
            await stream.aclose()  # type: ignore[attr-defined]

    run(test)


def test_a_burst_is_told_once_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def burst(*_folders: Path, **_options: object) -> AsyncIterator[set[tuple[Change, str]]]:
        yield {(Change.added, "b.yaml"), (Change.modified, "b.yaml"), (Change.modified, "a.yaml")}

    monkeypatch.setattr(changes, "awatch", burst)

    async def test() -> None:
        assert [told async for told in saves([tmp_path])] == [[Path("a.yaml"), Path("b.yaml")]]

    run(test)


def test_a_save_that_the_system_does_not_tell_of_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its queue may overflow, and the watcher forgets what comes in the moment in which it gives up waiting."""
    (tmp_path / "a.yaml").write_text("x")

    async def nothing(*_folders: Path, **_options: object) -> AsyncIterator[set[tuple[Change, str]]]:
        while True:
            await asyncio.sleep(0)
            yield set()

    monkeypatch.setattr(changes, "awatch", nothing)

    async def test() -> None:
        async with asyncio.timeout(MOST_SECONDS):
            stream = saves([tmp_path])
            waiting = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            save(tmp_path / "a.yaml", "y")  # of the same size
            assert await waiting == [tmp_path / "a.yaml"]
            waiting = asyncio.ensure_future(anext(stream))
            (tmp_path / "a.yaml").unlink()
            (tmp_path / "note.txt").touch()
            assert await waiting == [tmp_path / "a.yaml"]
            await stream.aclose()  # type: ignore[attr-defined]

    run(test)


def test_a_folder_may_go_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a branch without it is checked out for a while; also when another folder takes its name at once."""
    monkeypatch.setattr(changes, "_LOOK", 50)
    folder = tmp_path / "cards"

    async def told(stream: AsyncIterator[list[Path]], names: set[str], do: Callable[[], object]) -> None:
        """Do something, again and again, until the stream tells of it."""

        async def again() -> None:
            while True:
                await asyncio.sleep(0.05)
                do()

        doing = asyncio.create_task(again())
        try:
            async with asyncio.timeout(MOST_SECONDS):
                while names.isdisjoint(path.name for path in await anext(stream)):
                    pass
        finally:
            doing.cancel()

    async def test() -> None:
        stream = saves([folder])  # it is not there yet
        gone = {"cards"}
        for name in ("0.yaml", "1.yaml", "2.yaml"):
            await told(stream, gone, lambda: folder.mkdir(exist_ok=True))
            folder.mkdir(exist_ok=True)  # where the stream told that it was gone
            await told(stream, {name}, (folder / name).touch)
            shutil.rmtree(folder)
            gone = {"cards", name}  # a folder that comes back at once may look like the old one, without its files
            if name == "1.yaml":
                folder.mkdir()  # at once
        await stream.aclose()  # type: ignore[attr-defined]

    run(test)


# --- the command -------------------------------------------------------------------------------------------


@contextmanager
def running(root: Path, *args: str | Path) -> Iterator[tuple[subprocess.Popen[bytes], int, str]]:
    """`cloudy-pnp watch` as a user starts it, its port, and the header that opens it."""

    def hear_interrupts() -> None:  # which a background job of a shell does not
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        command(["watch", "--root", root, "--port", "0", *args]),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    ) as process:
        too_long = threading.Timer(MOST_SECONDS, process.kill)
        too_long.start()
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            match = re.match(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]{32,}) ", line)
            assert match, line
            yield process, int(match[1]), f"Cookie: studio-{match[1]}={session_of(match[2], int(match[1]))}\r\n"
        finally:
            too_long.cancel()
            process.kill()


def test_the_command_streams_until_it_is_interrupted(tmp_path: Path) -> None:
    with running(GameFolder(tmp_path).root) as (process, port, key):
        with socket.create_connection(("127.0.0.1", port), MOST_SECONDS) as browser:
            browser.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{key}\r\n".encode())
            seen = b""
            while b'"order"' not in seen:
                part = browser.recv(65536)
                assert part, seen
                seen += part
            assert b"content-type: text/event-stream" in seen
            process.send_signal(signal.SIGINT)
            assert process.wait(MOST_SECONDS) == 130, "an open stream must not hold it up"
        assert process.stderr is not None
        assert process.stderr.read().strip() == b""


def test_a_folder_with_packs_alone(tmp_path: Path) -> None:
    """The guide's case: the game is the shipped one, the packs are found, and their saves are seen."""
    pack = write_pack(tmp_path / "packs/mine", vines=[LADDER])
    with running(tmp_path) as (process, port, key):
        with socket.create_connection(("127.0.0.1", port), MOST_SECONDS) as browser:  # answers when it watches
            browser.sendall(f"GET / HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n{key}\r\n".encode())
            assert browser.recv(65536)
        save(pack / "vines.yaml", "vines: [{id: ladder}]\n")
        assert process.stdout is not None
        assert process.stdout.readline().decode().startswith("vines.yaml: 2 errors")
        process.send_signal(signal.SIGINT)
        assert process.wait(MOST_SECONDS) == 130
        assert process.stderr is not None
        assert process.stderr.read().strip() == b""


def test_it_listens_on_the_loopback_interface_only() -> None:
    with open_socket(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    with open_socket(0) as taken:
        port = taken.getsockname()[1]
        result = call("watch", "--root", game.root, "--port", str(port))
    assert (result.code, result.out) == (2, "")
    assert (
        result.err == f"cloudy-pnp: cannot listen on port {port}: Address already in use; --port 0 takes a free one\n"
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--lang", "xx"], '"xx" is not a language of cloudy-kingdom'),
        (["--game", "chess"], "chess"),
        (["--port", "70000"], "70000"),
        (["--pack", "nowhere"], "nowhere"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(tmp_path: Path, args: list[str], said: str) -> None:
    result = call("watch", "--root", GameFolder(tmp_path).root, *args)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1
