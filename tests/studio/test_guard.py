"""Who may reach the studio, and what may be written through it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from cli.command import call

from cloudy_pnp.studio.guard import MOST_BYTES, studio_folder, token_of
from cloudy_pnp.studio.project import Draft, Elsewhere, Project
from cloudy_pnp.workspace.home import home_of
from studio.game import GAME, GameFolder, Served, served

SPELLS = f"cards/{GAME}/spells.yaml"


# --- who ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/events",
            "/saves",
            "/static/studio.js",
            "/api/files",
            "/font/body.ttf",
            "/sheets",
            "/api/sheets",
            "/api/fit",
        ),
        *(
            "/sheet/x/0.svg",
            "/proof/en/rulebook.html",
            "/proof-page/x/0/x.pdf",
            "/icons.svg",
            "/output/x",
            "/parcel/en.zip",
        ),
    ],
)
def test_without_the_key_nothing_is_told(running: Served, path: str) -> None:
    for headers in ({}, {"Cookie": f"studio-{running.port}=guess"}, {"Cookie": f"studio-1={running.studio.token}"}):
        answer = running.ask("GET", path, headers)
        assert (answer.status, b"terminal" in answer.body) == (403, True)
    session = running.key["Cookie"].partition("=")[2]
    assert running.ask("GET", path, {"Cookie": f"studio-1={session}"}).status == 403


def test_the_first_address_becomes_a_cookie_that_no_script_reads(running: Served) -> None:
    answer = running.ask("GET", f"/?find=x&token={running.studio.token}", {})
    assert (answer.status, answer.headers["location"]) == (303, "/?find=x")
    cookie = answer.headers["set-cookie"]
    assert running.studio.token not in cookie, "a browser sends it to every port of this machine"
    assert running.key["Cookie"] in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert running.ask("GET", "/?token=guess", running.key).status == 403


@pytest.mark.parametrize("path", ["//evil.example/", "///evil.example", "/%5Cevil.example/", "/%2Fevil.example/"])
def test_the_first_address_never_leads_to_another_host(running: Served, path: str) -> None:
    answer = running.ask("GET", f"{path}?token={running.studio.token}", {})
    assert answer.status == 303
    assert re.match(r"/[^/\\]", answer.headers["location"])


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_from_elsewhere_gets_nothing_even_with_the_cookie(running: Served, site: str) -> None:
    for method in ("GET", "POST", "PUT"):
        headers = {**running.key, "Sec-Fetch-Site": site, "Content-Type": "application/json"}
        assert running.ask(method, "/api/files", headers).status == 403
    headers = {**running.key, "Origin": "http://evil.example", "Content-Type": "application/json"}
    assert running.ask("POST", "/api/look", headers, b"{}").status == 403


def test_requests_are_json_and_bounded(running: Served) -> None:
    assert running.ask("POST", "/api/look", {**running.key, "Content-Type": "text/plain"}, b"{}").status == 415
    long = {**running.key, "Content-Type": "application/json", "Content-Length": str(MOST_BYTES + 1)}
    assert running.ask("POST", "/api/look", long, b"").status == 413
    wrong: list[object] = [[], {"name": 1}, {"name": SPELLS}, {"name": SPELLS, "text": None}]
    for asked in wrong:
        assert running.call("POST", "/api/look", asked)[0] == 400
    deep = {**running.key, "Content-Type": "application/json"}
    assert running.ask("POST", "/api/look", deep, b"[" * 100_000).status == 400


def test_the_key_stays_and_only_the_user_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    one = token_of(tmp_path)
    assert one == token_of(tmp_path) != token_of(tmp_path / "cache")
    kept = studio_folder(tmp_path) / "key"
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.chmod(0o644)  # somebody else may have read it
    assert token_of(tmp_path) != one
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    assert token_of(tmp_path) != token_of(tmp_path), "without a cache a new one each time"


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a/" * 60 + "x.yaml", "a\nb.yaml", "a/con.yaml", "nul/b.yaml", "a /x.yaml", 'a"b.yaml']
)
def test_a_new_file_has_a_name_that_check_and_every_system_can_read(running: Served, name: str) -> None:
    status, answer = running.call("PUT", "/api/file", {"name": f"cards/{GAME}/{name}", "text": "x"}, If_None_Match="*")
    assert status == 422, answer
    assert "cannot" in str(answer)
    assert not (running.studio.project.home.cards / "a").exists()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "../x.yaml",
        f"cards/{GAME}/../../x.yaml",
        "/etc/passwd",
        f"cards/{GAME}/.hidden.yaml",
        f"cards/{GAME}/notes.txt",
        f"cards/{GAME}",
        "pyproject.yaml",
        f"cards/{GAME}/x\0.yaml",
        f"cards/{GAME}/link.yaml",
    ],
)
def test_names_lead_only_to_data_of_the_project(running: Served, game: GameFolder, name: str) -> None:
    link = game.folder / "link.yaml"
    if not link.is_symlink():
        outside = game.root / "outside.yaml"
        outside.write_text("secret: 1\n")
        link.symlink_to(outside)
    try:
        with pytest.raises(Elsewhere):
            running.studio.project.path(name)
        status, _ = running.call("PUT", "/api/file", {"name": name, "text": "x"}, If_None_Match="*")
        assert status == 404
    finally:
        link.unlink()
    assert not (game.root / "x.yaml").exists()


def test_a_file_is_written_only_over_what_its_writer_has_seen(running: Served, game: GameFolder) -> None:
    status, seen = running.call("GET", f"/api/file?name={SPELLS}")
    assert (status, seen["text"]) == (200, game.read("spells.yaml"))
    text = seen["text"].replace("en: Twist", "en: Twirl")
    status, written = running.call("PUT", "/api/file", {"name": SPELLS, "text": text}, If_Match=f'"{seen["mark"]}"')
    assert status == 200
    assert game.read("spells.yaml") == text
    status, refused = running.call("PUT", "/api/file", {"name": SPELLS, "text": "x"}, If_Match=seen["mark"])
    assert status == 412, "another tab has written"
    assert (refused["text"], refused["mark"]) == (text, written["mark"])
    assert game.read("spells.yaml") == text
    assert running.call("PUT", "/api/file", {"name": SPELLS, "text": "x"})[0] == 400, "it must say what it has seen"
    assert running.call("PUT", "/api/file", {"name": SPELLS, "text": "x"}, If_None_Match="*")[0] == 412
    game.write("spells.yaml", seen["text"])


def test_a_new_file_and_its_end(running: Served, game: GameFolder) -> None:
    name = f"cards/{GAME}/more/new.yaml"
    status, made = running.call("PUT", "/api/file", {"name": name, "text": "vines: []\n"}, If_None_Match="*")
    assert status == 200
    assert name in running.call("GET", "/api/files")[1]["files"]
    assert running.call("DELETE", "/api/file", {"name": name}, If_Match="0" * 64)[0] == 412
    assert running.call("DELETE", "/api/file", {"name": name}, If_Match=made["mark"])[0] == 200
    assert not (game.folder / "more/new.yaml").exists()


def test_drafts_outlive_the_server_and_belong_to_one_tab(game: GameFolder) -> None:
    saved = game.read("spells.yaml")
    one, other = saved + "# one\n", saved + "# other\n"
    with served(game) as first:
        for tab, text in (("a", one), ("b", other)):
            asked = {"name": SPELLS, "text": text, "tab": tab, "mark": "m"}
            assert first.call("POST", "/api/look", asked)[0] == 200
    with served(game) as again:
        kept = again.call("GET", f"/api/file?name={SPELLS}")[1]
        assert kept["text"] == saved, "nothing was written"
        assert {draft["tab"]: draft["text"] for draft in kept["drafts"]} == {"a": one, "b": other}
        again.call("DELETE", "/api/draft", {"name": SPELLS, "tab": "a"})
        again.call("PUT", "/api/file", {"name": SPELLS, "text": other, "tab": "b"}, If_Match=kept["mark"])
        assert again.call("GET", f"/api/file?name={SPELLS}")[1]["drafts"] == []
    game.write("spells.yaml", saved)


def test_a_pack_is_begun_only_beside_the_others(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    with served(game) as made:
        for where in ("pack:../evil", "pack:", "pack:UP", "../..", "packs/x", "/etc"):
            asked = {"kind": "spells", "id": "gust", "like": "", "where": where}
            status, answer = made.call("PUT", "/api/card", asked)
            assert (status, bool(answer["error"])) == (422, True), where
        asked = {"kind": "spells", "id": "gust", "like": "", "where": "pack:gales"}
        assert made.call("PUT", "/api/card", asked)[0] == 200
        assert made.call("PUT", "/api/card", asked)[0] == 422, "never over what is there"
    assert sorted(path.name for path in (game.root / "packs").rglob("*.yaml")) == ["gust.yaml", "pack.yaml"]
    with served(game, read_only=True) as shown:
        assert shown.call("PUT", "/api/card", {**asked, "where": "pack:other"})[0] == 403
        assert shown.call("PUT", "/api/print/export", {"targets": ["png"]})[0] == 403
    assert not (game.root / "packs/other").exists()


def test_a_studio_that_only_shows(game: GameFolder) -> None:
    before = game.read("spells.yaml")
    with served(game, read_only=True) as shown:
        mark = shown.call("GET", f"/api/file?name={SPELLS}")[1]["mark"]
        assert shown.call("GET", "/api/files")[1]["readOnly"] is True
        assert shown.call("PUT", "/api/file", {"name": SPELLS, "text": "x"}, If_Match=mark)[0] == 403
        assert shown.call("DELETE", "/api/file", {"name": SPELLS}, If_Match=mark)[0] == 403
        asked = {"name": SPELLS, "text": "x", "tab": "t", "mark": mark}
        assert shown.call("POST", "/api/look", asked)[0] == 200, "one may try what would be wrong"
        assert shown.call("GET", f"/api/file?name={SPELLS}")[1]["drafts"] == []
    assert game.read("spells.yaml") == before


def test_what_is_not_text_is_told_in_words(game: GameFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    project = Project(home_of(GAME, game.root))
    bad = game.folder / "latin.yaml"
    bad.write_bytes(b"a: \xe4\n")
    with pytest.raises(Exception, match="not UTF-8"):
        project.read(f"cards/{GAME}/latin.yaml")
    bad.unlink()
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    Project(home_of(GAME, game.root)).keep(Draft(SPELLS, "t", "text", ""))  # nowhere to keep it: no error


def test_both_names_of_the_command() -> None:
    for name in ("studio", "watch"):
        said = call(name, "--help")
        assert said.code == 0
        assert "--read-only" in said.out
