"""Every command over files, caches, arguments and an environment that somebody has garbled: no fault of the tool.

Whatever is wrong ends in 0, 1 or 2, with words. Each target has seeds that once found something (`FOUND`); they are
tried for ever. `make fuzz` tries many new ones; what it finds is printed as a target and a seed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from chance import FUZZING, SEED, examples
from msgspec import Struct

from cli.command import call
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.game.registry import game_ids
from cloudy_pnp.workspace.home import home_of

pytestmark = pytest.mark.fuzz
CHECK = ("check", "--game=cloudy-kingdom", "--root=.")  # the others have targets that draw less
REALMS, AIR = (("--game=fantasy-realms", "--root=."), ("--game=luftschloesser", "--root=."))
ODD = ("", "-1", "nan", "²", "9" * 30, "\udcff", "é", "..", "a" * 300, "x\ny", "\x1b[2J", "--", "-", "/dev/null", "=")
SCORED = ("king", "queen", "mirage=swamp", "book-of-changes", "book-of-changes=candle:wizard", "mirage=", "=x", "x=y:z")
PLAYED = ("--seats", "--until=1%", "--until=x", "--seed", "--quantity", "stem=²", "--fail-if", "draws > 5%", "--layout")
ADDRESSES = ("https://", "http://x", "file:///etc/passwd", "https://[::1", "https://x:99999/", "https://127.0.0.1:1/x")
CARDS, BOOK, STYLE = "cards/cloudy-kingdom", "templates/cloudy-kingdom/rulebook", "templates/rulebook"


class Target(Struct, frozen=True):
    """A command, and the files (patterns below the folder) that are garbled for it."""

    words: Sequence[str]
    files: Sequence[str] = ()
    more: Sequence[str] = ()  # words of which some are put into the call
    last: Sequence[str] = ()  # words that keep it short whatever comes before


TARGETS: Mapping[str, Target] = {
    "check": Target(CHECK, [f"{CARDS}/**/*.yaml", "packs/**/*.yaml"]),
    "check-book": Target(CHECK, [f"{BOOK}/*", f"{STYLE}/*", f"{CARDS}/boards/*"]),
    "check-cache": Target(CHECK, ["cache/**/*.json"]),
    "check-sheets": Target(CHECK, ["templates/sheets/*.yaml"]),
    "fix": Target([*CHECK, "--fix"], [f"{CARDS}/*.yaml"]),
    "build": Target(
        ["build", "--root=.", "--out=output", "--only=svg", "--lang=en", "--card=stem"],
        ["output/**/manifest.json", "cache/cloudy-pnp/manifests/*", "templates/sheets/*.yaml", f"{CARDS}/*.yaml"],
    ),
    "book": Target(
        ["build", "--root=.", "--out=output", "--only=rulebook", "--lang=de"], [f"{BOOK}/de*", f"{STYLE}/*"]
    ),
    "i18n-status": Target(["i18n", "status", "--root=."], [f"{BOOK}/*", f"{CARDS}/*.yaml"]),
    "i18n-accept": Target(["i18n", "accept", "--root=."], [f"{BOOK}/*", f"{CARDS}/*.yaml"]),
    "i18n-import": Target(["i18n", "import", "de.po", "--root=."], ["de.po"]),
    "i18n-export": Target(["i18n", "export", "de", "out.po", "--root=."], [f"{BOOK}/*", f"{CARDS}/*.yaml"]),
    "board": Target(["board", "x.board.yaml", "--draw=x.svg", "--root=."], ["x.board.yaml"]),
    "replay": Target(["replay", "x.game.yaml", "--root=."], ["x.game.yaml"]),
    "show": Target(["show", "stem", "--root=."], [f"{CARDS}/*.yaml"]),
    "list": Target(["list", "cards", "--root=."], [f"{CARDS}/*.yaml", "packs/**/*.yaml"]),
    "new": Target(["new", "vine", "Odd", "--vines=n-s", "--yes", "--root=."], ["packs/**/*.yaml", f"{CARDS}/*.yaml"]),
    "table-import": Target(["table", "import", "x.csv", "spells", "--root=."], ["x.csv"]),
    "table-export": Target(["table", "export", "spells", "y.csv", "--root=."], [f"{CARDS}/*.yaml"]),
    "table-sheet": Target(["table", "import", "x.xlsx", "spells", "--root=."], ["x.xlsx"]),
    "config": Target(["check", "--root=.", "--no-render"], ["cloudy-pnp.toml"]),
    "deck": Target(
        ["check", "--game=harbour-lights", "--root=."],
        ["cards/harbour-lights/*.*", "cards/harbour-lights/pictures/*", "templates/harbour-lights/**/*.yaml"],
    ),
    "deck-svg": Target(
        ["build", "--game=harbour-lights", "--root=.", "--out=o", "--only=svg", "--lang=en"],
        ["cards/harbour-lights/*.*", "cards/harbour-lights/pictures/*", "templates/harbour-lights/**/*.yaml"],
    ),
    "deck-schema": Target(["schema", "--game=harbour-lights", "--root=."], ["cards/harbour-lights/game.yaml"]),
    "hands": Target(["score", "cards/fantasy-realms/hands/rulebook.hand.yaml", *REALMS], ["cards/fantasy-realms/**/*"]),
    "realms": Target(["check", *REALMS, "--no-render"], ["cards/fantasy-realms/**/*"]),
    "realms-replay": Target(
        ["replay", "cards/fantasy-realms/games/two-players.game.yaml", *REALMS],
        ["cards/fantasy-realms/games/two-players.game.yaml"],
    ),
    "air": Target(["check", *AIR, "--no-render"], ["cards/luftschloesser/**/*.yaml"]),
    "air-replay": Target(
        ["replay", "cards/luftschloesser/boards/whole-game.game.yaml", *AIR],
        ["cards/luftschloesser/boards/whole-game.game.yaml"],
    ),
    "export": Target(["export", "card-list", "--root=.", "--out=o", "--lang=en"], [f"{CARDS}/*.yaml"]),
    "service": Target(
        ["export", "service", "--service=makeplayingcards", "--root=.", "--out=o", "--lang=en", "--card=stem"],
        ["templates/services/*", "templates/*.yaml"],
    ),
    "printer": Target(["calibrate", "--measured", "0.5,-1", "--again"], ["config/cloudy-pnp/printers/*"]),
    "simulator": Target(
        ["export", "tabletop-simulator", "--root=.", "--out=o", "--lang=en", "--card=stem"],
        [f"{CARDS}/*.yaml", "templates/papers.yaml", "templates/formats.yaml"],
    ),
    "score-words": Target(["score", *REALMS], more=[*SCORED, *ODD]),
    "best-words": Target(["best", *REALMS, "--size"], more=ODD),
    "simulate-words": Target(["simulate", "--root=."], more=[*PLAYED, *ODD], last=["--games=2", "--players=x,y"]),
    "init-words": Target(["init"], more=["new", "--empty", "--pack", "--from", "cloudy-kingdom", "./x/y", *ODD]),
    "table-words": Target(["table"], more=["import", "export", "x.csv", "x.xlsx", "spells", "y.ods", "--root=.", *ODD]),
    "fetch-words": Target(["table", "fetch"], more=[*ADDRESSES, "y.csv", "--force", *ODD]),
    "arguments": Target([]),
    "environment": Target(CHECK),
}
FOUND: Mapping[str, Sequence[int]] = {}  # what is found also gets a test of its own, which is faster
SLOW = {
    "book",
    "environment",
    "export",
    "service",
    "simulator",
    "deck-svg",
}  # only `make fuzz` tries new seeds with them

PIECES = (
    *("", "\0", "\t", "\n", "\r", " ", "  ", "- ", ": ", "---\n", "...\n", "<<: ", "? ", "#~ "),
    *[
        "-",
        ":",
        "#",
        "'",
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        "&a",
        "*a",
        "!x",
        "null",
        "true",
        "~",
        "0",
        "-1",
        "1e99",
        ".nan",
        "²",
        "é",
        "😀",
        "..",
        "/",
        "../../x",
        "C:",
        "::error::",
        "$",
        "\\",
        "msgid",
        "msgstr",
    ],
    *("9" * 30, "[" * 300, "a" * 3000, "\u202e", "\ufeff", "\ud83d", "\x1b[2J"),
    *("{{", "}}", "{%", "%}", "{# ", "{{ figure('x') }}", "{% for a in range(9) %}", "{% endfor %}", "{{ 1/0 }}"),
    *("## ", "### x {#x}\n", "> ", "* ", "![", "](", "<b>", "#let x = (", "#import"),
)
ARGUMENTS = (
    *[
        "check",
        "build",
        "list",
        "show",
        "explain",
        "i18n",
        "status",
        "new",
        "vine",
        "board",
        "replay",
        "schema",
        "table",
        "calibrate",
        "init",
        "export",
        "score",
        "best",
        "odds",
        "import",
        "fetch",
        "card-list",
    ],
    *[
        "--root",
        "--game",
        "--lang",
        "--only",
        "--card",
        "--format",
        "--pack",
        "--paper",
        "--fix",
        "--quantity",
        "--edition",
        "--sheet",
        "--debug",
        "-h",
        "--",
    ],
    *[
        ".",
        "de",
        "en",
        "stem",
        "svg",
        "cloudy-kingdom",
        "fantasy-realms",
        "cards",
        "json",
        "text",
        "@x",
        "stem=2",
        "60x90",
        "a4",
        "x.board.yaml",
        "de.po",
    ],
    *("/dev/null", "..", "\udcff", "é", "", "0", "nan"),
)
ENVIRONMENT = [
    "CLOUDY_PNP_LIMITS",
    "XDG_CACHE_HOME",
    "LC_ALL",
    "LANG",
    "COLUMNS",
    "TERM",
    "NO_COLOR",
    "FORCE_COLOR",
    "TZ",
    "XDG_CONFIG_HOME",
    "HOME",
    "CLOUDY_PNP_DEBUG",
]
VALUES = ("", "0", "-1", "x", "/dev/null", "/nowhere/x", "cards=1", "cards=x", "bytes=9,nodes=9", "xx_YY.Z", "9" * 99)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole project, with what earlier calls have left."""
    root = tmp_path_factory.mktemp("fuzz")
    for place in dict.fromkeys((shipped_root(), *(home_of(game).root for game in game_ids()))):
        for name in ("cards", "packs", "templates"):
            if (place / name).is_dir():
                shutil.copytree(place / name, root / name, dirs_exist_ok=True)
    for kind, name in (("board", "chop.board"), ("game", "pending-won.game")):
        shutil.copyfile(root / CARDS / f"boards/{name}.yaml", root / f"x.{kind}.yaml")
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(root / "cache")
    try:
        assert call("i18n", "export", "de", root / "de.po", "--root", root).code == 0
        assert call("table", "export", "spells", root / "x.csv", "--root", root).code == 0
        assert call("table", "export", "spells", root / "x.xlsx", "--root", root).code == 0
        (root / "cloudy-pnp.toml").write_text('ignore = ["FACE-10"]\n[per-file-ignores]\n"x*" = ["I18N"]\n')
        assert call("build", "--root", root, *TARGETS["build"].words[2:]).code in (0, 2)
        assert call("check", "--game", "cloudy-kingdom", "--root", root).code == 0
    finally:
        os.environ.pop("XDG_CACHE_HOME")
        if before is not None:
            os.environ["XDG_CACHE_HOME"] = before
    return root


