"""SVG pictures from strangers: drawn as other programs draw them, or refused with the reason."""

from __future__ import annotations

import io
import resource
import subprocess
import sys

import pytest
from draw.compare import share_of_different_pixels
from PIL import Image

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.draw import svg_read
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.draw.shapes import BadPath, path_outline
from cloudy_pnp.draw.svg_read import BadSvg, read_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 40">'
PICTURES = {
    "shapes": '<rect x="2" y="2" width="20" height="10" rx="3" fill="teal"/><circle cx="40" cy="20" r="9" fill="#e33" '
    'stroke="black" stroke-width="2"/><ellipse cx="15" cy="30" rx="12" ry="6" style="fill:rgb(20,60,200);opacity:.5"/>',
    "paths": '<path d="M5 35q10-30 20 0t20 0" fill="none" stroke="purple" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M10 5a8 6 20 1 1 12 5zm30 0h10v10s-4-6-10-10" fill="orange"/>',
    "groups": '<g transform="translate(30 20) rotate(30)"><g fill="green" opacity=".7"><rect x="-10" y="-5" width="20" '
    'height="10"/><circle r="6"/></g></g>',
    "use": '<defs><g id="leaf"><path d="M0 0C5-5 10-5 15 0 10 5 5 5 0 0z"/></g></defs><use href="#leaf" x="5" y="10" '
    'fill="#284"/><use xlink:href="#leaf" transform="translate(30 25) scale(1.5)"/>',
    "gradient": '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="red"/><stop offset="1" '
    'stop-color="blue" stop-opacity=".5"/></linearGradient></defs><rect width="60" height="20" fill="url(#a)"/>',
    "classes": "<style>.a{fill:#c30} .b,.c{stroke:#036;stroke-width:2}</style>"
    '<rect class="a" x="5" y="5" width="20" height="20"/><path class="b" d="M30 5v30"/>',
    "clip": '<clipPath id="c"><circle cx="30" cy="20" r="12"/></clipPath><rect width="60" height="40" fill="navy" '
    'clip-path="url(#c)"/>',
    "evenodd": '<path fill-rule="evenodd" d="M5 5h40v30H5zM15 12h20v16H15z" fill="#555"/>',
}


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_in_another_program(name: str) -> None:
    import resvg_py

    text = f"{HEAD}{PICTURES[name]}</svg>"
    symbol = read_svg(text.encode(), name)
    ours = png_bytes(Page(60, 40, (Use(symbol, Transform()),)), 25.4 * 6)
    other = bytes(resvg_py.svg_to_bytes(svg_string=text, width=360, height=240, background="white"))
    one, two = (Image.open(io.BytesIO(data)).convert("RGB").resize((120, 80)) for data in (ours, other))
    assert share_of_different_pixels(one, two) < 0.02


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<script>alert(1)</script>", "script"),
        ('<rect width="5" height="5" onclick="x()"/>', "script"),
        ('<image href="x.png"/>', "bitmap"),
        ("<text>a</text>", "outlines"),
        ('<a href="#x"><rect width="1" height="1"/></a>', "link"),
        ('<use href="other.svg#a"/>', "outside"),
        ('<rect width="5" height="5" fill="url(http://x.example/a#b)"/>', "outside"),
        ('<g filter="url(#f)"><rect width="5" height="5"/></g>', "filter"),
        ('<foreignObject width="5" height="5"/>', "foreign"),
        ('<g id="a"><use href="#a"/></g>', "uses itself"),
        ('<rect width="5" height="5" fill="nocolour"/>', "colour"),
        ('<path d="M0 0 L 1"/>', "lacks a number"),
        ('<path d="L 1 1"/>', "begin with M"),
        ('<rect width="1e30" height="5"/>', "too large"),
        ("<style>rect{fill:red}</style>", "style sheet"),
        ("<marker/>", "not understood"),
        ("<title>A giant</title>", "paints nothing"),
    ],
)
def test_it_is_refused_with_the_reason(body: str, reason: str) -> None:
    with pytest.raises(BadSvg, match=reason):
        read_svg(f"{HEAD}{body}</svg>".encode())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"no picture", "not XML"),
        (b"<svg/>", "namespace"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no size"),
        (
            b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>',
            "entities",
        ),
        (HEAD.encode() + b"<g>" * 3000 + b"</g>" * 3000 + b"</svg>", "nested"),
        (HEAD.encode() + b"<g/>" * 30_000 + b"</svg>", "elements"),
    ],
)
def test_a_file_that_is_no_bearable_picture(text: bytes, reason: str) -> None:
    with pytest.raises(BadSvg, match=reason):
        read_svg(text)


