"""The table of every game that can be played: begin, move, go back, ask why not, save, load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli.command import REPOSITORY

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.game.registry import find_game, game_ids
from cloudy_pnp.studio.play_table import HUMAN, Tables
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.home import home_of
from studio.game import GAME, GameFolder

PLAYED = [game for game in game_ids(REPOSITORY) if find_game(game, REPOSITORY).play]
MOST = 600  # moves of a game: far more than any here has


def tables(game: str = GAME, root: Path | None = None) -> Tables:
    return Tables(Project(home_of(game, root)))


def picks(view: dict[str, Any]) -> int:
    """Any move, another one each time."""
    return int(view["at"] * 7 + 3) % len(view["moves"])


@pytest.mark.parametrize("game", PLAYED)
def test_any_game_can_be_played_and_gone_back(game: str) -> None:
    table = tables(game)
    offered = table.options()
    view = table.begin([HUMAN] + ["random"] * (offered["seats"][0] - 1), 5)
    for _ in range(12):
        if view["outcome"]:
            break
        view = table.move(view["id"], view["at"], picks(view)) if view["human"] else table.step(view["id"], view["at"])
    assert view["at"] == view["length"] == len(view["log"]) == 12
    early = table.view(view["id"], 3)
    assert (early["at"], early["length"]) == (3, 12)
    assert table.view(view["id"], 12) == view, "the time line goes both ways"
    again = table.begin(view["seats"], 5, view["numbers"])
    assert {**again, "id": ""} == {**view, "id": ""}, "the moves alone are enough to go on elsewhere"
    assert table.record(view["id"])


def test_a_move_from_an_earlier_position_gives_up_the_rest() -> None:
    table = tables("fantasy-realms")
    view = table.begin([HUMAN] * 3, 2)
    for _ in range(6):
        view = table.move(view["id"], view["at"], 0)
    other = table.move(view["id"], 2, 1)
    assert (other["at"], other["length"]) == (3, 3)


def test_nobody_sees_the_cards_of_others() -> None:
    view = tables("fantasy-realms").begin([HUMAN, HUMAN, "random"], 1)
    seen = [any(hand) for hand in view["position"]["hands"]]
    assert seen == [player == view["mover"] for player in view["players"]]


@pytest.mark.parametrize("game", PLAYED)
def test_cards_are_covered_until_the_person_whose_turn_it_is_has_the_screen(game: str) -> None:
    table = tables(game)
    people = [HUMAN] * table.options()["seats"][0]
    view = table.begin(people, 1, curtain=True)
    open_one = table.begin(people, 1)
    assert (view["veiled"], view["human"], view["moves"]) == (True, False, [])
    held = [card for hand in view["position"]["hands"] for card in (hand if isinstance(hand, list) else [hand])]
    assert {type(card) for card in held} <= {type(None), int}, "how many there are, and nothing else"
    other = next(player for player in view["players"] if player != view["mover"])
    assert table.look(view["id"], 0, other)["veiled"], "somebody else looks"
    seen = table.look(view["id"], 0, view["mover"])
    assert {**seen, "id": ""} == {**open_one, "id": ""}
    while view["mover"] == open_one["mover"]:  # a turn may be several moves
        view = table.move(view["id"], view["at"], 0)
    assert view["veiled"]
    assert not table.begin([HUMAN, *["random"] * (len(people) - 1)], 1, curtain=True)["veiled"], "one alone"


def test_why_a_place_is_not_legal() -> None:
    table = tables()
    view = table.begin([HUMAN, HUMAN], 1)
    why = table.why(view["id"], 0, {"at": "1,1", "facing": "n"})
    assert why["rule"] == "GRO-2"
    assert "touch a castle" in why["why"]
    legal = [move["entry"] for move in view["moves"]]
    assert all(table.why(view["id"], 0, entry)["rule"] == "" for entry in legal), "what is offered is legal"
    assert len({str(entry) for entry in legal}) == len(legal), "different moves, different data"
    assert table.why(view["id"], 0, {"at": "x"})["rule"] == "TURN-2"
    assert table.why(view["id"], 0, {"discard": True})["rule"] == "TURN-5"


def test_a_whole_game_is_saved_and_opened_again(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    table = tables(root=game.root)
    view = table.begin(["random", "random"], 4)
    for _ in range(MOST):
        if view["outcome"]:
            break
        view = table.step(view["id"], view["at"])
    assert view["outcome"]
    saved = table.save(view["id"], "an-evening")
    assert saved["file"] == f"cards/{GAME}/games/an-evening.game.yaml"
    with pytest.raises(UserError, match="changed by another program"):
        table.save(view["id"], "an-evening")
    with pytest.raises(UserError, match="a name is made of"):
        table.save(view["id"], "../x")
    opened = table.load(saved["file"])
    assert (opened["at"], opened["length"]) == (0, view["length"])
    end = table.view(opened["id"], opened["length"])
    assert end["outcome"] == view["outcome"]
    assert end["board"]["picture"] == view["board"]["picture"]
    assert end["log"] == view["log"]
    assert b"<svg" in (table.picture(end["board"]["picture"].removeprefix("picture/").removesuffix(".svg")) or b"")


def test_wrong_calls_are_told() -> None:
    table = tables()
    with pytest.raises(UserError, match="this cannot be played with 9"):
        table.begin([HUMAN] * 9, 1)
    with pytest.raises(UserError, match='there is no player "chess"'):
        table.begin([HUMAN, "chess"], 1)
    view = table.begin([HUMAN, HUMAN], 1)
    for at, number in ((0, 999), (5, 0), (-1, 0)):
        with pytest.raises(UserError):
            table.move(view["id"], at, number)
    with pytest.raises(UserError, match="no longer on the table"):
        table.view("nothing", 0)
    with pytest.raises(UserError, match="cannot be played"):
        tables("harbour-lights").options()


# --- positions that are put up ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_begins_from_its_scenarios(game: str) -> None:
    table = tables(game)
    scenes = table.options("de")["scenarios"]
    assert len(scenes) > 10
    begun = 0
    for scene in scenes[::4]:
        try:
            put_up = table.scene(scene["file"], scene["document"], "de")
        except UserError as error:
            assert "END-1" in str(error), "somebody has won there already"
            continue
        view = table.begin([HUMAN] * len(put_up["players"]), 5, plan=put_up["plan"])
        assert view["moves"]
        again = table.begin(view["seats"], 5, view["numbers"], view["plan"])
        assert {**again, "id": ""} == {**view, "id": ""}
        assert table.record(view["id"])["deck"]
        begun += 1
    assert begun > 2


@pytest.mark.parametrize("game", PLAYED)
def test_a_plan_that_is_none_is_told(game: str) -> None:
    table = tables(game)
    plans: list[Any] = [3, [], {}, {"players": 7}, {"hands": "x", "players": ["raven"], "cards": [{"card": []}]}]
    for plan in plans:
        with pytest.raises(UserError):
            table.begin([HUMAN] * 3, 1, plan=plan)
    scene = table.options()["scenarios"][0]
    for name, number in ((scene["file"], 999), ("pack.yaml", 0)):
        with pytest.raises(UserError):
            table.scene(name, number)


@pytest.mark.parametrize(
    ("game", "kind"), [(GAME, "spells"), ("luftschloesser", "weather"), ("fantasy-realms", "cards")]
)
def test_a_card_can_be_tried(game: str, kind: str) -> None:
    table = tables(game)
    project = Project(home_of(game))
    name = f"cards/{game}/{kind}.yaml"
    text = project.read(name).text
    for card in {"spells": ["twist", "replant"], "weather": ["rainbow"], "cards": ["king"]}[kind]:
        view = table.try_card(name, text, f"{kind}/{card}", {})
        assert view["human"]
        entries = str([move["entry"] for move in view["moves"]])
        held = str(view["position"]["hands"])
        assert f"'{card}'" in (entries if kind == "spells" else held)
    with pytest.raises(UserError, match="cannot be tried"):
        table.try_card(name, text, "nothing/x", {})
    with pytest.raises(UserError, match="has errors"):
        table.try_card(name, text, f"{kind}/no-such-card", {})


@pytest.mark.parametrize("game", PLAYED)
def test_words_in_every_language(game: str) -> None:
    table = tables(game)
    view = table.begin([HUMAN] * 3, 2, lang="de")
    log = []
    for lang in ("en", "de", "fr", "hu"):
        seen = table.view(view["id"], 0, lang)
        log.append(tuple(move["words"] for move in seen["moves"]))
    assert len(set(log)) == 4


def test_the_player_who_looks_ahead_plays_the_same_game_again() -> None:
    table = tables()
    offered = table.options()
    assert offered["computers"] == ["random", "greedy", "ahead"]
    view = table.begin(["ahead", "greedy"], 3)
    view = table.step(view["id"], 0)
    assert (view["at"], view["length"]) == (1, 1)
    same = table.begin(["ahead", "greedy"], 3)
    assert table.step(same["id"], 0)["numbers"] == view["numbers"], "the same deal, the same thoughts"
