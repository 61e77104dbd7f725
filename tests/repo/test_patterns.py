"""No pattern of the package takes more than linear time, whatever text strangers send."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cloudy_pnp
import fantasy_realms
import luftschloesser

PACKAGES = [Path(package.__path__[0]) for package in (cloudy_pnp, fantasy_realms, luftschloesser)]
PROGRAM = r"""
import ast, importlib, json, pathlib, re, resource, sys
import re._parser as parser

LENGTH, MOST = 40_000, 16
SECONDS = 1  # CPU time for one text, which a linear pattern reads in milliseconds
BUILT = {"cli.check", "data.schema", "i18n.habits", "cloudy_kingdom.checks.data"}  # see `built`
CALLS = ("compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")

def collect(folder, package):
    "Yield the patterns that are written in a package; those that are put together come from the imported module."
    for path in sorted(folder.rglob("*.py")):
        if "press" in path.parts or path.parts[-2:] == ("rulebook", "arrange.py"):
            continue  # reads only files that the tool wrote itself
        module = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        computed, written, text = False, set(), path.read_text()
        tree = ast.parse(text) if "re" in re.findall(r"\w+", text) else ast.Module([])
        top = {node for part in tree.body if isinstance(part, (ast.Assign, ast.AnnAssign)) for node in ast.walk(part)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "re" or any(
                name.name == "re" and name.asname for name in getattr(node, "names", ()) if isinstance(node, ast.Import)
            ):
                raise SystemExit(f"{module}: write import re, so that patterns are found")
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            if ast.unparse(node.func.value) != "re" or node.func.attr not in CALLS:
                continue
            flags = [ast.unparse(flag) for flag in node.args[1:] if node.func.attr == "compile"]
            flags += [ast.unparse(flag.value) for flag in node.keywords if flag.arg == "flags"]
            source = constant(node.args[0], node in top)
            if source is None:
                if node not in top and module.partition(".")[2] not in BUILT:
                    raise SystemExit(f"{module}:{node.lineno}: a function puts a pattern together; add it to `built`")
                computed = True
                continue
            pattern = re.compile(source, eval(flags[0]) if flags else 0)
            written.add(pattern.pattern)
            yield pattern, f"{module}:{node.lineno}", searches(node, text)
        if computed:
            yield from (found for found in imported(module) if found[0].pattern not in written)

def built():
    "Yield the patterns that functions put together from tables, and those of schemas."
    from cloudy_pnp.core.shipped import shipped_root
    from cloudy_pnp.i18n.habits import known_habits
    for lang, habits in known_habits().items():
        some = [rule[0] for rule in habits.rules] + [habits._number, re.compile(habits._range + r"\b", re.IGNORECASE)]
        yield from ((pattern, f"habits of {lang}", True) for pattern in some)
    def walk(part):
        if isinstance(part, dict):
            if isinstance(part.get("pattern"), str):
                yield part["pattern"]
            yield from part.get("patternProperties", ())
        for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from walk(value)
    for path in sorted((shipped_root() / "schema").rglob("*.json")):
        yield from ((re.compile(pattern), path.name, True) for pattern in walk(json.loads(path.read_text())))

def constant(node, at_top):
    "Return a pattern as it is written; inside a function some characters stand for the values of an f-string."
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr) and not at_top:
        return "".join(part.value if isinstance(part, ast.Constant) else "ab" for part in node.values)
    return None

def searches(node, text):
    "Check whether a pattern is looked for at every place of a text; otherwise it is only compared with its beginning."
    if node.func.attr != "compile":
        return node.func.attr not in ("match", "fullmatch")
    name = re.match(r"([A-Z_]+)\b", text.splitlines()[node.lineno - 1])
    anchored = name and re.search(rf"\b{name[1]}\.(match|fullmatch)\b", text)
    return not anchored or bool(re.search(rf"\b{name[1]}\.(search|finditer|findall|subn?|split)\b", text))

