"""Checks of the card data alone: faces, layouts, spells, references, counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, nearest, quoted
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding, duplicate_ids, unknown_reference
from cloudy_pnp.games.cloudy_kingdom.checks.components import totals
from cloudy_pnp.games.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.games.cloudy_kingdom.model.face import Face, face_findings, face_key, play_key
from cloudy_pnp.games.cloudy_kingdom.model.motifs import motif_files
from cloudy_pnp.games.cloudy_kingdom.model.steps import MANUAL, parse_steps
from cloudy_pnp.games.cloudy_kingdom.rules.layout import layout_findings, slots_as_many_as_fields
from cloudy_pnp.games.cloudy_kingdom.wording.readings import normal_form

PLAYER_COUNTS = (2, 3, 4)


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kinds in (("vines", "spells"), ("families",), ("layouts",), ("editions",), ("glossary",)):
        yield from duplicate_ids(entries, kinds)
    yield from _faces(entries)
    yield from _layouts(entries)
    yield from _spells(entries)
    yield from _editions(entries)


def _faces(entries: Entries) -> Iterator[SourceFinding]:
    """Check FACE-1 to FACE-6 and FACE-8 of each card; then FACE-9 and FACE-10 among the valid vine cards."""
    sound = []
    for entry in entries.valid_parts("vines"):
        half = any(nearest(key, ("bridges",)) for key in entry.broken)  # a misspelt key too
        drawn = "vines" in entry.data and not half  # half a face would only mislead
        findings = face_findings(entry.data) if drawn else []
        yield from _at(entry, (), findings)
        whole = drawn and "breaks" not in entry.broken  # a break that cannot be read makes no twin
        if whole and not findings and entry.data.keys() >= {"id", "count", "vines"}:
            sound.append((entry, Face.from_data(entry.data)))
    for entry in entries.valid_parts("spells"):
        if "face" in entry.data:
            yield from _at(entry, ("face",), face_findings(entry.data["face"], short_side=False))
    same_look = _repeats(sound, face_key)
    for entry, other in same_look:
        if entry.id == other.id:
            continue  # the id itself is reported
        message = f"{quoted(entry.id)} has the same face as {quoted(other.id)} (turned or not)"
        hint = f"merge them: raise the count of {other.id} and delete {entry.id}"
        yield entry.source, Finding("FACE-9", entry.path, message, hint, Severity.WARNING)
    twins = {id(entry) for entry, _ in same_look}
    for entry, other in _repeats([pair for pair in sound if id(pair[0]) not in twins], play_key):
        message = f"{quoted(entry.id)} plays the same as {quoted(other.id)}"
        hint = "nothing to do if the different picture is intended"
        yield entry.source, Finding("FACE-10", entry.path, message, hint, Severity.INFO)


def _repeats(cards: list[tuple[Entry, Face]], key: Callable[[Face], Hashable]) -> list[tuple[Entry, Entry]]:
    """List each card whose key an earlier card has too, with that earlier card."""
    first: dict[Hashable, Entry] = {}
    return [
        (entry, first[face_key]) for entry, face in cards if first.setdefault(face_key := key(face), entry) is not entry
    ]


def _layouts(entries: Entries) -> Iterator[SourceFinding]:
    """Check LAY-1 to LAY-5, and references to families."""
    families = entries.named("families")
    used: dict[int, Entry] = {}
    for entry in entries.of("layouts"):
        findings = []
        for side, castles in entry.data["castles"].items():
            findings += [
                unknown_reference(("castles", side, index), family, "family", families)
                for index, family in enumerate(castles)
                if family not in families
            ]
        findings = findings or layout_findings(entry.data)  # unknown families would break LAY-1 to LAY-3 too
        if not any(finding.code == "LAY-4" for finding in findings):
            findings += slots_as_many_as_fields(entry.data["castles"], entry.data["rows"], entry.data["cols"])
        present = {family for castles in entry.data["castles"].values() for family in castles}
        for index, players in enumerate(entry.data["players"]):
            if players > len(present):
                message = f"{players} players, but only {len(present)} families have castles"
                findings.append(Finding("LAY-5", ("players", index), message, "every player needs a family"))
            if players in used:
                message = f"{players} players already use layout {quoted(used[players].id)}"
                findings.append(Finding("LAY-5", ("players", index), message, "one layout per number of players"))
            used.setdefault(players, entry)
        yield from _at(entry, (), findings)
    missing = [str(players) for players in PLAYER_COUNTS if players not in used]
    if used and missing and entries.whole:
        last = entries.of("layouts")[-1]
        message = f"no layout is for {' or '.join(missing)} players"
        yield last.source, Finding("LAY-5", (*last.path, "players"), message, "add the number to a layout")
    for game in entries.of("game") if used and entries.whole else ():
        box = game.data.get("players", PLAYER_COUNTS)
        beyond = [str(players) for players in range(box[0], box[-1] + 1) if players not in {*used, *PLAYER_COUNTS}]
        if beyond:
            message = f"no layout is for {' or '.join(beyond)} players"
            yield from _at(game, (), [Finding("LAY-5", ("players",), message, "add a layout, or lower the number")])


def _spells(entries: Entries) -> Iterator[SourceFinding]:
    """SPL-10: check the steps of every spell, and of every edition's own version of one."""
    spells = entries.named("spells")
    motifs = motif_files(art.id for art in entries.of("art"))
    playable: list[Entry] = []
    for entry in entries.valid_parts("spells"):
        yield from _at(entry, ("picture",), _picture(entry, motifs))
        if entry.data.get("effect") == MANUAL:
            yield from _at(entry, (), _manual(entry))
        elif "effect" in entry.data:
            has_face = "face" in {*entry.data, *entry.broken}
            findings = effect_findings(entry.data["effect"], has_face)
            yield from _at(entry, ("effect",), findings)
            if all(finding.severity is not Severity.ERROR for finding in findings):
                playable += [entry] if "id" in entry.data else []
                yield from _at(entry, ("text",), _numbers(entry.data) if "text" in entry.data else ())
    yield from _same_effects(playable)
    for entry in entries.of("editions"):
        for spell, effect in entry.data.get("effects", {}).items():
            if spell in spells:
                findings = effect_findings(effect, "face" in {*spells[spell].data, *spells[spell].broken})
                yield from _at(entry, ("effects", spell), findings)
            else:
                unknown = unknown_reference(("effects", spell), spell, "spell", spells)
                yield from _at(entry, (), [unknown])


