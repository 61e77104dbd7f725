"""The adapter without a browser: requests, commands, storing, and projects that come and go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio.to_thread
import pytest
from cli.command import REPOSITORY

from cloudy_pnp.core.shipped import cache_folder
from cloudy_pnp.web import start
from cloudy_pnp.web.adapter import Tab
from cloudy_pnp.web.carry import link_of, zip_of

PACK = REPOSITORY / "packs/giants-and-gales"
SPELLS = "cards/cloudy-kingdom/spells.yaml"
Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def tab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tab]:
    """A tab with a new project, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder().is_relative_to(tmp_path)
    inline = anyio.to_thread.run_sync
    notes: list[str] = []
    made, missing = start(str(tmp_path / "project"), notes.append)
    assert missing == [], "here nothing is replaced"
    made.open("de")
    made.notes = notes
    yield made
    anyio.to_thread.run_sync = inline


async def asked(tab: Tab, method: str, path: str, body: object = None, **headers: str) -> Answer:
    heads: list[tuple[int, list[tuple[str, str]]]] = []
    chunks: list[bytes] = []
    path, _, query = path.partition("?")
    sent = [("Content-Type", "application/json"), ("Host", "evil.example"), *headers.items()]
    content = json.dumps(body).encode() if body is not None else b""
    gone = asyncio.get_running_loop().create_future()
    request = SimpleNamespace(method=method, path=path, query=query, headers=sent, body=content)
    await tab.answer(request, lambda *head: heads.append(head), chunks.append, gone)
    [(status, pairs)] = heads
    return status, dict(pairs), b"".join(chunks)


def in_loop(tab: Tab, work: Callable[[], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        await tab.start()
        try:
            return await work()
        finally:
            await tab._alive.__aexit__(None, None, None)

    return asyncio.run(run())


def test_the_application_answers_without_a_socket(tab: Tab) -> None:
    async def work() -> None:
        status, headers, page = await asked(tab, "GET", "/")
        assert status == 200
        assert b"studio.js" in page
        assert "frame-ancestors 'self'" in headers["content-security-policy"], "the shell shows it"
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "content-length" not in headers
        files = json.loads((await asked(tab, "GET", "/api/files"))[2])
        assert SPELLS in files["files"]
        assert (await asked(tab, "GET", "/output/../../secret"))[0] == 404
        tab.changes()
        tab.stored()
        status, _, answer = await asked(tab, "GET", f"/api/file?name={SPELLS}")
        now = json.loads(answer)
        body = {"name": SPELLS, "text": now["text"] + "# mine\n", "tab": "1"}
        assert (await asked(tab, "POST", "/api/look", {**body, "mark": now["mark"]}))[0] == 200
        [(draft, _)] = tab.changes()
        assert draft.startswith(".drafts/"), "unsaved text is stored, too"
        tab.stored()
        status, _, answer = await asked(tab, "PUT", "/api/file", body, **{"If-Match": f'"{now["mark"]}"'})
        assert status == 200, answer
        changed = dict(tab.changes())
        saved = changed.pop(SPELLS)
        assert saved is not None
        assert saved.endswith(b"# mine\n")
        assert changed == {draft: None}, "the draft is saved"

    in_loop(tab, work)


def test_a_build_runs_here_and_tells_what_it_does(tab: Tab) -> None:
    async def work() -> dict[str, Any]:
        body = {"exporters": ["sheets"], "sheets": ["cards-a4-duplex"], "languages": ["en"]}
        status, _, answer = await asked(tab, "PUT", "/api/print/build", body)
        assert status == 200, answer
        assert json.loads(answer)["state"] == "running"
        while True:
            await asyncio.sleep(0.05)
            state: dict[str, Any] = json.loads((await asked(tab, "GET", "/api/print"))[2])
            if state["job"]["state"] != "running":
                return state

    state = in_loop(tab, work)
    assert state["job"]["state"] == "done", state["job"]
    assert "en/cards-a4-duplex.pdf" in state["files"]
    assert state["elsewhere"] == [], "a computer can do everything"
    tab.changes()
    assert not [name for name in dict(tab.changes()) if name.startswith("output/")], "what is built is not stored"


def test_a_project_is_replaced_as_a_whole_or_not_at_all(tab: Tab, tmp_path: Path) -> None:
    before = tab.call("zip")
    (tab.root / SPELLS).write_text("spells: []\n", "utf-8")
    changed = tab.call("zip")
    assert changed != before
    for content, why in ((b"no zip", "not a readable zip"), (changed[:-50], "not a readable zip")):
        assert why in json.loads(tab.call("unzip", content))["error"]
        assert tab.call("zip") == changed
    strange = tmp_path / "strange/cards/unknown-game"
    strange.mkdir(parents=True)
    (strange / "a.yaml").write_text("a: 1\n", "utf-8")
    assert "error" in json.loads(tab.call("unzip", zip_of(tmp_path / "strange")))
    assert tab.call("zip") == changed
    assert tab.call("unzip", before) == "{}"
    assert tab.call("zip") == before
    assert "error" in json.loads(tab.call("begin", "no-such-game"))
    assert tab.call("zip") == before
    assert tab.call("begin", "luftschloesser") == "{}"
    about = json.loads(tab.call("about"))
    assert {"cloudy-kingdom", "fantasy-realms", "luftschloesser"} <= set(about["games"])
    assert (tab.root / "cards/luftschloesser").is_dir()


def test_a_link_adds_a_pack_that_the_studio_shows(tab: Tab) -> None:
    fragment = link_of(PACK)
    assert json.loads(tab.call("add", fragment)) == {"pack": PACK.name}
    assert json.loads(tab.call("about"))["packs"] == [PACK.name]
    assert json.loads(tab.call("link", PACK.name)) == {"fragment": fragment}
    assert "error" in json.loads(tab.call("link", "other"))
    assert "damaged" in json.loads(tab.call("add", "pack=x"))["error"]

    async def work() -> None:
        names = json.loads((await asked(tab, "GET", "/api/files"))[2])["files"]
        assert f"packs/{PACK.name}/spells.yaml" in names

    in_loop(tab, work)


def test_a_pack_for_another_game_leaves_nothing_behind(tab: Tab) -> None:
    tab.do_begin("luftschloesser")
    tab.open()
    error = json.loads(tab.call("add", link_of(PACK)))["error"]
    assert "is for" in error
    assert "the project here is luftschloesser" in error
    assert not (tab.root / "packs" / PACK.name).exists()


def test_what_the_store_has_is_not_stored_again(tab: Tab) -> None:
    tab.changes()
    tab.stored()
    assert tab.changes() == []
    tab.put(SPELLS, b"spells: []\n")
    assert tab.changes() == []
    assert (tab.root / SPELLS).read_bytes() == b"spells: []\n"
    (tab.root / SPELLS).write_bytes(b"spells: [1]\n")
    assert tab.changes() == [(SPELLS, b"spells: [1]\n")]
    assert tab.changes() == [(SPELLS, b"spells: [1]\n")], "until it is safe"
    tab.stored()
    tab.lost(SPELLS)
    assert tab.changes() == []
    assert not (tab.root / SPELLS).exists()
    tab.forget()
    assert len(tab.changes()) > 10
