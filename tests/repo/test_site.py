"""The site: every page, link and anchor is there, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with the rulebook of one game, and a studio."""
    output = tmp_path_factory.mktemp("output")
    for name in ("meadow/en/rulebook.html", "meadow/de/scorer.html", "web/index.html"):
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_text("<!DOCTYPE html><title>x</title>", "utf-8")
    done = subprocess.run(
        [sys.executable, ROOT / "tools/make_site.py", output], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return output / "site"


def test_every_page_is_in_the_menu(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    pages = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").glob("*/*.md")]
    pages = [page for page in pages if page.parts[0] not in ("example-repo", "examples")]
    assert len(pages) > 20
    assert [page.as_posix() for page in pages if f'href="{page.as_posix()}"' not in index] == []


def test_rulebooks_scorers_and_the_studio_are_part_of_it(site: Path) -> None:
    play = (site / "play.html").read_text("utf-8")
    for name in ("rulebooks/meadow-en.html", "scorers/meadow-de.html"):
        assert f'href="{name}"' in play
        assert (site / name).is_file()
    assert (site / "studio/index.html").is_file()


def test_nothing_is_loaded_from_another_server(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'<(?:script|img|iframe)[^>]* src="(?:https?:)?//', text) == [], page
        assert re.findall(r'<link[^>]* rel="stylesheet"[^>]* href="(?:https?:)?//', text) == [], page


def test_pictures_and_links_inside_the_repository_lead_somewhere(site: Path) -> None:
    for page in [site / "index.html", *site.glob("*/*.html")]:
        for target in re.findall(r'<(?:a|img)[^>]* (?:href|src)="([^"#?]+)', page.read_text("utf-8")):
            if "://" not in target and not target.startswith(("mailto:", "data:")):
                assert (page.parent / target).exists(), (page, target)
