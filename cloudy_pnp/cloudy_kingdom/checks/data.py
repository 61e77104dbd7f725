"""Checks of the card data alone: faces, layouts, spells, references, counts.

Compare the numbers in an author's text with the steps of a spell (I18N-NUMBERS).

Numbers are read out of running text: digits, the number words of the language, "both", "twice", parts of a turn.
The number one does not count: "a card", "it" and "another" mean it as well. A text may omit or add numbers that follow
from the steps ("them" for "both", the sum of all draws); so its numbers are compared with those of the composed text.

The contents of an edition's box, by the card data; and how packs change them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import asdict, replace

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.cards import motif_files, unpaired
from cloudy_pnp.cloudy_kingdom.model.face import Face, face_findings, face_key, play_key
from cloudy_pnp.cloudy_kingdom.model.steps import MANUAL, ROW_OF, Draw, Play, Step, every_step, parse_steps
from cloudy_pnp.cloudy_kingdom.rules.board import layout_findings, slots_as_many_as_fields
from cloudy_pnp.cloudy_kingdom.wording.compose import spell_text
from cloudy_pnp.cloudy_kingdom.wording.readings import normal_form
from cloudy_pnp.core.problems import DataPath, Finding, Severity, nearest, quoted
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding, duplicate_ids, unknown_reference
from cloudy_pnp.game.contract import Data
from cloudy_pnp.i18n.habits import DIGITS, number_patterns

Number: TypeAlias = tuple[Literal["number", "quarters"], int]

_ROTATION = {1: "a quarter turn", 2: "half a turn", 3: "a quarter turn anticlockwise"}

# Parts of a turn, the longest first: they contain number words themselves.
_TURNS: Mapping[str, Sequence[tuple[int, str]]] = {
    "en": (
        (3, r"(three|3)[- ]quarters?([- ]of a)?[- ]turns?|270\s?°|quarter[- ]turn (counter-?|anti-?)clockwise"),
        (2, r"half([- ]a)?[- ]turn|(two|2) quarter[- ]turns|180\s?°"),
        (1, r"quarter([- ]of a)?[- ]turn|90\s?°"),
    ),
    "de": (
        (3, r"dreivierteldrehung|(drei|3) vierteldrehungen|270\s?°|(vierteldrehung|90\s?°) gegen den uhrzeigersinn"),
        (2, r"halben? (um)?drehung|(zwei|2) vierteldrehungen|180\s?°"),
        (1, r"vierteldrehung|90\s?°"),
    ),
    "fr": (
        (3, r"(trois|3)[- ]quarts? de tour|270\s?°|quart de tour dans le sens (antihoraire|inverse)"),
        (2, r"demi-tour|(deux|2) quarts de tour|180\s?°"),
        (1, r"quart de tour|90\s?°"),
    ),
    "hu": (
        (3, r"háromnegyed (fordulat|kör)\w*|270\s?°|270 fok\w*|negyed fordulattal az óramutató járásával \w+"),
        (2, r"fél (fordulat|kör)\w*|180\s?°|180 fok\w*"),
        (1, r"negyed (fordulat|kör)\w*|90\s?°|90 fok\w*"),
    ),
}


def _pattern(lang: str) -> re.Pattern[str]:
    turns = [rf"(?P<t{quarters}>\b({pattern}))" for quarters, pattern in _TURNS[lang]]
    return re.compile("|".join([*turns, *number_patterns(lang), DIGITS]), re.IGNORECASE)


def text_numbers(text: str, lang: str) -> Counter[Number]:
    """Count the numbers in a text, from two on, and the parts of a turn.

    >>> sorted(text_numbers("Draw 3 cards, play both of the others and turn a stack half a turn, twice.", "en"))
    [('number', 2), ('number', 3), ('quarters', 2)]
    """
    numbers: Counter[Number] = Counter()
    for match in _pattern(lang).finditer(text):
        match match.lastgroup:
            case None:  # a phrase that only looks like a number
                continue
            case "digits":
                numbers["number", int(match["digits"])] += 1
            case group if group.startswith("t"):
                numbers["quarters", int(group[1:])] += 1
            case group:
                numbers["number", int(group[1:])] += 1
    return Counter({number: times for number, times in numbers.items() if _is_count(number)})


def step_numbers(steps: Sequence[Step]) -> set[Number]:
    """Return the numbers that the steps use, from two on, and the parts of a turn: a text must contain them.

    >>> from cloudy_pnp.cloudy_kingdom.model.steps import Turn
    >>> sorted(step_numbers([Draw(3), Play("drawn", 1, "growth"), Turn("stack", 1)]))
    [('number', 3), ('quarters', 1)]
    """
    return {number for number in _numbers_of(steps) if _is_count(number)}


def number_findings(text: Mapping[str, object], steps: Sequence[Step]) -> Iterator[Finding]:
    """I18N-NUMBERS: report numbers in the author's text that differ from the steps; paths are relative to the text.

    >>> [finding.message for finding in number_findings({"en": "Draw 3 vine cards."}, [Draw(2)])]
    ['the text in "en" says 3, but the steps say 2']
    """
    for lang, translation in text.items():
        if lang in _TURNS and isinstance(translation, str):
            surplus, missing = _differences(text_numbers(translation, lang), steps, lang)
            if surplus or missing:
                hint = "change the number in the text or in the steps"
                yield Finding("I18N-NUMBERS", (lang,), _message(lang, surplus, missing), hint, Severity.WARNING)


def _differences(numbers: Counter[Number], steps: Sequence[Step], lang: str) -> tuple[list[Number], list[Number]]:
    """Return the numbers only the text contains, and those only the steps contain."""
    composed = text_numbers(spell_text(steps, lang), lang)
    if numbers.total() == composed.total():  # as many numbers as composed: one that differs is a mistake
        return sorted(numbers - composed), sorted(composed - numbers)
    required = step_numbers(steps)
    return sorted(numbers.keys() - composed.keys() - required - _sums(steps)), sorted(required - numbers.keys())


def _message(lang: str, surplus: Sequence[Number], missing: Sequence[Number]) -> str:
    if surplus and missing:
        return f'the text in "{lang}" says {_list_numbers(surplus)}, but the steps say {_list_numbers(missing)}'
    if surplus:
        return f'the text in "{lang}" says {_list_numbers(surplus)}, but the steps do not'
    return f'the steps say {_list_numbers(missing)}, but the text in "{lang}" does not'


def _list_numbers(numbers: Iterable[Number]) -> str:
    return " and ".join(_ROTATION[value] if kind == "quarters" else str(value) for kind, value in numbers)


def _is_count(number: Number) -> bool:
    kind, value = number
    return kind == "quarters" or value > 1


def _numbers_of(steps: Sequence[Step]) -> Iterator[Number]:
    """Yield the whole numbers among the parts of the steps."""
    for step, _ in every_step(steps):
        for name, value in asdict(step).items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield "quarters" if name == "quarters" else "number", value


def _sums(steps: Sequence[Step]) -> set[Number]:
    """Return the sums that a text may mention: all cards drawn or played, all steps of a kind."""
    sums: Counter[str] = Counter()
    for step, times in every_step(steps):
        if ROW_OF[type(step)].block:
            continue
        sums[type(step).__name__] += times
        match step:
            case Draw(count):
                sums["drawn"] += count * times
            case Play(count=int(count)):
                sums["played"] += count * times
    return {("number", total) for total in sums.values()}


def totals(data: Data, edition: Mapping[str, Any]) -> dict[str, int]:
    """Count the cards of each kind, under the names that the components of an edition use."""
    families, spells = len(data.get("families", ())), [spell["id"] for spell in data.get("spells", ())]
    cards = len(edition.get("pairs", [])) + len(unpaired(edition.get("pairs", ()), spells))
    return {
        "vines": sum(vine["count"] for vine in data.get("vines", ())),
        "castles": len(data.get("castles", ())),
        "spell-pairs": families * cards,
        "castle-spells": families * len(spells),
    }


def count_components(data: Data, edition: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the list of components of an edition: the term of each, and its actual number."""
    counts = totals(data, edition)
    return [
        (part["term"], counts[part["of"]] if "of" in part else part.get("count", 0)) for part in edition["components"]
    ]