def test_a_laugh_that_grows_is_stopped() -> None:
    """Ten uses of ten uses of ten …: counted while it is drawn."""
    body = '<rect id="a0" width="1" height="1"/>'
    for level in range(1, 12):
        body += f'<g id="a{level}">' + f'<use href="#a{level - 1}"/>' * 10 + "</g>"
    with pytest.raises(BadSvg, match="more than"):
        read_svg(f"{HEAD}{body}</svg>".encode())


def test_the_paths_of_a_file_are_bounded_together() -> None:
    """Each of them is below the limit of a path."""
    body = "".join(f'<path d="M{number} 0{"h1" * 40_000}"/>' for number in range(5))
    with pytest.raises(BadSvg, match="its paths have more than"):
        read_svg(f"{HEAD}{body}</svg>".encode())


def test_the_shipped_pictures_are_read() -> None:
    from cloudy_pnp.core.shipped import shipped_root

    found = sorted((shipped_root() / "templates/pictures").rglob("*.svg"))
    assert len(found) > 40
    for path in found:
        assert read_svg(path.read_bytes()).items


def test_colours_beyond_the_range_are_the_nearest_ones() -> None:
    assert svg_read._colour("rgb(10, 999999, 300)") == svg_read._colour("rgb(10, 255, 255)")
    assert svg_read._colour("rgb(10%, 300%, 50%)").green == 1.0


def test_flags_of_arcs_may_stand_close() -> None:
    assert path_outline("M0 0a5 5 0 0110 0") == path_outline("M0 0 a5 5 0 0 1 10 0")
    with pytest.raises(BadPath):
        path_outline("M0 0 X")
    assert path_outline("M0 0A5,5,0,1,010-4e-1") == path_outline("M0 0A5 5 0 1 0 10 -0.4")


FAR = 'transform="scale(999999)"'


@pytest.mark.parametrize(
    "body",
    [
        f'<rect width="1" height="1" transform="{"scale(999999)" * 60}"/>',
        f'<g {FAR}><g {FAR}><g {FAR}><rect width="1" height="1"/></g></g></g>',
        f'<g id="a" {FAR}><rect width="1" height="1"/></g><g {FAR}><use href="#a" {FAR}/></g>',
        f'<clipPath id="c"><rect width="1" height="1" transform="{"scale(999999)" * 60}"/></clipPath>'
        '<rect width="1" height="1" clip-path="url(#c)"/>',
        '<rect width="1" height="1" transform="skewX(90)"/>',
    ],
)
def test_transforms_together_have_a_bound(body: str) -> None:
    with pytest.raises(BadSvg, match="transforms together"):
        read_svg(f"{HEAD}{body}</svg>".encode())


def test_many_elements_with_their_own_transforms_are_fine() -> None:
    body = f'<rect width="1" height="1" {FAR}/>' * 9 + f"<g {FAR}/>" * 9
    assert len(read_svg(f"{HEAD}{body}</svg>".encode()).items) == 9


LONG = 200_000
SLOW = {
    "spaces in an arc": '<path d="M0 0A{spaces}x"/>',
    "spaces between the numbers of an arc": '<path d="M0 0A1 1 1{spaces}x"/>',
    "references in references": '<rect width="1" height="1" fill="{references}"/>',
    "spaces in a transform": '<rect width="1" height="1" transform="scale(1){spaces}x"/>',
    "lines of a style sheet": "<style>{lines}</style>",
}


@pytest.mark.parametrize("name", SLOW)
def test_long_attributes_are_read_in_linear_time(name: str) -> None:
    """A cubic expression needs hours for these; the system ends the process after five CPU seconds."""
    script = (
        "import sys; from cloudy_pnp.draw.svg_read import BadSvg, read_svg; n = int(sys.argv[2])\n"
        "parts = dict(spaces=' ' * n, lines='\\n' * 10 * n, references='url(#' * n)\n"
        "try: read_svg((sys.argv[1] + sys.argv[3].format(**parts) + '</svg>').encode())\n"
        "except BadSvg: pass\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, HEAD, str(LONG), SLOW[name]],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (5, 5)),
        check=False,
    )
    assert done.returncode == 0
