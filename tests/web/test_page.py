"""What the page is made of: every package has its place, every text its translation, and stand-ins behave alike."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cli.command import REPOSITORY
from PIL import ImageColor

MAKE = runpy.run_path(str(REPOSITORY / "tools/make_web.py"))
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PIL", "rpds", "jsonschema_rs") or name == "yaml._yaml":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in ("PIL", "rpds") else find_spec(name, *rest)
sys.path.insert(0, sys.argv.pop(1))
import web_standins
assert web_standins.install() == ["rpds", "PIL", "libyaml"]
"""
COMMAND = "from cloudy_pnp.cli.main import main; main()"


def with_stand_ins(script: str, *words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-c", HIDE + script, str(REPOSITORY / "tools"), *map(str, words)]
    return subprocess.run(call, cwd=cwd, capture_output=True, text=True, check=False)


def test_every_dependency_has_its_place() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}  # type: ignore[index]
    placed = {*MAKE["PURE"], *MAKE["COMPILED"], *MAKE["FULL"], *MAKE["LEFT_OUT"]}
    assert needed - placed == set()
    locked = {block.partition("==")[0] for block in MAKE["_locked"]()}
    assert placed - locked - {"charset-normalizer"} == set()


def test_every_text_of_the_shell_is_translated() -> None:
    used = set(MAKE["words_of"]("".join(path.read_text("utf-8") for path in MAKE["STATIC"].glob("*.[jh]*"))))
    assert len(used) > 40
    for lang, words in MAKE["_words"]().items():
        assert used - set(words) == set(), lang


def test_the_shell_forwards_what_the_application_serves() -> None:
    """The service worker and the pages agree on what is a file of the site."""
    worker = (MAKE["STATIC"] / "sw.js").read_text("utf-8")
    for path in MAKE["STATIC"].iterdir():
        assert re.search(rf"\b{path.stem}\b", worker), f"{path.name} would be asked of Python"
    page = (MAKE["STATIC"] / "index.html").read_text("utf-8")
    for name in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert (MAKE["STATIC"] / name).is_file() or name == "static/icon.svg", name


def test_pyodide_from_another_distribution_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "rpds_py-1-cp314.whl"
    package: dict[str, Any] = {"file_name": wheel.name, "sha256": MAKE["hashlib"].sha256(b"wheel").hexdigest()}
    lock = json.dumps({"packages": {"rpds-py": package, "numpy": {"file_name": "no", "sha256": ""}}}).encode()
    of_distribution = MAKE["_of_distribution"]
    monkeypatch.setitem(of_distribution.__globals__, "_core", lambda name: lock)
    wheel.write_bytes(b"wheel")
    assert list(of_distribution(tmp_path)) == [wheel]
    wheel.write_bytes(b"other")
    with pytest.raises(SystemExit, match="not the file that Pyodide"):
        list(of_distribution(tmp_path))


def test_the_lock_has_each_wheel_once() -> None:
    locked = [block for block in MAKE["_locked"]() if block.partition("==")[0] in MAKE["COMPILED"]]
    assert len(locked) == len(MAKE["COMPILED"])
    assert all("--hash=sha256:" in block for block in locked)


def test_checks_say_the_same_with_stand_ins(tmp_path: Path) -> None:
    """The pure parser and the reference validator, also for wrong data."""
    cards = tmp_path / "cards/cloudy-kingdom"
    cards.mkdir(parents=True)
    for path in (REPOSITORY / "cards/cloudy-kingdom").glob("*.yaml"):
        text = path.read_text("utf-8")
        if path.name == "spells.yaml":
            text = text.replace("  - id: twist\n", "  - id: Twist of Fate\n").replace(
                "    effect:\n", "    efect:\n", 1
            )
        (cards / path.name).write_text(text, "utf-8")
    words = ("check", "--root", tmp_path, "--format", "json")
    alone = with_stand_ins(COMMAND, *words, cwd=tmp_path)
    call = [sys.executable, "-m", "cloudy_pnp", *map(str, words)]
    usual = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert alone.returncode == usual.returncode == 1, alone.stderr
    assert json.loads(alone.stdout)["summary"]["errors"] > 1
    assert alone.stdout == usual.stdout


def test_colours_are_those_of_pillow(tmp_path: Path) -> None:
    texts = [*ImageColor.colormap, "#f00", "#12ab9f", "#12ab9f80", "rgb(1, 20,255)", "rgb(1%, 20%,100%)"]
    texts += ["hsl(210, 40%, 33%)", "nonsense", "#12", "rgb(1, 2)"]
    script = """
import json
from PIL import ImageColor
def colour(text):
    try:
        return ImageColor.getrgb(text)
    except ValueError:
        return None
print(json.dumps([colour(text) for text in json.loads(sys.argv[1])]))
"""
    alone = with_stand_ins(script, json.dumps(texts), cwd=tmp_path)
    expected = []
    for text in texts:
        try:
            expected.append(list(ImageColor.getrgb(text)))
        except ValueError:
            expected.append(None)  # type: ignore[arg-type]
    assert dict(zip(texts, json.loads(alone.stdout), strict=True)) == dict(zip(texts, expected, strict=True))


def test_a_bitmap_picture_is_rejected_in_one_sentence(tmp_path: Path) -> None:
    script = """
from cloudy_pnp.draw.raster import BadPicture, _open_picture
try:
    _open_picture(b"png")
except BadPicture as error:
    print(error)
"""
    done = with_stand_ins(script, cwd=tmp_path)
    said = "this page was built without Pillow: it cannot read bitmap pictures; use an SVG, or the command\n"
    assert done.stdout == said, done.stderr