def derive_from_packs(before: Data, after: Data, packs: Sequence[Sequence[str]]) -> Data:
    """Return the game with packs (each given by its ids): new spells share cards, and the lists of components grow.

    SPL-12: the spells of a pack are paired among themselves in their order; an odd last one has its own card.
    """
    old_editions = {edition["id"]: edition for edition in before.get("editions", ())}
    editions = []
    for edition in after.get("editions", ()):
        if edition.get("pairs"):
            edition = {**edition, "pairs": [*edition["pairs"], *_pairs(edition, after, packs)]}
        if edition["id"] in old_editions:
            old, new = totals(before, old_editions[edition["id"]]), totals(after, edition)
            components = [dict(part) for part in edition["components"]]
            for part in components:
                if {"of", "count"} <= part.keys():
                    part["count"] += new[part["of"]] - old[part["of"]]
            edition = {**edition, "components": components}
        editions.append(edition)
    return {**after, "editions": editions}


def _pairs(edition: Mapping[str, Any], data: Data, packs: Sequence[Sequence[str]]) -> list[list[str]]:
    free = unpaired(edition.get("pairs", ()), [spell["id"] for spell in data.get("spells", ())])
    pairs = []
    for ids in map(frozenset, packs):
        spells = [spell for spell in free if spell in ids]
        pairs += [[first, second] for first, second in zip(spells[::2], spells[1::2], strict=False)]
    return pairs


