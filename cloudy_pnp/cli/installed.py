"""The packages this tool needs: which are installed, and the command that adds one."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from cloudy_pnp import __version__

_MODULES = {"PIL": "pillow", "yaml": "pyyaml", "markdown_it": "markdown-it-py"}  # modules named unlike their package


def requirements() -> dict[str, str]:
    """Return the required packages, with the smallest extra that brings each; "" if every installation has it."""
    by_extra: dict[str, list[str]] = {}
    for line in requires("cloudy-pnp") or ():
        extra = re.search(r'extra == [\'"]([\w-]+)', line)
        by_extra.setdefault(extra[1] if extra else "", []).append(re.split(r"[^\w.-]", line)[0])
    by_extra.pop("dev", None)
    largest_first = sorted(by_extra, key=lambda extra: (extra == "", -len(by_extra[extra])))
    return {name: extra for extra in largest_first for name in by_extra[extra]}


def version_lines() -> Iterator[str]:
    """Yield the versions of Python and of each package, or the command that installs it."""
    yield f"cloudy-pnp {__version__}"
    yield f"python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for name, extra in requirements().items():
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} is not installed: {_command(name, extra)}"


def missing_package(error: BaseException) -> str:
    """Return one line with the command that adds a package whose module wasn't found; "" for other errors."""
    if not isinstance(error, ModuleNotFoundError):
        return ""
    module = str(error.name).partition(".")[0]
    name = _MODULES.get(module, module.replace("_", "-").lower())
    known = requirements()
    return f"this needs {name}, which is not installed: {_command(name, known[name])}" if name in known else ""


def _command(name: str, extra: str) -> str:
    return f'python -m pip install "{f"cloudy-pnp[{extra}]" if extra else name}"'
