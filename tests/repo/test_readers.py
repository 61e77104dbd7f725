"""What comes from outside is read by the hardened readers, and by nobody else: a list of who may use what, and why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "cloudy_pnp"
# What reads a format, and may cost anything, or run something.
READERS = {
    "yaml": {"load", "safe_load", "full_load", "unsafe_load", "load_all", "safe_load_all", "parse", "compose", "scan"},
    "yaml.cyaml": {"CParser", "CLoader", "CSafeLoader"},
    "json": {"load", "loads", "JSONDecoder"},
    "tomllib": {"load", "loads"},
    "csv": {"reader", "DictReader"},
    "pickle": {"load", "loads", "Unpickler"},
    "marshal": {"load", "loads"},
    "shelve": {"open"},
    "zipfile": {"ZipFile"},
    "tarfile": {"open", "TarFile"},
    "xml.etree.ElementTree": {"parse", "fromstring", "iterparse", "XML"},
    "xml.dom.minidom": {"parse", "parseString"},
    "xml.parsers.expat": {"ParserCreate"},
    "lxml.etree": {"parse", "fromstring", "XML"},
    "numpy": {"load", "fromfile"},
    "PIL.Image": {"open"},
    "python_calamine": {"load_workbook"},
    "ruamel.yaml": {"YAML"},
    "builtins": {"eval", "exec", "compile"},
}
ALLOWED = {
    "core/files.py": {"json.loads"},  # the hardened reader of JSON
    "data/tree.py": {"yaml.cyaml.CParser"},  # the hardened reader of YAML: events, bounded
    "data/tables/grid.py": {"csv.reader", "python_calamine.load_workbook"},  # after `unpack`
    "data/tables/unpack.py": {"zipfile.ZipFile", "xml.parsers.expat.ParserCreate"},  # bounded, no entities
    "draw/svg_read.py": {"xml.parsers.expat.ParserCreate"},  # bounded, no entities
    "draw/raster.py": {"PIL.Image.open"},  # three formats, bounded by their heads
    "workspace/config.py": {"tomllib.loads"},  # a small file
    "simulate/run.py": {"pickle.loads"},  # what our own process has packed
    "core/worker.py": {"pickle.Unpickler"},  # plain values and records of this package, from its own process
    "core/worker_process.py": {"json.loads", "pickle.loads"},  # from the process that starts it
    "data/tables/write.py": {"zipfile.ZipFile"},  # only written
    "export/tabletop/formats.py": {"zipfile.ZipFile"},  # only written
    "studio/job_routes.py": {"zipfile.ZipFile"},  # only written
    "web/carry.py": {"zipfile.ZipFile"},  # bounded: names, number, and the bytes that come out
    # What comes with the tool, or with an installed game:
    "luftschloesser/art/look.py": {"yaml.load"},  # by the safe loader; the linter sees to that
    "data/schema.py": {"json.loads"},
    "workspace/fixing.py": {"json.loads"},
    "game/data_game/make.py": {"json.loads"},
    "game/kit/words.py": {"yaml.load"},  # by the safe loader
    "game/kit/printing.py": {"yaml.load"},  # likewise
    "workspace/report.py": {"yaml.load"},  # by the safe loader; the linter sees to that
    "core/shipped.py": {"yaml.load"},  # likewise
    "cloudy_kingdom/model/steps.py": {"yaml.load"},  # likewise
}


def names_in(tree: ast.Module) -> dict[str, str]:
    """Return what a module calls other modules and their parts."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            known |= {
                (one.asname or one.name.split(".")[0]): (one.name if one.asname else one.name.split(".")[0])
                for one in node.names
            }
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            known |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return known


def readers_in(text: str) -> Iterator[str]:
    """Every reader that a module uses, called or handed on."""
    tree = ast.parse(text)
    known = names_in(tree)
    for node in ast.walk(tree):
        parts: list[str] = []
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            parts.insert(0, inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and (parts or isinstance(node, ast.Name)):
            whole = ".".join([known.get(inner.id, f"builtins.{inner.id}" if not parts else inner.id), *parts])
            module, _, name = whole.rpartition(".")
            if name in READERS.get(module, ()):
                yield whole


def test_only_named_modules_read_what_may_come_from_outside() -> None:
    found: dict[str, set[str]] = {}
    games = [path.parent for path in sorted(PACKAGE.parent.glob("games/*/*/game.py"))]
    for top, package in [(PACKAGE, PACKAGE), *((game.parent, game) for game in games)]:
        for path in sorted(package.rglob("*.py")):
            used = set(readers_in(path.read_text("utf-8")))
            if used:
                found[path.relative_to(top).as_posix()] = used
    assert found == ALLOWED


def test_a_reader_is_found_whatever_it_is_called() -> None:
    assert list(readers_in("import json as j\nj.loads('')")) == ["json.loads"]
    assert list(readers_in("from yaml import safe_load as f\nmap(f, [])")) == ["yaml.safe_load"]
    assert list(readers_in("import xml.etree.ElementTree as E\nE.parse(x)")) == ["xml.etree.ElementTree.parse"]
    assert list(readers_in("from PIL import Image as P\nP.open(x)")) == ["PIL.Image.open"]
    assert list(readers_in("eval('1')")) == ["builtins.eval"]
    assert not list(readers_in("import json\njson.dumps(1)\nre.compile('x')"))