@pytest.fixture(autouse=True)
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))


def garbled(content: bytes, chance: random.Random) -> bytes:
    """The same with a few things put in, taken out, doubled or moved."""
    text = content.decode("utf-8", "surrogateescape")
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        lines = text.splitlines(keepends=True) or [""]
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        column = chance.randrange(len(lines[at]) + 1)
        piece = chance.choice(PIECES)
        match chance.randrange(7):
            case 0:
                lines[at] = lines[at][:column] + piece + lines[at][column:]
            case 1:
                lines[at] = lines[at][:column] + lines[at][column + chance.randrange(1, 9) :]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines.insert(at, lines[other])
            case 4:
                del lines[at]
            case 5:
                lines[at] = re.sub(r"[\w.-]+(?=\W*$)", lambda _: piece, lines[at], count=1)  # noqa: B023
            case 6:
                lines = lines[:at] if chance.random() < 0.3 else lines
        text = "".join(lines)
    return (
        text.encode("utf-8", "surrogatepass")
        if chance.random() < 0.9
        else text.encode("utf-8", "replace")[: -1 or None]
    )


def one_call(target: Target, name: str, chance: random.Random, folder: Path) -> Iterator[str]:
    """Garble what the target is about, call the command, and put everything back. What is wrong with it."""
    known = sorted({path for pattern in target.files for path in folder.glob(pattern) if path.is_file()})
    chosen = [chance.choice(known) for _ in range(chance.choice((1, 1, 2)))] if known else []
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "cache" not in path.parts}
    caches = {path: path.read_bytes() for path in chosen}
    around: dict[str, str | None] = {}
    if name == "environment":
        around = {chance.choice(ENVIRONMENT): chance.choice(VALUES) for _ in range(2)}
    words = list(target.words) or [chance.choice(ARGUMENTS) for _ in range(chance.randrange(1, 6))]
    words += [chance.choice(target.more) for _ in range(chance.randrange(1, 5))] if target.more else []
    words += target.last
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in around.items():
            patch.setenv(variable, str(value))
        for path in chosen:
            path.write_bytes(garbled(path.read_bytes(), chance))
        try:
            result = call(*words)
        finally:
            for path in folder.rglob("*"):
                if path.is_file() and path not in before and "cache" not in path.parts:
                    path.unlink()
            for path, content in (before | caches).items():
                path.parent.mkdir(parents=True, exist_ok=True)
                if not path.is_file() or path.read_bytes() != content:
                    path.write_bytes(content)
    if result.code not in (0, 1, 2):
        yield f"exit code {result.code}: {result.err[-600:]}"
    if "Traceback" in result.out + result.err:
        yield "a traceback"
    if result.code == 2 and "--help" not in words and not result.err.strip():
        yield "no word about why"
    if re.search("[\x07\x9b\u202e]|\x1b(?!\\[[0-9;]*m)", result.out + result.err):
        yield "something raw reached the terminal"


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_garbled_is_a_fault_of_the_tool(name: str, folder: Path) -> None:
    new = () if name in SLOW and not FUZZING else range(SEED, SEED + examples(1))
    for seed in (*FOUND.get(name, ()), *new):
        found = list(one_call(TARGETS[name], name, random.Random(f"{name} {seed}"), folder))
        assert not found, f"target {name}, seed {seed}: {found}"
