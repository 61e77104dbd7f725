"""Write the site: the documentation, the rulebooks as web pages, the scorer and, after `make web`, the studio.

Run by `make site`, after `make deck`; the result is output/site. Pages of docs/ keep their places, the README is the
first one, and links to other files of the repository lead to its address. mkdocs.yml has the settings.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp import __version__

ROOT = Path(__file__).parents[1]
OUTPUT = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else ROOT / "output"
SOURCE, SITE = OUTPUT / "site-source", OUTPUT / "site"
FILES = f"https://github.com/cloudy-pnp/cloudy-pnp/blob/v{__version__}/"
OTHERS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # pages outside docs/
PLACES = {ROOT / "README.md": "index.md", **{ROOT / name: name.lower() for name in OTHERS}}
SECTIONS = {"Tutorials": "Tutorials", "How to": "Guides", "Reference": "Reference", "Explanation": "Explanation"}
_LINK = re.compile(r"(\]\(|src=\")([^)\s\"]+)")


def place_of(file: Path) -> str | None:
    """Return where a file of the repository is in the site; None for one that isn't there."""
    if file in PLACES:
        return PLACES[file]
    docs = ROOT / "docs"
    if docs in file.parents and not {"example-repo", "examples"} & set(file.relative_to(docs).parts):
        path = file.relative_to(docs).as_posix()
        return "documentation.md" if path == "README.md" else path
    if file.suffix in (".png", ".svg") and file.is_file():
        return f"pictures/{file.relative_to(ROOT).as_posix()}"
    return None


def moved(text: str, file: Path, place: str) -> str:
    """Return a page whose links and pictures lead to the same things from its place in the site."""

    def link(match: re.Match[str]) -> str:
        path, mark, anchor = match[2].partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return match[0]
        target = Path(os.path.normpath(file.parent / path))
        new = place_of(target)
        if new is None:
            return f"{match[1]}{FILES}{target.relative_to(ROOT).as_posix()}{mark}{anchor}"
        if new.startswith("pictures/"):
            (SOURCE / new).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, SOURCE / new)
        return f"{match[1]}{os.path.relpath(new, Path(place).parent)}{mark}{anchor}"

    return _LINK.sub(link, text)


def navigation() -> str:
    """Return the menu: the sections of docs/README.md with their pages, in its order."""
    lines = ["nav:", "  - Start: index.md"]
    for part in (ROOT / "docs/README.md").read_text("utf-8").split("\n## ")[1:]:
        title = next(words for begins, words in SECTIONS.items() if part.startswith(begins))
        lines.append(f"  - {title}:")
        pages = dict.fromkeys(re.findall(r"\]\(([^)#]+\.md)\)", part))
        places = [place_of(Path(os.path.normpath(ROOT / "docs" / page))) for page in pages]
        lines += [f"      - {place}" for place in places if place]
    return "\n".join([*lines, "  - Play: play.md", "  - All pages: documentation.md", ""])


def play() -> Iterator[str]:
    """Yield the page with the rulebooks and scorers that were built, and copy them into the site."""
    yield "# Play\n\nRulebooks and scorers as web pages, for the table. They need no network once they are open.\n"
    for game in sorted({path.parents[1] for path in OUTPUT.glob("*/*/rulebook.html")}):
        yield f"\n## {game.name}\n\n"
        for page in sorted(game.glob("*/*.html")):
            if page.stem in ("rulebook", "scorer"):
                place = f"{page.stem}s/{game.name}-{page.parent.name}.html"
                (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(page, SOURCE / place)
                yield f"- [{page.stem}, {page.parent.name}]({place})\n"


def main() -> None:
    """Write the sources, the menu and the site, and copy what was built elsewhere."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    pages = [*PLACES, *(path for path in sorted((ROOT / "docs").rglob("*")) if path.is_file())]
    for file in pages:
        place = place_of(file)
        if place is None:
            continue
        (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            (SOURCE / place).write_text(moved(file.read_text("utf-8"), file, place), "utf-8")
        else:
            shutil.copy(file, SOURCE / place)
    (SOURCE / "play.md").write_text("".join(play()), "utf-8")
    config = OUTPUT / "mkdocs.yml"
    base = (ROOT / "mkdocs.yml").read_text("utf-8").replace("output/", "")
    config.write_text(base + navigation(), "utf-8")
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", config], check=True, env=env)
    for page in SITE.rglob("*.html"):  # the search of a folder without a server would need another one
        page.write_text(re.sub(r'<script src="https://[^<]*</script>', "", page.read_text("utf-8")), "utf-8")
    if (OUTPUT / "web").is_dir():
        shutil.copytree(OUTPUT / "web", SITE / "studio", dirs_exist_ok=True)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE}: {len(list(SITE.rglob('*.html')))} pages, {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
