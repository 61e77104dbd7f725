"""The house rules that no linter knows: who may import whom, and where words of a game may stand."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "cloudy_pnp"

# The order in which the package reads: a module imports only from above its own line.
ORDER = (
    "core",
    "data",
    "i18n",
    "draw",
    "simulate",
    "game.contract",
    "game.kit",
    "cloudy_kingdom",
    "layouts",
    "game",
    "rulebook",
    "workspace",
    "export",
    "api",
    "diff",
    "project",
    "studio",
    "lsp",
    "__init__",
    "testing",
    "cli",
    "web",
    "__main__",
)
MODULES = sorted(PACKAGE.rglob("*.py"))
REPOSITORY = PACKAGE.parent
BUILT_IN = sorted(path.parent for path in PACKAGE.glob("*/game.py"))  # the games inside the tool
PLUGGED_IN = sorted(path.parent for path in REPOSITORY.glob("games/*/*/game.py"))  # games in this repository
OTHERS = [*PLUGGED_IN, REPOSITORY / "tests/games/pebbles/pebbles_game", REPOSITORY / "tests/games/hexes/hexes_game"]
GUIDE = (REPOSITORY / "docs/tutorials/new-game.md").read_text("utf-8")
FOR_GAMES = re.findall(r"^\| `cloudy_pnp\.([\w.]+)` \|", GUIDE, re.MULTILINE)  # what a game may import
GAME_WORDS = re.compile(r"(?<![a-z])(?:vine|castle|spell|kingdom|raven|heron|beanstalk|rope.?bridge)s?(?![a-z])", re.I)
GAME_ID = re.compile(r"cloudy[-_]kingdom")


def module_name(path: Path) -> str:
    """The name of a module inside the package: `data.tree`, `game` for game/__init__.py."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def line_of(module: str) -> int:
    """The line of ORDER that a module stands on; the longest name that fits counts."""
    fitting = [name for name in ORDER if module == name or module.startswith(f"{name}.")]
    assert fitting, f"{module} stands on no line: say in ORDER, and in the design, what it may import"
    return ORDER.index(max(fitting, key=len))


KNOWN = {module_name(path) for path in MODULES}


@cache
def imports(path: Path, package: str = "cloudy_pnp") -> tuple[str, ...]:
    """The modules of a package that a module imports, wherever in its text."""
    return tuple(_imports(path, package))


