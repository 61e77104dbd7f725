"""Fast hands and a slow server: nothing that somebody types is lost, and nothing gets into the wrong file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from chance import FUZZING, SEED
from playwright.sync_api import Browser, Locator, Page, expect

from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.source import parse_source
from studio.browser import CHROMIUM, PATIENCE, until
from studio.game import Served, served
from studio.small_game import CARDS, NAME, SmallGame, card

pytestmark = [
    pytest.mark.fuzz,
    pytest.mark.timeout(3600 if FUZZING else 300),
    pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)"),
]
ACTIONS = 300 if FUZZING else 45  # most of the time passes between two keys
PATHS = {"name": ("name", "en"), "text": ("text", "en"), "suit": ("suit",), "cost": ("cost",)}
LETTERS = "abcdefghiklm"  # no word of them means something else in YAML

# Every question waits on its way there and on its way back: mostly a little, now and then up to two seconds in all.
SLOW = """(() => {
  let state = %d;
  const chance = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
  const pause = () => new Promise((done) => setTimeout(done, chance() < 0.04 ? 1000 * chance() : 120 * chance()));
  const quick = window.fetch.bind(window);
  window.fetch = async (...question) => {
    await pause();
    const answer = await quick(...question);
    await pause();
    return answer;
  };
})();"""
# The caret behind the text of a card, wherever that is by now.
CARET = """(field, name) => {
  const card = field.value.indexOf(`- id: ${name}\\n`);
  const start = field.value.indexOf("      en: ", card);
  const at = field.value.indexOf("\\n", start);
  field.focus();
  field.setSelectionRange(at, at);
}"""

# The caret before the name of a card.
BEFORE_NAME = """(field, name) => {
  const card = field.value.indexOf(`- id: ${name}\\n`);
  const at = field.value.indexOf("{en: ", card) + 5;
  field.focus();
  field.setSelectionRange(at, at);
}"""


class Hands:
    """Somebody who edits, and knows what every card should say."""

    def __init__(self, page: Page, game: SmallGame, seed: int) -> None:
        self.page = page
        self.game = game
        self.chance = random.Random(seed)
        self.before = {file: game.read(f"{file}.yaml") for file in CARDS}
        self.names = [name for names in CARDS.values() for name in names]
        self.card = "ant"
        self.said: dict[str, dict[str, str | int]] = {
            name: {"name": name.title(), "text": f"Says {name}", "suit": "sun", "cost": 3} for name in self.names
        }

    def act(self) -> str:
        """Do something, without waiting for what follows from it; returns what it was."""
        actions: list[Callable[[], object]] = [
            self.choose, self.choose, self.type_name, self.type_name, self.click, self.click,
            self.choose_suit, self.type_text, self.save, self.undo_and_redo, self.wait,
            self.delete_and_undo, self.leave, self.break_and_mend,
        ]  # fmt: skip
        act = self.chance.choice(actions)
        return f"{act.__name__} {act() or ''} in {self.card}"

    def choose(self) -> str:
        """Click on a card, and often on another one before the first is there."""
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self.card = self.chance.choice(self.names)
            self.page.locator(f"#cards [data-card='cards/{self.card}']").click()
        return self.card

    def type_name(self) -> str:
        field = self._field("name.en")
        field.press("End")
        return self._type("name")

    def type_text(self) -> str:
        """Type in the text, perhaps while an edit of the form is on its way."""
        self._field("id")
        self.page.locator("[data-view=text]").click()
        self.page.locator("#text").click()  # from here on the caret is ours
        self.page.locator("#text").evaluate(CARET, self.card)
        word = self._type("text")
        self.page.locator("[data-view=form]").click()
        return word

    def click(self) -> str:
        clicks = self.chance.randint(1, 8)
        for _ in range(clicks):
            self._field("cost+").click()
            self.page.wait_for_timeout(self.chance.choice((0, 0, 30, 90)))
        self._say("cost", int(self._said("cost")) + clicks)
        return f"+{clicks}"

    def choose_suit(self) -> str:
        suit = self.chance.choice(("sun", "moon"))
        self._field("suit").select_option(suit)
        self._say("suit", suit)
        return suit

    def save(self) -> None:
        self.page.keyboard.press("Control+s")

    def undo_and_redo(self) -> str:
        """Take the last change back and make it again, which shows its card; then go on with another one."""
        self._field("id")
        self.page.locator("#file").click()
        self.page.keyboard.press("Control+z")
        self.page.keyboard.press("Control+y")
        return self.choose()

    def delete_and_undo(self) -> str:
        """Delete the card, take that back at once, and go on with a card that is there."""
        self._field("id")
        self.page.locator("#more").click()
        self.page.locator("dialog button.danger").click()
        until(self.page, lambda: f"- id: {self.card}\n" not in self.page.locator("#text").input_value())
        self.page.locator("#undo").click()
        until(self.page, lambda: f"- id: {self.card}\n" in self.page.locator("#text").input_value())
        return self.choose()

    def leave(self) -> str:
        """Go to another page, whatever is on its way, and come back."""
        self.page.goto(urljoin(self.page.url, "."))
        self.wait()
        self.page.goto(urljoin(self.page.url, f"edit?card=cards/{self.card}"))
        self.page.wait_for_selector("html[data-ready]")
        self.page.locator("[data-view=form]").click()
        return self.choose()

    def break_and_mend(self) -> None:
        """Make the text unreadable for a moment, perhaps while an edit of the form is on its way."""
        self._field("id")
        self.page.locator("[data-view=text]").click()
        self.page.locator("#text").click()
        self.page.locator("#text").evaluate(BEFORE_NAME, self.card)
        self.page.keyboard.press("[")
        self.wait()
        self.page.keyboard.press("Backspace")
        self.page.locator("[data-view=form]").click()

    def wait(self) -> None:
        self.page.wait_for_timeout(self.chance.choice((50, 200, 600)))

    def expected(self, file: str) -> str:
        """Return what a file should say in the end."""
        return apply_edits(
            self.before[file],
            [
                Set(("cards", index, *path), self.said[name][key])
                for index, name in enumerate(CARDS[file])
                for key, path in PATHS.items()
            ],
        )

    def _field(self, key: str) -> Locator:
        """Return a field of the chosen card, once its form is there."""
        own = self.page.locator("#form [data-key$='.id']")
        expect(own).to_have_value(self.card)
        return self.page.locator(f"#form [data-key$='.{key}']")

    def _type(self, key: str) -> str:
        word = "".join(self.chance.choices(LETTERS, k=self.chance.randint(1, 6)))
        for letter in word:
            self.page.keyboard.press(letter)
            self.page.wait_for_timeout(self.chance.choice((40, 40, 60, 90, 150, 300)))
        self._say(key, f"{self._said(key)}{word}")
        return word

    def _said(self, key: str) -> str | int:
        return self.said[self.card][key]

    def _say(self, key: str, value: str | int) -> None:
        self.said[self.card][key] = value


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    return SmallGame(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def reached(small: SmallGame) -> Iterator[Served]:
    with served(small, preview=small.preview()) as made:
        yield made


def test_nothing_is_lost_and_nothing_gets_into_the_wrong_file(
    browser: Browser, small: SmallGame, reached: Served, record_property: Callable[[str, object], None]
) -> None:
    seed = SEED or 24
    record_property("seed", seed)
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SLOW % seed)
    page = context.new_page()
    page.goto(reached.place("/edit?card=cards/ant"))
    page.wait_for_selector("html[data-ready]")
    page.locator("[data-view=form]").click()
    hands = Hands(page, small, seed)
    done: list[str] = []
    try:
        done.extend(hands.act() for _ in range(ACTIONS))
    except Exception as error:
        error.add_note(f"seed {seed}, action {len(done)}: {done[-20:]}\n{page.locator('#text').input_value()}")
        raise
    for file, names in CARDS.items():
        page.locator(f"#cards [data-card='cards/{names[0]}']").click()
        expect(page.locator("#file code")).to_have_text(f"cards/{NAME}/{file}.yaml")
        page.keyboard.press("Control+s")
        expect(page.locator("#state")).to_have_text("saved")
        assert small.read(f"{file}.yaml") == hands.expected(file), f"seed {seed}: {done[-40:]}"
    context.close()


@pytest.mark.parametrize("more", range(3 if FUZZING else 1))
def test_two_tabs_and_another_program_lose_nothing(
    browser: Browser, small: SmallGame, reached: Served, record_property: Callable[[str, object], None], more: int
) -> None:
    """Each tab has its own cards in both files; another program changes comments and inserts cards above them."""
    seed = (SEED or 42) + more
    record_property("seed", seed)
    for file, names in CARDS.items():
        small.write(f"{file}.yaml", f"# file {file}\ncards:\n{''.join(map(card, names))}")
    chance = random.Random(seed)
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SLOW % seed)
    tabs = []
    for names in (("ant", "cat", "emu"), ("bee", "dog", "fox")):
        page = context.new_page()
        page.goto(reached.place(f"/edit?card=cards/{names[0]}"))
        page.wait_for_selector("html[data-ready]")
        page.locator("[data-view=form]").click()
        hands = Hands(page, small, chance.randrange(1000))
        hands.names, hands.card = list(names), names[0]
        tabs.append(hands)
    new: dict[str, list[str]] = {file: [] for file in CARDS}
    notes: dict[str, str] = dict.fromkeys((name for names in CARDS.values() for name in names), "")
    done: list[str] = []

    def change_elsewhere() -> str:
        file = chance.choice(list(CARDS))
        text = small.read(f"{file}.yaml")
        if chance.random() < 0.3:
            name = f"new{len(new[file])}-{file}"
            new[file].append(name)
            small.write(f"{file}.yaml", text.replace("cards:\n", f"cards:\n{card(name)}", 1))
            return name
        name = chance.choice(CARDS[file])
        about = f"about {name}{notes[name]}\n"
        assert about in text, f"the note of {name} is lost"
        notes[name] += chance.choice(LETTERS)
        small.write(f"{file}.yaml", text.replace(about, f"about {name}{notes[name]}\n"))
        return f"about {name}"

    try:
        for _ in range(ACTIONS if FUZZING else ACTIONS // 2):
            who = chance.choice((0, 0, 0, 1, 1, 1, 2))
            done.append(f"{who}: {tabs[who].act() if who < 2 else change_elsewhere()}")
        for hands in tabs * 2:  # the first has to take what the second has saved
            for file in CARDS:
                hands.card = next(name for name in CARDS[file] if name in hands.names)
                hands.page.locator(f"#cards [data-card='cards/{hands.card}']").click()
                hands._field("id")
                hands.page.keyboard.press("Control+s")
                expect(hands.page.locator("#state")).to_have_text("saved")
                expect(hands.page.locator("#notice")).to_be_hidden()
    except (Exception, AssertionError) as error:
        texts = "\n".join(hands.page.locator("#text").input_value() for hands in tabs)
        error.add_note(f"seed {seed}, action {len(done)}: {done[-20:]}\n{texts}")
        raise
    for file, names in CARDS.items():
        text = small.read(f"{file}.yaml")
        [data] = parse_source(text.encode(), file).documents
        made = {entry["id"]: entry for entry in data["cards"]}
        assert list(made) == [*reversed(new[file]), *names], f"seed {seed}"
        for hands in tabs:
            for name in set(hands.names) & set(names):
                said = {key: value_at(made[name], path) for key, path in PATHS.items()}
                assert said == hands.said[name], f"seed {seed}: {done}"
        assert all(f"# about {name}{notes[name]}\n" in text for name in names), f"seed {seed}: {done}"
    context.close()


def value_at(data: Any, path: Sequence[str]) -> Any:
    for step in path:
        data = data[step]
    return data


def test_hands_know_what_a_file_should_say(tmp_path: Path) -> None:
    game = SmallGame(tmp_path)
    hands = Hands.__new__(Hands)
    hands.before = {file: game.read(f"{file}.yaml") for file in CARDS}
    hands.said = {
        name: {"name": name.title(), "text": f"Says {name}", "suit": "sun", "cost": 3}
        for names in CARDS.values()
        for name in names
    }
    assert {file: hands.expected(file) for file in CARDS} == hands.before