def _picture(entry: Entry, motifs: Collection[str]) -> Iterator[Finding]:
    """REF-UNKNOWN: report motifs that do not exist, or PICTURE-UNUSED if the card shows a face instead."""
    named = entry.data.get("picture", ())
    for index, name in enumerate(named):
        if name not in motifs:
            finding = unknown_reference((index,), name, "motif", motifs)
            hint = f"{finding.hint} `cloudy-pnp list motifs` shows all".strip()
            yield replace(finding, hint=hint)
    if named and "face" in {*entry.data, *entry.broken}:
        message = "a spell that is placed on the board shows its face, not a picture"
        yield Finding("PICTURE-UNUSED", (), message, "delete the picture", Severity.WARNING)


def _same_effects(spells: list[Entry]) -> Iterator[SourceFinding]:
    """DATA-SAME: warn about a spell that does the same as an earlier one: its steps have the same normal form."""
    first: dict[str, Entry] = {}
    for entry in spells:
        steps, looks = normal_form(parse_steps(entry.data["effect"])), entry.data.get("face")
        other = first.setdefault(repr((steps, looks)), entry)
        if other.id != entry.id:
            message = f"{quoted(entry.id)} does the same as {quoted(other.id)}"
            hint = "change its steps, or delete one of the two"
            yield entry.source, Finding("DATA-SAME", (*entry.path, "effect"), message, hint, Severity.WARNING)


def _manual(entry: Entry) -> Iterator[Finding]:
    """SPL-10: require a text of a spell without steps, and no card that the rules would have to place."""
    if "text" not in {*entry.data, *entry.broken}:
        hint = "add text: {en: …}, in every language: players read there what the spell does"
        yield Finding("SPL-10", ("effect",), "a manual spell needs its own text", hint)
    if "face" in {*entry.data, *entry.broken}:
        hint = "delete the face, or write steps with place-self"
        yield Finding("SPL-10", ("face",), "a manual spell is never placed on the board", hint, Severity.WARNING)


def _numbers(spell: Mapping[str, Any]) -> Iterator[Finding]:
    """Check I18N-NUMBERS for a spell with its author's text; the others need no composed words."""
    from cloudy_pnp.games.cloudy_kingdom.checks.numbers import number_findings
    from cloudy_pnp.games.cloudy_kingdom.model.steps import parse_steps

    return number_findings(spell["text"], parse_steps(spell["effect"]))


