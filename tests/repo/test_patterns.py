"""No pattern of the package takes more than linear time, whatever text strangers send."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import cloudy_pnp
import fantasy_realms
import luftschloesser

PACKAGES = [Path(package.__path__[0]) for package in (cloudy_pnp, fantasy_realms, luftschloesser)]
SECONDS = 60  # CPU time for all patterns together; a quadratic one takes minutes
PROGRAM = r"""
import ast, importlib, pathlib, re, sys
import re._parser as parser

LENGTH = 10_000
CALLS = ("compile", "search", "match", "fullmatch", "sub", "split", "findall", "finditer")

def collect(folder, package):
    "Yield the patterns that are written in a package; those that are put together come from the imported module."
    for path in sorted(folder.rglob("*.py")):
        if "press" in path.parts:
            continue  # reads only files that the tool wrote itself
        module = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        computed, written, text = False, set(), path.read_bytes()
        for node in ast.walk(ast.parse(text)) if b"import re" in text else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                continue
            if ast.unparse(node.func.value) != "re" or node.func.attr not in CALLS:
                continue
            if isinstance(node.args[0], ast.Constant):
                flags = [ast.unparse(one) for one in node.args[1:] if node.func.attr == "compile"]
                flags += [ast.unparse(one.value) for one in node.keywords if one.arg == "flags"]
                pattern = re.compile(node.args[0].value, eval(flags[0]) if flags else 0)
                written.add(pattern.pattern)
                yield pattern, f"{module}:{node.lineno}", searches(node, text.decode())
            else:
                computed = True
        if computed:
            yield from (found for found in imported(module) if found[0].pattern not in written)

def searches(node, text):
    "Check whether a pattern is looked for at every place of a text; otherwise it is only compared with its beginning."
    if node.func.attr != "compile":
        return node.func.attr not in ("match", "fullmatch")
    name = re.match(r"([A-Z_]+)\b", text.splitlines()[node.lineno - 1])
    anchored = name and re.search(rf"\b{name[1]}\.(match|fullmatch)\(", text)
    return not anchored or bool(re.search(rf"\b{name[1]}\.(search|finditer|findall|sub|split)\(", text))

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
    return found.values()

def parts(parsed):
    "Yield a text for every part of a pattern that can be repeated: its own characters."
    for code, value in parsed:
        kind = str(code)
        if kind == "LITERAL":
            yield chr(value)
        elif kind == "NOT_LITERAL":
            yield "a" if value != ord("a") else "b"
        elif kind == "IN":
            yield from (one for one in map(member, value) if one)
        elif kind == "ANY":
            yield "a"
        elif kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            inner = list(parts(value[2]))
            yield from inner
            if len(inner) > 1:
                yield "".join(inner)
        elif kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from parts(value[-1] if kind == "SUBPATTERN" else value)
        elif kind == "BRANCH":
            for branch in value[1]:
                yield from parts(branch)

CLASSES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "a",
           "CATEGORY_NOT_WORD": " ", "CATEGORY_NOT_DIGIT": "a"}

def member(pair):
    kind, value = str(pair[0]), pair[1]
    if kind == "LITERAL":
        return chr(value)
    if kind == "RANGE":
        return chr(value[0])
    return CLASSES.get(str(value), "") if kind == "CATEGORY" else ""

def literals(text):
    parsed = parser.parse(text.pattern, text.flags & ~re.LOCALE)
    seen = list(dict.fromkeys(parts(parsed)))[:10]
    whole = "".join(seen)
    return [*seen, whole, *(a + b for a, b in zip(seen, seen[1:]))]

for pattern, where, anywhere in patterns():
    print(where, pattern.pattern[:100], file=sys.stderr, flush=True)
    bytes_like = isinstance(pattern.pattern, bytes)
    for repeated in literals(pattern):
        many = (repeated * LENGTH)[:LENGTH]
        for text in (many, many + chr(1), "a" + many + chr(1)):
            for call in (pattern.search if anywhere else pattern.match, pattern.fullmatch):
                call(text.encode("latin-1", "replace") if bytes_like else text)
print("done")
"""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def test_every_pattern_is_linear_in_long_repetitions_of_its_own_characters() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, PACKAGES)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limit,
    )
    last = done.stderr.strip().splitlines()[-1:]
    assert done.stdout.strip() == "done", f"killed, or failed, at {last}"
