"""Games that begin in the middle: from a position file, from a position set up by hand, with a card to try.

A plan is a game record without its turns, in which hands may be left to chance: an empty text is a card to be dealt.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.contract import Arranging, Plan, choice
from cloudy_pnp.games.kit.plans import count_choice, first_choice, hand_choices, put_first, replace_item
from luftschloesser.checks.tables import table_of
from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import HAND, PLAYERS, Realm
from luftschloesser.model.state import GameState
from luftschloesser.players.policies import greedy
from luftschloesser.present.words import WORDS
from luftschloesser.rules.ending import find_ending
from luftschloesser.rules.turns import apply, start
from luftschloesser.scenarios.fields import fields_of, position_findings, sky_of
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.scenarios.record import RECORDS

_TURNS = 8  # of both players, before a card is tried
_PIECES = ("cloud", "being", "castle")


def _blank(realm: Realm, players: int) -> Plan:
    return _plan(list(realm.colours)[:players], realm)


def _plan(players: Sequence[str], realm: Realm, **more: Any) -> dict[str, Any]:
    options = {"storm": realm.options.storm, "distribution": realm.options.distribution}
    hands = [[""] * HAND for _ in players]
    return {"players": list(players), "options": options, "fields": [], "hands": hands, **more}


def _scenario(realm: Realm, document: Mapping[str, Any]) -> Plan:
    """Return the position before its moves, with the hands that it names."""
    result = evaluate_position(realm, document)
    if result.table is None or result.begin is None:
        raise UserError(next((finding.message for finding in result.findings), "this is not a position"))
    players = list(result.table.players)
    named = document.get("hands", {})
    hands = [[*named.get(colour, ()), *[""] * HAND][:HAND] for colour in players]
    fields = fields_of(result.table, result.begin)
    plan = _plan(players, realm, fields=fields, hands=hands)
    return {**plan, "options": {**plan["options"], **document.get("options", {})}}


def _of_state(state: GameState) -> Plan:
    if state.weather_done or state.ending is not None:
        raise UserError("go to the beginning of a turn first")
    order = state.clockwise()
    hands = [list(state.hands[seat]) for seat in order]
    players = [state.table.players[seat] for seat in order]
    return _plan(players, state.table.realm, fields=fields_of(state.table, state.sky), hands=hands)


# --- beginning ---------------------------------------------------------------------------------------------


def _begin(realm: Realm, plan: Plan, seed: int) -> GameState:
    """SET-1, SET-2: deal the open parts of the plan by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    named = Counter(card for hand in plan["hands"] for card in hand if card)
    left = list((Counter(realm.deck(plan["options"]["distribution"])) - named).elements())
    rng.shuffle(left)
    ordinary = [card for card in left if realm.cards[card].does != "new-hands"]
    deck = []
    for hand in plan["hands"]:
        for card in hand:
            deck.append(card or ordinary.pop())
            if not card:
                left.remove(deck[-1])
    setup = {"setup": {"fields": plan["fields"]}} if plan["fields"] else {}
    record = {
        "players": plan["players"],
        "options": plan["options"],
        "deck": [*deck, *left],
        "seed": seed,
        **setup,
    }
    return RECORDS.begin(realm, record)


# --- changing ----------------------------------------------------------------------------------------------


def _change(realm: Realm, plan: Plan, act: Mapping[str, Any], lang: str) -> Plan:
    """Apply a click. Raise UserError with the rule that even a set-up position must obey."""
    new = dict(plan)
    match act:
        case {"lay": str(piece), "at": str(at)}:
            kind, _, colour = piece.partition(":")
            new["fields"] = _lay(plan["fields"], int(at), kind, colour)
        case {"take": str(at)}:
            new["fields"] = _take(plan["fields"], int(at))
        case {"clear": True}:
            new["fields"] = []
        case {"many": True, "value": value} if int(value) in PLAYERS and int(value) <= len(realm.colours):
            _seat(realm, new, int(value))
        case {"first": True, "value": str(colour)} if colour in new["players"]:
            new = put_first(new, colour, ("players", "hands"))
        case {"hand": int(seat), "place": int(place), "value": str(card)} if not card or card in realm.cards:
            hands = new["hands"]
            new["hands"] = replace_item(hands, seat, replace_item(hands[seat], place, card))
        case {"storm": True, "value": str(storm)} if storm in ("four", "eight"):
            new["options"] = {**new["options"], "storm": storm}
        case _:
            raise ValueError("this would change something that does not exist")
    table = table_of(realm, new)
    for finding in position_findings(table, new):
        raise UserError(f"{finding.code}: {WORDS.reason(finding.code, lang)}")
    if ending := find_ending(table, sky_of(table, new)):
        raise UserError(f"END-1: {WORDS.say('won', lang, player=table.players[ending.winner])}")
    return new


def _lay(fields: Sequence[Mapping[str, Any]], at: int, kind: str, colour: str) -> list[dict[str, Any]]:
    if kind not in _PIECES:
        raise ValueError(f"{kind} is not a piece")
    empty: dict[str, Any] = {"at": at, "clouds": 0, "castles": [], "beings": {}}
    here = {**empty, **next((field for field in fields if field["at"] == at), {})}
    if kind == "cloud":
        here["clouds"] += 1
    elif kind == "castle":
        here["castles"] = [*here["castles"], colour]
    else:
        here["beings"] = {**here["beings"], colour: here["beings"].get(colour, 0) + 1}
    return _replace_field(fields, here)


