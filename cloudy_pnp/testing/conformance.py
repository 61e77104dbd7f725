"""The conformance suite for games.

A game loads, checks, prints, survives bad data, follows its own rules, and is complete in all its languages. Each
function takes a game and raises AssertionError; a capability that the game lacks is skipped.
"""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from cloudy_pnp import api
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.files import below
from cloudy_pnp.data.source import read_source
from cloudy_pnp.export.exporter import exporter_names
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.game.contract import ComponentKind, Game, Lazy, PrintSet, RenderOptions
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.workspace.drawn import DrawnSet
from cloudy_pnp.workspace.home import CARD_ENDINGS, CARDS, TEMPLATES, Home, home_of
from cloudy_pnp.workspace.load import load, sound_part
from cloudy_pnp.workspace.translations import texts_of

_FILE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHEET = "cards-a4-duplex"


def every_capability_loads(home: Home) -> None:
    """Check that every "module:name" exists."""
    for lazy in _lazies(home.game):
        lazy.load()


def _lazies(value: object) -> Iterator[Lazy[Any]]:
    if isinstance(value, Lazy):
        yield value
    elif isinstance(value, Struct | dict):
        for part in (asdict(value) if isinstance(value, Struct) else value).values():
            yield from _lazies(part)


def it_loads_and_checks(home: Home) -> None:
    """Check that the game's own data has no error, and becomes a model."""
    report = api.check(home.root, home.game.id)
    wrong = [problem for problem in report.problems if problem.severity is Severity.ERROR]
    assert not wrong, f"its own data has errors: {wrong}"
    assert report.files, "there is no data"
    assert sound_part(load(home)).model is not None


def languages_are_complete(home: Home) -> None:
    """Check that every text exists in every language; a rulebook in all of them or in none."""
    loaded = load(home)
    assert loaded.languages
    texts = list(texts_of(loaded, loaded.own))
    assert texts
    for text in texts:
        if "/title" not in text.name and "/caption" not in text.name:  # scenarios need no translation
            missing = [lang for lang in loaded.languages if not text.texts.get(lang)]
            assert not missing, f"{text.name} is missing in {missing}"
    if home.game.book:
        templates = list(find_templates(home.book, loaded.languages))
        assert templates == loaded.languages, f"the rulebook is written in {templates}"


def it_prints(home: Home, out: Path) -> None:
    """Check that every component has valid faces in every language, and that builds work.

    A build writes sheets, pictures and the rulebook; all but the rulebook are the same in a second build.
    """
    if home.game.components is None:
        return
    loaded = load(home)
    data = loaded.entries.data()
    kinds = set[ComponentKind]()
    for lang in loaded.languages:
        printed = home.game.printed(data, RenderOptions(lang))
        kinds |= {component.kind for component in printed.components}
        _faces_are_valid(printed)
    assert kinds <= set(home.game.prints), f"`prints` of the game does not name all of {sorted(kinds)}"
    lang = loaded.languages[-1]
    request = BuildRequest((lang,), sheets=(_SHEET,))
    drawn_again = replace(request, only=tuple(name for name in exporter_names() if name != "rulebook"))
    first, second = (
        {item.path: item.sha256 for item in api.build(home.root, build, home.game.id, out / place)[0].artifacts}
        for place, build in (("one", request), ("two", drawn_again))
    )
    without_book = {path: artifact for path, artifact in first.items() if not path.startswith(f"{lang}/rulebook")}
    assert second == without_book, "two builds differ"
    assert any(path.endswith(".svg") for path in second), "there is no picture"
    assert any(path.endswith(".pdf") for path in second), "there is nothing to print"
    assert (f"{lang}/{_SHEET}.pdf" in second) == (ComponentKind.CARD in kinds), "cards are printed where there are any"
    assert (f"{lang}/rulebook.pdf" in first) == (home.game.book is not None), "a book is printed where there is one"


def _faces_are_valid(printed: PrintSet) -> None:
    ids = [component.id for component in printed.components]
    names = [face.name for face in printed.faces]
    assert len(set(ids)) == len(ids) > 0, f"components need different ids: {ids}"
    assert len(set(names)) == len(names) > 0, f"faces need different names: {names}"
    invalid = [name for name in (*ids, *names) if not _FILE_NAME.fullmatch(name)]
    assert not invalid, f"these are not valid in file names: {invalid}"
    deck = DrawnSet(printed)
    for piece in deck.pieces():
        box = piece.front.bounds
        painted = (box.width + 2 * box.x, box.height + 2 * box.y)
        fits = all(math.isclose(a, b, rel_tol=1e-6) for a, b in zip(painted, piece.size, strict=True))
        assert fits, f"a face of {piece.size} mm is painted for {painted} mm"
    wrong = [finding for _, finding in deck.findings() if finding.severity is Severity.ERROR]
    assert not wrong, f"drawing finds errors: {wrong}"