def _imports(path: Path, package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == package:
                    yield alias.name.removeprefix(package).removeprefix(".") or "__init__"
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole module"
            if node.module and node.module.split(".")[0] == package:
                inside = node.module.removeprefix(package).removeprefix(".")
                for alias in node.names:
                    whole = f"{inside}.{alias.name}".removeprefix(".")
                    yield whole if whole in KNOWN else inside or "__init__"


def test_nothing_that_is_installed_needs_a_test_framework() -> None:
    """The suite for games is in the wheel, whose dependencies know no pytest."""
    for path in MODULES:
        assert not re.search(r"^\s*(?:import|from) (?:pytest|hypothesis)\b", path.read_text("utf-8"), re.MULTILINE), (
            path
        )


def test_a_module_imports_only_from_above_its_line() -> None:
    """Everything may import the version, which `__init__` sets before it imports anything."""
    pairs = [(module_name(path), other) for path in MODULES for other in imports(path) if other != "__init__"]
    assert len(pairs) > 1000
    assert [f"{own} imports {other}" for own, other in pairs if line_of(other) > line_of(own)] == []


def test_no_module_imports_itself_round_a_circle() -> None:
    known = {module_name(path): set(imports(path)) for path in MODULES}
    done: set[str] = set()

    def walk(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join((*way, module))
        if module not in done:
            for other in sorted(known.get(module, set()) - {"__init__"}):
                walk(other, (*way, module))
            done.add(module)

    for module in sorted(known):
        walk(module, ())


def test_no_module_of_the_tool_imports_a_game() -> None:
    """The registry finds games by their folder or their entry point."""
    assert [path.name for path in BUILT_IN] == ["cloudy_kingdom"]
    for path in MODULES:
        own = module_name(path).split(".")[0]
        others = [name for name in imports(path) if name.split(".")[0] in {game.name for game in BUILT_IN} - {own}]
        assert not others, f"{module_name(path)} imports {others}"


def rooms(game: Path) -> tuple[str, ...]:
    """The rooms of a game's package in reading order, as its `__init__` declares them; empty for a game of one room."""
    for node in ast.parse((game / "__init__.py").read_text("utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ROOMS")], value=value):
                return tuple(ast.literal_eval(value))
    return ()


@pytest.mark.parametrize("game", [*BUILT_IN, *OTHERS], ids=lambda path: path.name)
def test_a_game_imports_only_what_games_may(game: Path) -> None:
    paths = list(game.rglob("*.py"))
    assert paths
    for path in paths:
        for other in imports(path):
            allowed = (*FOR_GAMES, game.name) if game in BUILT_IN else FOR_GAMES
            assert any(other == name or other.startswith(f"{name}.") for name in allowed), f"{path} imports {other}"


def test_the_guide_lists_what_games_may_import() -> None:
    assert "game.contract" in FOR_GAMES
    assert all(
        (PACKAGE / name.replace(".", "/")).with_suffix(".py").exists() or (PACKAGE / name.replace(".", "/")).is_dir()
        for name in FOR_GAMES
    )


def test_the_tool_names_no_game_that_plugs_in() -> None:
    """Nor do the schemas that all games share, nor the studio."""
    words = re.compile("|".join(re.sub("[-_]", "[-_ ]", path.name) for path in PLUGGED_IN) + "|Luftschlösser", re.I)
    assert len(PLUGGED_IN) >= 2
    for folder in (PACKAGE, REPOSITORY / "schema", REPOSITORY / "templates"):
        for path in folder.rglob("*"):
            if path.suffix in TEXTS:
                assert not words.search(path.read_text("utf-8")), path


GAMES = [*BUILT_IN, *PLUGGED_IN]
TEXTS = (".py", ".js", ".html", ".css", ".json", ".yaml", ".j2", ".typ", ".md")


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_room_of_a_game_imports_only_from_the_rooms_above(game: Path) -> None:
    order = rooms(game)
    present = {path.stem for path in game.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    if not order:
        assert not [path for path in game.iterdir() if (path / "__init__.py").exists()], (
            "say in ROOMS how they are read"
        )
        return
    assert set(order) == present - {"__init__"}
    package, prefix = (game.name, "") if game in PLUGGED_IN else ("cloudy_pnp", f"{game.name}.")
    for path in game.rglob("*.py"):
        own = path.relative_to(game).with_suffix("").parts[0]
        for other in imports(path, package):
            if own != "__init__" and other.startswith(prefix) and other != "__init__":
                room = other.removeprefix(prefix).split(".")[0]
                assert order.index(room) <= order.index(own), f"{path} imports {other}, which comes after it"


def words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name and every text of a module but its docstrings, with the line."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name


def test_no_game_word_outside_its_game() -> None:
    """The default game's id is the one exception."""
    shared = [path for path in MODULES if not any(game in path.parents for game in BUILT_IN)]
    assert len(shared) > 200
    assert [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in shared
        for line, text in words(ast.parse(path.read_text("utf-8")))
        if GAME_WORDS.search(GAME_ID.sub("", text).replace("_", " "))
    ] == []


def test_only_one_function_goes_into_a_strangers_folders() -> None:
    """`below` has bounds; `rglob` and `os.walk` end in a fault of the tool where folders are nested deeply enough."""
    own = {path.name for path in MODULES if re.search(r"\brglob\(|\bos\.walk\(|\*\*/", path.read_text("utf-8"))}
    assert own == {"fingerprint.py"}  # it reads the tool's own folders


def test_the_picture_of_imports_is_current() -> None:
    """`make docs` draws it."""
    made = runpy.run_path(str(PACKAGE.parent / "tools/make_imports.py"))
    assert made["PICTURE"].read_text("utf-8") == made["picture"]()