PLAYER_COUNTS = (2, 3, 4)


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kinds in (("vines", "spells", "castles"), ("families",), ("layouts",), ("editions",), ("glossary",)):
        yield from duplicate_ids(entries, kinds)
    yield from _faces(entries)
    yield from _layouts(entries)
    yield from _castles(entries)
    yield from _spells(entries)
    yield from _editions(entries)


def _faces(entries: Entries) -> Iterator[SourceFinding]:
    """Check FACE-1 to FACE-6 and FACE-8 of each card; then FACE-9 and FACE-10 among the valid vine cards."""
    sound = []
    for entry in entries.valid_parts("vines"):
        findings = _face(entry, ())
        yield from _at(entry, (), findings)
        is_whole = entry.data.keys() >= {"id", "count", "vines"} and not entry.broken & {"bridges", "breaks"}
        if is_whole and not findings:
            sound.append((entry, Face.from_data(entry.data)))
    for entry in entries.valid_parts("spells"):
        if "face" in {*entry.data, *entry.broken}:
            yield from _at(entry, (), _face(entry, ("face",)))
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


def _face(entry: Entry, at: DataPath) -> list[Finding]:
    """Check the face of a card, or at `face` that of a spell, as written: every fault counts for itself."""
    data: Any = entry.data if entry.written is None else entry.written
    data = data[at[0]] if at else data
    if not isinstance(data, Mapping) or not isinstance(data.get("vines"), list):
        return []
    reported = {(finding.code, finding.path) for finding in entry.faults}
    found = [finding.under(*at) for finding in face_findings(_readable(data), short_side=not at)]
    return [
        finding
        for finding in found
        if finding.code not in ("FACE-1", "FACE-5")  # the schema reports both
        and not any((finding.code, finding.path[:length]) in reported for length in range(len(finding.path) + 1))
    ]