def it_survives_bad_data(home: Home, place: Path) -> None:
    """Check that damage is a problem in the damaged file, never an exception, and never unnoticed."""
    for folder in (CARDS, TEMPLATES):
        if (home.root / folder / home.game.id).is_dir():
            shutil.copytree(home.root / folder / home.game.id, place / folder / home.game.id)
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
    """Check that random games keep every invariant, and that their records replay to the same result.

    A game is stopped if it has no winner after many moves, but not all of them.
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
            assert legal, "a game that continues has a move"
            assert play.to_move(state)
            moves.append(rng.choice(list(legal)))
            state = play.apply(state, moves[-1])
            assert not play.broken(state)
        outcome = play.outcome(state)
        assert bool(play.legal(state)) == (outcome is None)
        players = list(play.view(begin)["players"])
        assert len(players) == seats[number % len(seats)], "the view lists every player"
        assert play.to_move(begin) in players
        assert list(play.view(state)["players"]) == players, "the order of the players stays"
        ended += outcome is not None
        if replay:
            evaluated = replay.judge.load()(model, play.encode(begin, moves))
            assert evaluated.findings == []
            assert evaluated.as_dict()["legal"] is True
            assert sorted(evaluated.as_dict()["winners"]) == sorted(outcome.winners if outcome else ())
    assert ended, "no game ever ends"


def the_table_can_be_played_at(home: Home, most: int = 60) -> None:
    """Check the table: every move has its own data and words in every language.

    The record leads to the same moves; the picture has a size; computer players choose a legal move.
    """
    play = home.game.play.load() if home.game.play else None
    if play is None or play.table is None:
        return
    table, loaded = play.table.load(), load(home)
    sound = sound_part(loaded)
    begin = position = play.start(sound.model, play.seats(sound.model)[0], 1)
    rng, moves = random.Random(1), list[Any]()
    while play.outcome(position) is None and len(moves) < most:
        legal = list(play.legal(position))
        entries = [json.dumps(table.entry(position, move, loaded.languages[0])) for move in legal]
        assert len(set(entries)) == len(entries), f"two moves have the same data: {entries}"
        for lang in loaded.languages:
            assert all(table.words(position, move, lang) for move in legal), "a move has no words"
        allowed = table.entry(position, legal[0], loaded.languages[0])
        assert table.refusal(position, allowed, loaded.languages[0]) is None, "a legal move is refused"
        moves.append(rng.choice(legal))
        position = play.apply(position, moves[-1])
    first, read = table.read(sound.model, play.encode(begin, moves))
    assert (first, list(read)) == (begin, moves), "the record is another game"
    if table.picture:
        page = table.picture(sound.data, begin)
        assert page.width > 0 < page.height, "the picture is empty"


def it_can_be_simulated(home: Home) -> None:
    """Check that a simulated game depends only on its number, and that its record is legal."""
    if home.game.simulation is None or home.game.play is None:
        return
    simulation, model = home.game.simulation.load(), sound_part(load(home)).model
    for seats in simulation.tables(model)[:1]:
        setting = Setting(
            (simulation.default_policy,) * seats, 1, {option.name: option.default for option in simulation.options}
        )
        simulator = simulation.simulator(model, setting)
        together, alone = simulator.play(0, 3), simulator.play(2, 1)
        for name, values in together.items():
            assert (values[2:] == alone[name]).all(), f"{name} of a game depends on those before it"
        study = simulation.study(model, simulator, setting, together, None)
        assert study.games == 3
        replay = home.game.scenarios.get("replay")
        if replay:
            assert replay.judge.load()(model, simulator.record(2)).as_dict()["legal"] is True


def scenarios_hold(home: Home) -> None:
    """Check that every shipped scenario is valid, and has a picture where the game can draw."""
    for command, kind in home.game.scenarios.items():
        paths = [path for path in below(home.cards) if path.name.endswith(kind.endings)]
        assert paths, f"no example for {command}"
        documents = sum(len(read_source(path, path.name).documents) for path in paths)
        results = list(api.judge(command, paths, home.root, home.game.id))
        assert len(results) == documents
        for result in results:
            assert result.problems == []
            assert result.verdict.evaluation.as_dict()
            assert result.verdict.evaluation.as_text()
            assert kind.draw is None or result.draw() is not None


class GameTests:
    """The whole suite for one game. Name a subclass `Test…`, set `game`, and pytest runs it.

    `root` is the folder with the game's cards/; by default, the data shipped with the game is tested.
    """

    game: ClassVar[str]
    root: ClassVar[Path | None] = None

    @property
    def home(self) -> Home:
        """The game and its folders."""
        return home_of(self.game, self.root)

    def test_every_capability_loads(self) -> None:
        """Load each of them."""
        every_capability_loads(self.home)

    def test_it_loads_and_checks(self) -> None:
        """Check the game's own data."""
        it_loads_and_checks(self.home)

    def test_languages_are_complete(self) -> None:
        """Find texts without a translation."""
        languages_are_complete(self.home)

    def test_it_prints(self, tmp_path: Path) -> None:
        """Draw and build it."""
        it_prints(self.home, tmp_path)

    def test_it_survives_bad_data(self, tmp_path: Path) -> None:
        """Damage each file in several ways."""
        it_survives_bad_data(self.home, tmp_path)

    def test_moves_keep_the_rules(self) -> None:
        """Play some random games."""
        moves_keep_the_rules(self.home)

    def test_the_table_can_be_played_at(self) -> None:
        """Play a game with the words of the table."""
        the_table_can_be_played_at(self.home)

    def test_it_can_be_simulated(self) -> None:
        """Simulate a few games at each table."""
        it_can_be_simulated(self.home)

    def test_scenarios_hold(self) -> None:
        """Evaluate the examples."""
        scenarios_hold(self.home)


def problem_page(game: Game[Any]) -> str:
    """Return the page, in Markdown; a game without codes has an empty table.

    >>> from cloudy_pnp.game.registry import find_game
    >>> problem_page(find_game("cloudy-kingdom")).splitlines()[0]
    '# Problem codes of cloudy-kingdom'
    """
    head = f"# Problem codes of {game.id}\n\n`check` may report these in addition to the codes of the tool.\n\n"
    return head + problem_table(game.data.codes)


def problem_table(codes: Mapping[str, str]) -> str:
    """Return codes with their sentences as a table in Markdown; links may point to `#face-4`."""
    rows = "".join(f'| <a id="{code.lower()}"></a>`{code}` | {sentence} |\n' for code, sentence in codes.items())
    return f"| code | meaning |\n|---|---|\n{rows}"
