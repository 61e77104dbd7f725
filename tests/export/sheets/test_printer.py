"""A printer that was measured: kept, found again, and made good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import call
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.core.geometry import Point, Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export import paper as printers
from cloudy_pnp.export.paper import Mode, Printer, find_printer, fit_printer, keep
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.grid import sheet_findings
from cloudy_pnp.export.sheets.impose import Imposed, impose
from export.sheets.deck import BRIDGE, deck, sheet

PAGE = (210.0, 297.0)
CORNERS = [Point(25, 25), Point(185, 25), Point(25, 272), Point(185, 272)]
MIDDLE = Point(105, 148.5)
small = st.floats(-2, 2)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "cloudy-pnp" / "printers"


@given(small, small, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_a_straight_error_is_made_good_everywhere(x: float, y: float, turn: float, wide: float, high: float) -> None:
    """What the printer does to the back, after what was done to it, is nothing."""
    error = (
        Transform.translation(x, y)
        @ Transform.rotation(turn, MIDDLE)
        @ Transform.scaling(1 + wide / 100, 1 + high / 100, about=MIDDLE)
    )
    back = error.inverse
    printer = fit_printer("test", PAGE, CORNERS, [back(place) - place for place in CORNERS])
    assert printer.left < 0.001
    for place in (*CORNERS, MIDDLE, Point(0, 0), Point(210, 100)):
        assert error(printer.correction(*PAGE)(place)).distance(place) < 0.01


def test_what_is_not_straight_is_left_and_said() -> None:
    printer = fit_printer("test", PAGE, CORNERS, [Point(1, 0), Point(-1, 0), Point(-1, 0), Point(1, 0)])
    assert printer.shift == (0, 0)
    assert printer.left == pytest.approx(1)
    assert "at most 1.00 mm are left" in printer.summary()


def test_kept_and_found(own_settings: Path) -> None:
    printer = fit_printer(
        "office-2", PAGE, CORNERS, [Point(0.5, -1), Point(0.4, -0.8), Point(0.6, -1), Point(0.5, -0.9)]
    )
    path = keep(printer)
    assert path == own_settings / "office-2.json"
    assert find_printer("office-2") == printer
    with pytest.raises(UserError, match=r'there is no printer "ofice-2"; did you mean "office-2"\?'):
        find_printer("ofice-2")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"page": [1], "shift": [0, 0], "map": [0, 0, 0, 0], "left": 0}', '{"page": "x"}', "\udc80"],
)
def test_a_damaged_file_is_no_printer(own_settings: Path, text: str) -> None:
    own_settings.mkdir(parents=True)
    (own_settings / "bad.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UserError, match="measure it again"):
        find_printer("bad")


@pytest.mark.parametrize(
    ("key", "value"), [("shift", [99, 0]), ("map", [9, 0, 0, 0]), ("page", [0, 0]), ("left", None)]
)
def test_a_wild_file_is_no_printer(own_settings: Path, key: str, value: object) -> None:
    path = keep(Printer("wild", PAGE, (0, 0), (0, 0, 0, 0), 0))
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(UserError, match="measure it again"):
        find_printer("wild")


def test_names_and_numbers_that_cannot_be() -> None:
    for name in ("../x", "", "A", "x" * 41):
        with pytest.raises(UserError, match="not a name for a printer"):
            fit_printer(name, PAGE, CORNERS, [Point(0, 0)] * 4)
    for move in (Point(11, 0), Point(0, float("nan"))):
        with pytest.raises(UserError, match="at most 10 mm"):
            fit_printer("x", PAGE, CORNERS, [move] * 4)
    with pytest.raises(UserError, match="on one line"):
        fit_printer("x", PAGE, [Point(0, 0)] * 4, [Point(0, 0)] * 4)


def test_backs_are_moved_and_fronts_are_not() -> None:
    printer = fit_printer("x", PAGE, CORNERS, [Point(0.5, -1)] * 4)
    plain: list[Imposed] = []
    moved: list[Imposed] = []
    texts = load_catalogue().texts("en")
    list(impose(deck(9), sheet(Mode.DUPLEX), BRIDGE, texts, imposed=plain))
    list(impose(deck(9), sheet(Mode.DUPLEX), BRIDGE, texts, printer=printer, imposed=moved))
    for before, after in zip(plain, moved, strict=True):
        by = (0.5, -1) if before.side == "back" else (0, 0)
        assert (after.cut.x - before.cut.x, after.cut.y - before.cut.y) == pytest.approx(by, abs=1e-6)


def test_a_sheet_that_lies_the_other_way_round_says_so() -> None:
    printer = fit_printer("x", PAGE, CORNERS, [Point(0.5, -1)] * 4)
    catalogue = load_catalogue()
    [found] = sheet_findings(catalogue.sheet("cards-letter-duplex"), [(57.15, 88.9)], printer)
    assert found.code == "PRINT-8"
    assert not list(sheet_findings(catalogue.sheet("cards-a4-duplex"), [(57.15, 88.9)], printer))


def test_the_command(own_settings: Path) -> None:
    four = ["--measured", "0.5,-1", "--measured", "0.5,-1", "--measured", "0.5,-1", "--measured", "0.5,-1"]
    done = call("calibrate", *four)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("home: shift +0.50, -1.00 mm; skew +0.000°; stretch +0.000%, +0.000%;")
    assert find_printer("home").shift == (0.5, -1)
    done = call("calibrate", "--measured", "0.1,0.2", "--again")
    assert find_printer("home").shift == pytest.approx((0.6, -0.8))
    assert (own_settings / "home.json").is_file()
    for wrong, said in (
        (("--measured", "1,2", "--measured", "1,2"), "was given 2 times"),
        ((), "was given 0 times"),
        (("--measured", "far"), "is not two numbers of mm"),
        (("--measured", "1,1", "--sheet", "cards-service"), "has no back pages"),
        (("--measured", "1,1", "--name", "new", "--again"), "there is no printer"),
    ):
        done = call("calibrate", *wrong)
        assert done.code == 2
        assert said in done.err


def test_settings_lie_where_the_system_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert printers.config_folder() == tmp_path / ".config" / "cloudy-pnp"