def _editions(entries: Entries) -> Iterator[SourceFinding]:
    """Check references and counts of the editions, and the game's default edition."""
    spells, terms, editions = entries.named("spells"), entries.named("glossary"), entries.named("editions")
    for game in entries.of("game"):
        edition = game.data.get("edition")
        if edition is not None and edition not in editions and entries.whole:
            yield from _at(game, (), [unknown_reference(("edition",), edition, "edition", editions)])
    for entry in entries.of("editions"):
        named: list[tuple[DataPath, str]] = [
            (("first-game", index), spell) for index, spell in enumerate(entry.data["first-game"])
        ]
        for row, pair in enumerate(entry.data.get("pairs", [])):
            named += [(("pairs", row, index), spell) for index, spell in enumerate(pair)]
        findings = [unknown_reference(path, spell, "spell", spells) for path, spell in named if spell not in spells]
        findings += _paired_twice(entry)
        for index, component in enumerate(entry.data["components"]):
            path = ("components", index)
            if component["term"] not in terms:
                findings.append(unknown_reference((*path, "term"), component["term"], "glossary term", terms))
            if "of" not in component and "count" not in component:
                hint = "add count: 1, or of: vines where the tool is to count"
                message = f"no count says how many {quoted(component['term'])} there are"
                findings.append(Finding("SCHEMA-REQUIRED", path, message, hint))
        findings += _counted(entry.data["components"])
        yield from _at(entry, (), findings)
    if entries.whole:
        yield from _counts(entries)


def _counted(components: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """REF-COUNT: report cards that a box counts twice, and a box without spells."""
    first: dict[str, str] = {}
    for index, part in enumerate(components):
        if "of" in part and first.setdefault(part["of"], part["term"]) != part["term"]:
            message = f"{quoted(part['of'])} are counted twice: as {quoted(first[part['of']])} already"
            yield Finding("REF-COUNT", ("components", index, "of"), message, "count something else, or delete one")
    if not any("spell" in of for of in first):
        hint = "add - {term: spell-card, of: spell-pairs}"
        yield Finding("REF-COUNT", ("components",), "no component counts the spells", hint, Severity.WARNING, True)


def _counts(entries: Entries) -> Iterator[SourceFinding]:
    """REF-COUNT: report a list of components with a number that the card data contradict.

    The books print the actual number, so this is a warning: one for each kind of card, because one changed card causes
    them.
    """
    wrong: dict[str, list[tuple[Entry, int]]] = {}
    for entry in entries.of("editions"):
        counts = totals(entries.data(), entry.data)
        listed = sum(counts[part["of"]] for part in entry.data["components"] if "of" in part)
        for index, part in enumerate(entry.data["components"]):
            if "of" not in part and part.get("count", 0) > listed > 0:
                message = f"{part['count']} of {quoted(part['term'])} are more than all other cards together ({listed})"
                path = (*entry.path, "components", index, "count")
                yield entry.source, Finding("REF-COUNT", path, message, "lower the count", Severity.WARNING)
            if "of" in part and part.get("count", counts[part["of"]]) != counts[part["of"]]:
                wrong.setdefault(part["of"], []).append((entry, index))
    for of, places in wrong.items():
        entry, index = places[0]
        part, count = entry.data["components"][index], totals(entries.data(), entry.data)[of]
        others = ", ".join(quoted(other.id) for other, _ in places[1:])
        more = f" (edition {others} too)" if others else ""
        message = f"edition {quoted(entry.id)} lists {part['count']} of {quoted(part['term'])}, there are {count}{more}"
        hint = f"delete the count: {of} are counted, and books print {count} anyway"
        path = (*entry.path, "components", index, "count")
        yield entry.source, Finding("REF-COUNT", path, message, hint, Severity.WARNING)


def _paired_twice(entry: Entry) -> Iterator[Finding]:
    """SPL-12: report a spell on two cards."""
    seen: set[str] = set()
    for row, pair in enumerate(entry.data.get("pairs", [])):
        for index, spell in enumerate(pair):
            if spell in seen:
                message = f"the spell {quoted(spell)} is on two cards"
                yield Finding("REF-DUPLICATE", ("pairs", row, index), message, "pair every spell once")
            seen.add(spell)


def _at(entry: Entry, path: DataPath, findings: Any) -> Iterator[SourceFinding]:
    for finding in findings:
        yield entry.source, finding.under(*entry.path, *path)
