"""The commands of this game alone: the best hand, proved, and the values of random hands."""

from __future__ import annotations

import os

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.game.contract import Answer, Call
from cloudy_pnp.simulate.base import need_extra
from fantasy_realms.hands.names import hand_from_words
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.score import decisions
from fantasy_realms.rules.seats import HAND_SIZE

_SHOWN = 10  # best hands that are described in words
_MOST_HANDS = 10_000_000


def _number(call: Call, name: str, default: int, least: int, most: int) -> int:
    text = call.flags.get(name, (str(default),))[-1]
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise UserError(f"--{name} {quoted(text)} is not a whole number from {least:,} to {most:,}")
    return int(text)


def _cards(realm: Realm, words: list[str]) -> list[str]:
    cards, findings = hand_from_words(realm, words)
    if findings:
        raise UserError(f"{findings[0].message}; {findings[0].hint}".rstrip("; "))
    return list(cards)


def best(realm: Realm, call: Call) -> Answer:
    """`best`: report the highest total, every hand that reaches it, and the proof that none is better."""
    need_extra("numba", "numpy", to="this command")
    from fantasy_realms.search.prove import best_hands

    size = _number(call, "size", HAND_SIZE, 1, HAND_SIZE + 1)
    cores = _number(call, "cores", os.cpu_count() or 1, 1, 512)
    holding = _cards(realm, [*call.words, *(f"{name}," for name in call.flags.get("with", ()))])
    without = _cards(realm, [f"{name}," for name in call.flags.get("without", ())])

    def progress(done: int, tasks: int, total: int) -> None:
        call.tell(f"{'█' * (24 * done // tasks):░<24} {done:,}/{tasks:,} parts decided, best so far {total}")

    call.tell("compiling…")
    result = best_hands(realm, size, holding, without, cores=cores, progress=progress)
    lines = [f"{result.total} points, proved: no hand of {size} cards"]
    lines[0] += f" with {', '.join(holding)}" if holding else ""
    lines[0] += f" without {', '.join(without)}" if without else ""
    lines[0] += f" is worth more ({result.searched:,} hands decided)"
    for score in result.scores[:_SHOWN]:
        lines.append("  " + ", ".join(realm[card.card].name["en"] for card in score.cards))
        lines += [f"    {line}" for line in decisions(realm, score)]
    if len(result.scores) > _SHOWN:
        lines.append(f"  … and {len(result.scores) - _SHOWN:,} more hands")
    return Answer(result.as_dict(), "\n".join(lines) + "\n")


def odds(realm: Realm, call: Call) -> Answer:
    """`odds`: report the values of random hands with their best choices, as figures and as a picture."""
    need_extra("numba", "numpy", to="this command")
    from fantasy_realms.present.hand_picture import odds_page
    from fantasy_realms.search.distribution import distribution

    size = _number(call, "size", HAND_SIZE, 1, HAND_SIZE)
    hands = _number(call, "hands", 100_000, 100, _MOST_HANDS)
    call.tell(f"scoring {hands:,} hands…")
    result = distribution(realm, hands, _number(call, "seed", 1, 0, 999_999_999), size)
    shares = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
    table = {f"{100 * share:.0f}": result.quantile(share) for share in shares}
    data = {
        "hands": result.hands,
        "size": size,
        "mean": round(result.mean, 3),
        "deviation": round(result.deviation, 3),
        "quantiles": table,
        "counts": {str(total): count for total, count in result.counts.items()},
    }
    lines = [
        f"{result.hands:,} random hands of {size} cards: {result.mean:.1f} points on average, ±{result.deviation:.1f}"
    ]
    lines += [f"{share:>4}% are worth at most {total}" for share, total in table.items()]
    lines += [f"{100 * result.share(goal):>8.3f}% are worth {goal} or more" for goal in (150, 200, 250, 300)]
    return Answer(data, "\n".join(lines) + "\n", lambda: odds_page(result))