def imported(module):
    def gather(value, depth=0):
        if isinstance(value, re.Pattern):
            yield value, module, True
        elif depth < 4 and isinstance(value, (list, tuple, dict)):
            for item in value.values() if isinstance(value, dict) else value:
                yield from gather(item, depth + 1)
    for value in list(vars(importlib.import_module(module.removesuffix(".__init__"))).values()):
        yield from gather(value)

def patterns():
    found = {}
    for name in sys.argv[1:]:
        for pattern, where, anywhere in collect(pathlib.Path(name), pathlib.Path(name).name):
            found.setdefault((pattern.pattern, pattern.flags, anywhere), (pattern, where, anywhere))
    for pattern, where, anywhere in built():
        found.setdefault((pattern.pattern, pattern.flags, anywhere), (pattern, where, anywhere))
    return found.values()

CLASSES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "a",
           "CATEGORY_NOT_WORD": " ", "CATEGORY_NOT_DIGIT": "a"}
REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")

def members(pairs):
    "Return characters of a set: of a negated one, some that are not excluded."
    kinds = [(str(kind), value) for kind, value in pairs]
    some = [chr(value) if kind == "LITERAL" else chr(value[0]) if kind == "RANGE" else CLASSES.get(str(value), "")
            for kind, value in kinds if kind != "NEGATE"]
    if kinds[0][0] != "NEGATE":
        return [char for char in some if char]
    excluded = re.compile("[" + "".join(map(re.escape, filter(None, some))) + "]")
    return [char for char in "a 1.(-" if not excluded.match(char)] or ["~"]

def example(parsed):
    "Return a text that a part of a pattern matches, as far as this can be said without trying: each repetition once."
    text = ""
    for code, value in parsed:
        kind = str(code)
        if kind == "LITERAL":
            text += chr(value)
        elif kind == "NOT_LITERAL":
            text += "a" if value != ord("a") else "b"
        elif kind == "IN":
            text += members(value)[0]
        elif kind == "ANY":
            text += "a"
        elif kind in REPEATS:
            text += example(value[2]) * max(value[0], 1)
        elif kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            text += example(value[-1] if kind == "SUBPATTERN" else value)
        elif kind == "BRANCH":
            text += example(value[1][0])
    return text

def repeated(parsed, before=""):
    "Yield what precedes each part of a pattern that may be repeated, and the texts to repeat there."
    for code, value in parsed:
        kind = str(code)
        if kind == "IN":
            yield from ((before, char) for char in members(value))
        elif kind in REPEATS:
            yield before, example(value[2])
            yield from repeated(value[2], before)
        elif kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from repeated(value[-1] if kind == "SUBPATTERN" else value, before)
        elif kind == "BRANCH":
            for branch in value[1]:
                yield from repeated(branch, before)
        before += example([(code, value)])
        yield "", before

def texts(pattern):
    parsed = parser.parse(pattern.pattern, pattern.flags & ~re.LOCALE)
    pairs = [(before, part) for before, part in dict.fromkeys(repeated(parsed)) if part]
    pairs += [("", part) for before, part in pairs if before]
    for before, part in list(dict.fromkeys(pairs))[:MOST]:
        many = (part * LENGTH)[:LENGTH]
        yield from (before + many, before + many + chr(1), "a" + many + chr(1))

for pattern, where, anywhere in patterns():
    print(where, pattern.pattern[:100], file=sys.stderr, flush=True)
    bytes_like = isinstance(pattern.pattern, bytes)
    for text in texts(pattern):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + 1 + SECONDS, resource.RLIM_INFINITY))
        for call in (pattern.search if anywhere else pattern.match, pattern.fullmatch):
            call(text.encode("latin-1", "replace") if bytes_like else text)
print("done")
"""


def test_every_pattern_is_linear_in_long_repetitions_of_its_own_characters() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, PACKAGES)],
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stderr.strip().splitlines()[-1:]
    assert done.stdout.strip() == "done", f"killed, or failed, at {last}"