def _readable(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a face of the right shape; what the schema has rejected is an unknown word, from which nothing follows."""
    unknown = "?"

    def strands(value: Any) -> list[list[str]]:
        rows = [
            row if isinstance(row, list) else [unknown] for row in (value if isinstance(value, list) else [unknown])
        ]
        return [[end if isinstance(end, str) else unknown for end in row] for row in rows]

    misspelt = any(nearest(key, ("bridges",)) for key in data.keys() - _FACE_KEYS)
    breaks = data.get("breaks", ())
    return {
        "vines": strands(data["vines"]),
        "bridges": strands(data.get("bridges", [unknown] if misspelt else [])),
        "breaks": [item if isinstance(item, Mapping) else {} for item in breaks] if isinstance(breaks, list) else [],
    }


_FACE_KEYS = {"id", "count", "vines", "bridges", "breaks"}


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
    for entry in entries.valid_parts("layouts"):
        findings = []
        castles_by_side = entry.data.get("castles", {})
        for side, castles in castles_by_side.items():
            findings += [
                unknown_reference(("castles", side, index), family, "family", families)
                for index, family in enumerate(castles)
                if family not in families
            ]
        if castles_by_side and entry.data.keys() >= {"rows", "cols"}:
            findings = findings or layout_findings(entry.data)  # unknown families would break LAY-1 to LAY-3 too
            if not any(finding.code == "LAY-4" for finding in findings):
                findings += slots_as_many_as_fields(castles_by_side, entry.data["rows"], entry.data["cols"])
        present = {family for castles in castles_by_side.values() for family in castles}
        for index, players in enumerate(entry.data.get("players", ())):
            if castles_by_side and players > len(present):
                message = f"{players} players, but only {len(present)} families have castles"
                findings.append(Finding("LAY-5", ("players", index), message, "every player needs a family"))
            if players in used:
                message = f"{players} players already use layout {quoted(used[players].data.get('id', '?'))}"
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


def _castles(entries: Entries) -> Iterator[SourceFinding]:
    """LAY-1: require as many castle cards of each family as a layout needs, and warn about more."""
    families, cards = entries.named("families"), entries.of("castles")
    for entry in cards:
        if entry.data["family"] not in families:
            yield from _at(entry, (), [unknown_reference(("family",), entry.data["family"], "family", families)])
    printed = Counter(entry.data["family"] for entry in cards)
    wrong: dict[str, tuple[str, int]] = {}  # a family: the first layout that needs another number, and that number
    for layout in entries.of("layouts") if entries.whole else ():
        needed = Counter(family for castles in layout.data["castles"].values() for family in castles)
        for family in (name for name in families if needed[name] not in (0, printed[name])):
            wrong.setdefault(family, (layout.id, needed[family]))
    for family, (layout_id, most) in wrong.items():
        last = [families[family], *(entry for entry in cards if entry.data["family"] == family)][-1]
        message = f"layout {layout_id} has {most} castles of {quoted(family)}, there are {printed[family]} cards"
        hint, severity = "add castle cards: cloudy-pnp new castle", Severity.ERROR
        if printed[family] > most:
            hint, severity = "delete the surplus: every castle card is laid", Severity.WARNING
        yield last.source, Finding("LAY-1", last.path, message, hint, severity)


def _spells(entries: Entries) -> Iterator[SourceFinding]:
    """SPL-10: check the steps of every spell, and of every edition's own version of one."""
    spells = entries.named("spells")
    motifs = motif_files(art.id for art in entries.of("art"))
    playable: list[Entry] = []
    for entry in entries.valid_parts("spells"):
        yield from _at(entry, ("picture",), _picture(entry, motifs))
        effect = entry.data.get("effect")
        if effect == MANUAL:
            yield from _at(entry, (), _manual(entry))
        elif effect is not None:
            findings = effect_findings(effect, "face" in {*entry.data, *entry.broken})
            yield from _at(entry, ("effect",), findings)
            if all(finding.severity is not Severity.ERROR for finding in findings):
                playable += [entry] if "id" in entry.data else []
                if "text" in entry.data:  # the others need no composed words
                    yield from _at(entry, ("text",), number_findings(entry.data["text"], parse_steps(effect)))
    yield from _same_effects(playable)
    for entry in entries.valid_parts("editions"):
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


def _editions(entries: Entries) -> Iterator[SourceFinding]:
    """Check references and counts of the editions, and the game's default edition."""
    spells, terms, editions = entries.named("spells"), entries.named("glossary"), entries.named("editions")
    for game in entries.of("game"):
        edition = game.data.get("edition")
        if edition is not None and edition not in editions and entries.whole:
            yield from _at(game, (), [unknown_reference(("edition",), edition, "edition", editions)])
    for entry in entries.valid_parts("editions"):
        named: list[tuple[DataPath, str]] = [
            (("first-game", index), spell) for index, spell in enumerate(entry.data.get("first-game", ()))
        ]
        for row, pair in enumerate(entry.data.get("pairs", [])):
            named += [(("pairs", row, index), spell) for index, spell in enumerate(pair)]
        findings = [unknown_reference(path, spell, "spell", spells) for path, spell in named if spell not in spells]
        findings += _paired_twice(entry)
        components = entry.data.get("components", ())
        for index, component in enumerate(components):
            path = ("components", index)
            if component["term"] not in terms:
                findings.append(unknown_reference((*path, "term"), component["term"], "glossary term", terms))
            if "of" not in component and "count" not in component:
                hint = "add count: 1, or of: vines where the tool is to count"
                message = f"no count says how many {quoted(component['term'])} there are"
                findings.append(Finding("SCHEMA-REQUIRED", path, message, hint))
        findings += _counted(components) if components else ()
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
