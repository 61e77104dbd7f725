"""What every game has to pass: it loads, checks, prints, survives bad data, plays by its own rules, speaks all its
languages.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from cloudy_pnp import api
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.source import read_source
from cloudy_pnp.export.exporter import exporter_names
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.games.contract import Lazy, RenderOptions
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.workspace.drawn import DrawnSet
from cloudy_pnp.workspace.home import CARD_ENDINGS, Home, home_of
from cloudy_pnp.workspace.load import load, sound_part
from cloudy_pnp.workspace.translations import texts_of

_FILE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def every_capability_loads(home: Home) -> None:
    """What is named as "module:name" is there."""
    lazies = list(_lazies(home.game))
    assert lazies
    for lazy in lazies:
        lazy.load()


def _lazies(value: object) -> Iterator[Lazy[Any]]:
    if isinstance(value, Lazy):
        yield value
    elif is_dataclass(value):
        for item in fields(value):
            yield from _lazies(getattr(value, item.name))
    elif isinstance(value, dict):
        for part in value.values():
            yield from _lazies(part)


def it_loads_and_checks(home: Home) -> None:
    """Its own data has no error, and becomes a model."""
    report = api.check(home.root, home.game.id)
    assert [problem for problem in report.problems if problem.severity is Severity.ERROR] == []
    assert report.cards > 0
    assert sound_part(load(home)).model is not None


def languages_are_complete(home: Home) -> None:
    """Every text in every language; a rulebook in all of them or in none."""
    loaded = load(home)
    assert loaded.languages
    texts = list(texts_of(loaded, loaded.base.own))
    assert texts
    for text in texts:
        if "/title" not in text.name and "/caption" not in text.name:  # scenarios need no translation
            missing = [lang for lang in loaded.languages if not text.texts.get(lang)]
            assert not missing, f"{text.name} is missing in {missing}"
    if home.game.book:
        assert list(find_templates(home.book, loaded.languages)) == loaded.languages


def it_prints(home: Home, out: Path) -> None:
    """Every component in every language has sound faces; sheets, pictures and rulebook come out, the former two twice
    the same. (A rulebook is made twice by its own tests.)
    """
    if home.game.components is None:
        return
    loaded = load(home)
    data = loaded.entries.data()
    for lang in loaded.languages:
        printed = home.game.components.load()(data, RenderOptions(lang))
        ids = [component.id for component in printed.components]
        assert {component.kind for component in printed.components} <= set(home.game.prints), "what is planned"
        names = [face.name for face in printed.faces]
        assert len(set(ids)) == len(ids) > 0
        assert len(set(names)) == len(names) > 0
        assert all(_FILE_NAME.fullmatch(name) for name in (*ids, *names))
        drawn = DrawnSet(printed)
        for piece in drawn.pieces():
            box = piece.front.bounds
            assert (box.width + 2 * box.x, box.height + 2 * box.y) == pytest.approx(piece.size)
        assert [finding for _, finding in drawn.findings() if finding.severity is Severity.ERROR] == []
    lang = loaded.languages[-1]
    request = BuildRequest((lang,), sheets=("cards-a4-duplex",))
    drawn_again = replace(request, only=tuple(name for name in exporter_names() if name != "rulebook"))
    first, second = (
        {made.path: made.sha256 for made in api.build(home.root, wanted, home.game.id, out / place)[0].artifacts}
        for place, wanted in (("one", request), ("two", drawn_again))
    )
    assert second == {path: made for path, made in first.items() if not path.startswith(f"{lang}/rulebook")}
    assert any(path.endswith(".svg") for path in second)
    assert f"{lang}/cards-a4-duplex.pdf" in second
    assert (f"{lang}/rulebook.pdf" in first) == (home.game.book is not None)


def it_survives_bad_data(home: Home, place: Path) -> None:
    """Damage is a problem in the damaged file, never an exception, and never silence."""
    shutil.copytree(home.cards, place / "cards" / home.game.id)
    copy = home_of(home.game.id, place)
    for path in sorted(copy.cards.glob("*")):
        if path.name.endswith(CARD_ENDINGS):
            good = path.read_bytes()
            for damage in _DAMAGES:
                if damage(good) == good:  # a file without an id has none to damage
                    continue
                path.write_bytes(damage(good))
                report = api.check(place, home.game.id)
                wrong = [problem for problem in report.problems if problem.severity is Severity.ERROR]
                assert wrong, f"{damage.__name__} of {path.name} passes"
                assert any(Path(problem.file).name == path.name for problem in wrong), damage.__name__
                path.write_bytes(good)
    assert api.check(place, home.game.id).exit_code == 0


def _cut_in_the_middle(good: bytes) -> bytes:
    return good[: len(good) // 2].rstrip() + b"\n  ]"


def _wrong_key(good: bytes) -> bytes:
    return re.sub(rb"(?m)^([a-z])([a-z-]+:)", rb"\1x\2", good, count=1)


def _a_list_instead(good: bytes) -> bytes:
    return re.sub(rb"\bid: [^,\n}]+", b"id: [1, {a: b}]", good, count=1)


def _not_text(_good: bytes) -> bytes:
    return b"\xff\xfe\x00\x80"


def _nothing(_good: bytes) -> bytes:
    return b"# nothing\n"


_DAMAGES: tuple[Callable[[bytes], bytes], ...] = (_cut_in_the_middle, _wrong_key, _a_list_instead, _not_text, _nothing)


def moves_keep_the_rules(home: Home, games: int = 6, most: int = 3000) -> None:
    """Random games keep every invariant, and their records replay to the same result; one is broken off when nobody
    has stumbled into winning after many moves, but not all of them.
    """
    if home.game.play is None:
        return
    play, model = home.game.play.load(), sound_part(load(home)).model
    replay = home.game.scenarios.get("replay")
    seats = play.seats(model)
    assert seats
    ended = 0
    for number in range(games):
        rng = random.Random(number)
        begin = state = play.start(model, seats[number % len(seats)], number)
        assert play.start(model, seats[number % len(seats)], number) == begin, "the seed decides"
        moves: list[Any] = []
        while play.outcome(state) is None and len(moves) < most:
            legal = play.legal(state)
            assert legal, "a game that goes on has a move"
            assert play.to_move(state)
            moves.append(rng.choice(list(legal)))
            state = play.apply(state, moves[-1])
            assert not play.broken(state)
        outcome = play.outcome(state)
        assert bool(play.legal(state)) == (outcome is None)
        assert play.view(state)
        ended += outcome is not None
        if replay:
            judged = replay.judge.load()(model, play.encode(begin, moves))
            assert judged.findings == []
            assert judged.as_dict()["legal"] is True
            assert sorted(judged.as_dict()["winners"]) == sorted(outcome.winners if outcome else ())
    assert ended, "no game ever ends"


def scenarios_hold(home: Home) -> None:
    """Every shipped scenario is what it claims to be, and has a picture where the game can draw."""
    for command, kind in home.game.scenarios.items():
        paths = [path for path in sorted(home.cards.rglob("*")) if path.name.endswith(kind.endings)]
        assert paths, f"no example for {command}"
        documents = sum(len(read_source(path, path.name).documents) for path in paths)
        judged = list(api.judge(command, paths, home.root, home.game.id))
        assert len(judged) == documents
        for one in judged:
            assert one.problems == []
            assert one.verdict.judged.as_dict()
            assert one.verdict.judged.as_text()
            assert kind.draw is None or one.draw() is not None
