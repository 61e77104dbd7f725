"""The distribution of totals as a picture."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Font, Item, Page, Path, Stroke
from cloudy_pnp.draw.shapes import polyline, rectangle
from cloudy_pnp.draw.text import Align, text_line
from fantasy_realms.search.distribution import Distribution

WIDE, HIGH = 180.0, 90.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 6.0, 16.0, 14.0
STEP = 5  # totals that share a bar
INK, BAR, MARK, GRID = (Colour.parse(text) for text in ("#2b2a38", "#5b7db8", "#b5472d", "#d9d6cf"))
LETTERS, STRONG = Font("Alegreya Sans"), Font("Alegreya Sans", 700)


def odds_page(result: Distribution) -> Page:
    """Draw a bar for every five points; mark the median and the best hundredth."""
    bars: dict[int, int] = {}
    for total, count in result.counts.items():
        bars[total // STEP * STEP] = bars.get(total // STEP * STEP, 0) + count
    low, high = min(bars), max(bars) + STEP
    tallest = max(bars.values())
    across = (WIDE - LEFT - RIGHT) / (high - low)
    ground = HIGH - BOTTOM
    items: list[Item] = [Path(rectangle(Rect(0, 0, WIDE, HIGH)), fill=Colour.parse("#ffffff"))]
    for tick in range((low + 49) // 50 * 50, high + 1, 50):
        x = LEFT + (tick - low) * across
        items.append(Path(polyline([Point(x, TOP), Point(x, ground)]), stroke=Stroke(GRID, 0.2)))
        items.append(
            text_line(f"{tick}".replace("-", "−"), Point(x, ground + 5), LETTERS, 3.4, colour=INK, align=Align.CENTRE)
        )
    for start, count in bars.items():
        tall = (ground - TOP) * count / tallest
        box = Rect(LEFT + (start - low) * across, ground - tall, STEP * across * 0.86, tall)
        items.append(Path(rectangle(box), fill=BAR))
    items.append(Path(polyline([Point(LEFT, ground), Point(WIDE - RIGHT, ground)]), stroke=Stroke(INK, 0.3)))
    for share, words in ((0.5, "half"), (0.99, "99 of 100")):
        total = result.quantile(share)
        x = LEFT + (total - low) * across
        items.append(Path(polyline([Point(x, TOP - 5), Point(x, ground)]), stroke=Stroke(MARK, 0.4)))
        label = f"{words} reach at most {total}" if share < 0.9 else f"{words} at most {total}"
        items.append(text_line(label, Point(x + 1.5, TOP - 2.6), STRONG, 3.6, colour=MARK))
    head = f"What {result.hands:,} random hands are worth: {result.mean:.1f} points on average"
    items.append(text_line(head, Point(LEFT, 8), STRONG, 5, colour=INK))
    items.append(
        text_line("points of a hand", Point(WIDE - RIGHT, HIGH - 3), LETTERS, 3.4, colour=INK, align=Align.RIGHT)
    )
    return Page(WIDE, HIGH, tuple(items))