def _take(fields: Sequence[Mapping[str, Any]], at: int) -> list[dict[str, Any]]:
    """Remove the last being, then the last castle, then the last cloud."""
    here = dict(next((field for field in fields if field["at"] == at), {"at": at}))
    beings = {colour: count for colour, count in here.get("beings", {}).items() if count}
    if beings:
        last = list(beings)[-1]
        here["beings"] = {colour: count - (colour == last) for colour, count in beings.items()}
    elif here.get("castles"):
        here["castles"] = here["castles"][:-1]
    elif here.get("clouds"):
        here["clouds"] -= 1
    return _replace_field(fields, here)


def _replace_field(fields: Sequence[Mapping[str, Any]], here: Mapping[str, Any]) -> list[dict[str, Any]]:
    beings = {colour: count for colour, count in here.get("beings", {}).items() if count}
    others = [dict(field) for field in fields if field["at"] != here["at"]]
    used = here.get("clouds") or beings or here.get("castles")
    new = [*others, {**here, "beings": beings}] if used else others
    return sorted(new, key=lambda field: field["at"])


def _seat(realm: Realm, new: dict[str, Any], many: int) -> None:
    """Change the number of players; remove the pieces of those who leave."""
    colours = list(dict.fromkeys([*new["players"], *realm.colours]))
    new["players"] = colours[:many]
    new["hands"] = [*new["hands"], *([""] * HAND for _ in range(many))][:many]
    fields: list[dict[str, Any]] = []
    for field in new["fields"]:
        beings = {colour: count for colour, count in field.get("beings", {}).items() if colour in new["players"]}
        castles = [colour for colour in field.get("castles", ()) if colour in new["players"]]
        fields = _replace_field(fields, {**field, "beings": beings, "castles": castles})
    new["fields"] = fields


# --- choices -----------------------------------------------------------------------------------------------


def _choices(realm: Realm, plan: Plan, lang: str) -> Mapping[str, Any]:
    pieces = [("cloud", "", "")] + [
        (f"{kind}:{colour}", kind, colour) for kind in ("being", "castle") for colour in plan["players"]
    ]
    tools = [
        {
            "id": id,
            "title": WORDS.say(kind or "cloud", lang, player=f"{{{colour}}}"),
            "face": f"{kind}-{colour}" if kind else id,
        }
        for id, kind, colour in pieces
    ]
    return {"tools": tools, "turns": False, "slots": {}, "fields": list(_fields(realm, plan, lang)), "notes": []}


def _fields(realm: Realm, plan: Plan, lang: str) -> Iterator[dict[str, Any]]:
    counts = [many for many in PLAYERS if many <= len(realm.colours)]
    yield count_choice(WORDS, lang, counts, len(plan["players"]))
    yield first_choice(WORDS, lang, [(colour, f"{{{colour}}}") for colour in plan["players"]])
    cards = [(card, _card_name(realm, card, lang)) for card in _held(realm)]
    yield from hand_choices(WORDS, lang, plan["players"], plan["hands"], cards)
    storms = [(storm, WORDS.say(storm, lang)) for storm in ("four", "eight")]
    yield choice(WORDS.say("storms", lang), {"storm": True}, plan["options"]["storm"], storms)


def _held(realm: Realm) -> list[str]:
    """SET-2: return every card that can be in a hand."""
    return [id for id, card in realm.cards.items() if card.does != "new-hands"]


def _card_name(realm: Realm, card: str, lang: str) -> str:
    """Name a card by its weather and its field; a joker has a star, because its player chooses the field."""
    entry = realm.cards[card]
    chosen = " ★" if entry.does in ("sun", "rain") else ""
    return f"{WORDS.say(entry.does, lang)}{chosen if entry.at is None else f' {entry.at}'}"


# --- trying a card -----------------------------------------------------------------------------------------


def _trial(realm: Realm, kind: str, card: str, seed: int) -> Plan:
    """Return a two-player position in mid-game: a card of this kind is in the hand of the player to move."""
    named = next((id for id, entry in realm.cards.items() if entry.kind == card and entry.does != "new-hands"), None)
    if kind != "weather" or named is None:
        raise UserError(f"{card} is never in a hand")
    state, chance = start(realm, list(realm.colours)[:2], seed=seed), Chance(seed)
    while state.turns < _TURNS:
        move, chance = greedy(state, chance)
        after = apply(state, move)
        if after.ending is not None:
            break
        state = after
    plan = _of_state(state)
    first, *others = plan["hands"]
    return {**plan, "hands": [[named, *first[1:]], *([""] * HAND for _ in others)]}


ARRANGING: Arranging[Realm, GameState] = Arranging(
    blank=_blank,
    scenario=_scenario,
    scenarios=("board",),
    of=_of_state,
    change=_change,
    choices=_choices,
    begin=_begin,
    trial=_trial,
    tries=("weather",),
)
