"""The vocabulary of the pictures: things that several cards show, each small and alike wherever it stands."""

from __future__ import annotations

import math

from cloudy_pnp.draw.kit.random import Random
from fantasy_realms.art.canvas import Canvas


def peak(c: Canvas, x: float, top: float, half: float, foot: float, tone: str, snow: str = "light") -> None:
    """A mountain with snow and a shaded side."""
    c.poly(
        (
            f"{x - half},{foot} {x - half * 0.45},{top + (foot - top) * 0.42} {x},{top} "
            f"{x + half * 0.5},{top + (foot - top) * 0.5} {x + half},{foot}"
        ),
        tone,
    )
    h = foot - top
    c.poly(
        (
            f"{x},{top} {x + half * 0.5},{top + h * 0.5} {x + half},{foot} {x + half * 0.25},{foot} "
            f"{x + half * 0.08},{top + h * 0.55} {x + half * 0.16},{top + h * 0.3}"
        ),
        "ink",
        0.28,
    )
    c.poly(
        (
            f"{x},{top} {x - half * 0.27},{top + h * 0.25} {x - half * 0.12},{top + h * 0.2} "
            f"{x - half * 0.02},{top + h * 0.31} {x + half * 0.1},{top + h * 0.2} "
            f"{x + half * 0.24},{top + h * 0.26}"
        ),
        snow,
    )


def pine(c: Canvas, x: float, foot: float, high: float, tone: str) -> None:
    """A conifer of three tiers."""
    with c.at(x, foot, high / 10):
        c.poly("-0.5,0 -0.4,-3 0.4,-3 0.5,0", tone)
        c.poly("-3,-1.6 0,-5.4 3,-1.6", tone)
        c.poly("-2.5,-3.9 0,-7.6 2.5,-3.9", tone)
        c.poly("-1.9,-6.2 0,-10 1.9,-6.2", tone)


def tower(
    c: Canvas, x: float, foot: float, wide: float, high: float, tone: str, roof: str = "accent", *, flat: bool = False
) -> None:
    """A tower, roofed or crenellated, with a window."""
    left, top = x - wide / 2, foot - high
    c.poly(f"{left - wide * 0.08},{foot} {left},{top} {left + wide},{top} {left + wide * 1.08},{foot}", tone)
    c.poly(
        f"{x + wide * 0.12},{foot} {x + wide * 0.12},{top} {left + wide},{top} {left + wide * 1.08},{foot}", "ink", 0.25
    )
    if flat:
        c.box(left - wide * 0.1, top - wide * 0.12, wide * 1.2, wide * 0.2, tone)
        for part in range(3):
            c.box(left - wide * 0.1 + part * wide * 0.46, top - wide * 0.34, wide * 0.28, wide * 0.24, tone)
    else:
        c.poly(f"{left - wide * 0.2},{top} {x},{top - wide * 1.25} {left + wide * 1.2},{top}", roof)
    c.blob(
        (
            f"{x - wide * 0.12},{top + high * 0.28} {x},{top + high * 0.17} "
            f"{x + wide * 0.12},{top + high * 0.28} {x + wide * 0.12},{top + high * 0.36} "
            f"{x - wide * 0.12},{top + high * 0.36}"
        ),
        "light",
    )


def waves(
    c: Canvas, level: float, tone: str, crest: str = "white", high: float = 3.0, step: float = 14.0, shift: float = 0.0
) -> None:
    """A row of waves with foam, and the water below it."""
    xs = [-20 + shift + index * step for index in range(int(150 / step) + 1)]
    points = " ".join(f"{x},{level + high} {x + step / 2},{level - high}" for x in xs)
    c.blob(f"-25,{level + high} {points} 130,{level + high} 130,100 -25,100", tone)
    for x in xs:
        c.line(
            (
                f"{x + step * 0.28},{level - high * 0.2} {x + step / 2},{level - high * 0.9} "
                f"{x + step * 0.72},{level - high * 0.2}"
            ),
            crest,
            0.9,
            opacity=0.75,
        )


def cloud(c: Canvas, x: float, y: float, size: float, tone: str, opacity: float = 1.0) -> None:
    """A heap of cloud."""
    with c.at(x, y, size / 10):
        c.blob(
            "-10,2 -9.4,-1.4 -6.6,-2.4 -5,-5.4 -1.6,-5.8 0.6,-7.4 4,-6.2 5,-3.6 8.2,-3 10,0 9,2.6 4,3.2 -4,3.2",
            tone,
            opacity,
        )


def flame(c: Canvas, x: float, foot: float, high: float, outer: str = "base", inner: str = "accent") -> None:
    """A tongue of fire with a light heart."""
    with c.at(x, foot, high / 10):
        c.blob(
            "0,0.4 -3,-0.6 -3.7,-3 -2.6,-5 -2.2,-6.6 -1,-5.6 -0.3,-7.6 0.5,-10.4 1.7,-7 3.1,-5.6 3.8,-3 2.8,-0.7", outer
        )
        c.blob("0,0 -1.7,-0.8 -1.9,-2.4 -0.9,-3.8 0.1,-6 1,-3.9 2,-2.5 1.6,-0.8", inner)
        c.blob("0,-0.3 -0.8,-1 -0.4,-2.2 0.2,-3 0.8,-1.9 0.8,-0.8", "light")


def bolt(c: Canvas, x: float, top: float, high: float, tone: str = "light") -> None:
    """A stroke of lightning."""
    with c.at(x, top, high / 10):
        c.poly("0.6,0 -1.9,5 -0.2,4.8 -1.6,10 2.3,3.6 0.5,3.8 2.2,0", tone)


def stars(c: Canvas, key: str, count: int = 16, low: float = 38.0) -> None:
    """Little stars in the sky."""
    random = Random("stars", key)
    for _ in range(count):
        c.dot(random.between(2, 98), random.between(2, low), random.between(0.25, 0.7), "white", 0.8)


def rain(c: Canvas, key: str, count: int = 46, tone: str = "white", slant: float = 3.0) -> None:
    """Streaks of rain."""
    random = Random("rain", key)
    for _ in range(count):
        x, y, long = random.between(-4, 104), random.between(22, 76), random.between(4, 8)
        c.line(f"{x},{y} {x - slant * long / 8},{y + long}", tone, 0.45, opacity=0.7)


def sword(c: Canvas, blade: str = "light", hilt: str = "accent", shade: str = "mid") -> None:
    """A sword that points up; its guard is at the origin, its blade ten high."""
    c.poly("-0.62,0 -0.55,-8.6 0,-10 0.55,-8.6 0.62,0", blade)
    c.poly("0,-10 0.55,-8.6 0.62,0 0,0", shade)
    c.blob("-2.3,-0.1 -2.5,0.5 -0.6,0.75 0.6,0.75 2.5,0.5 2.3,-0.1 0,-0.3", hilt)
    c.poly("-0.36,0.6 0.36,0.6 0.3,2.7 -0.3,2.7", "ink")
    c.dot(0, 3.1, 0.6, hilt)


def shield(c: Canvas, field: str, rim: str = "accent") -> None:
    """A heater shield around the origin, ten high."""
    c.blob("-4,-4.6 0,-5 4,-4.6 4.1,-1 2.8,2.6 0,5.2 -2.8,2.6 -4.1,-1", rim)
    c.blob("-3.3,-4 0,-4.3 3.3,-4 3.4,-1 2.3,2.2 0,4.3 -2.3,2.2 -3.4,-1", field)


def banner(c: Canvas, x: float, foot: float, high: float, tone: str = "accent", *, flip: bool = False) -> None:
    """A pole with a streaming flag."""
    with c.at(x, foot, high / 10, flip=flip):
        c.line("0,0 0,-10", "ink", 0.28)
        c.blob("0,-10 2.2,-9.5 4,-10 6,-9.3 5.2,-8.3 6,-7.2 4,-7.6 2.2,-7 0,-7.2", tone)


def bow(c: Canvas, tone: str = "accent", string: str = "light") -> None:
    """A bow around the origin, ten high, that shoots to the left."""
    c.line("1.6,-5 0.9,-5", tone, 0.5)
    c.line("1.2,-5 -1.2,-3.4 -1.8,0 -1.2,3.4 1.2,5", tone, 0.62)
    c.line("1.2,-5 1.2,5", string, 0.14)


def crown(c: Canvas, x: float, y: float, size: float, tone: str = "accent", tips: int = 3) -> None:
    """A crown that stands on (x, y)."""
    with c.at(x, y, size / 10):
        points = ["-5,0"]
        for tip in range(tips):
            left = -5 + tip * 10 / tips
            points += (
                [f"{left},{-4.6}", f"{left + 5 / tips},-2.2"]
                if tip == 0
                else [f"{left},-5.6", f"{left + 5 / tips},-2.2"]
            )
        points += ["5,-4.6", "5,0"]
        c.poly(" ".join(points), tone)
        c.box(-5, -0.4, 10, 1.5, tone)
        for tip in range(tips + 1):
            c.dot(-5 + tip * 10 / tips, -5 if tip in (0, tips) else -6, 0.75, tone)


def head(
    c: Canvas, x: float, y: float, size: float, skin: str = "light", hair: str = "ink", *, long: bool = False
) -> None:
    """A head from the front, without features but the fall of the hair."""
    with c.at(x, y, size / 10):
        if long:
            c.blob("-4.4,-1 -4,-4.8 0,-6.4 4,-4.8 4.4,-1 5.2,5 4,9 1,7 -1,7 -4,9 -5.2,5", hair)
        c.blob("-3,-3 0,-5 3,-3 3.1,1 1.8,4 0,5.2 -1.8,4 -3.1,1", skin)
        c.blob("-3.5,0.4 -3.7,-3.6 -1.4,-5.9 1.4,-5.9 3.7,-3.6 3.5,0.4 2.7,-2 1,-3 -1.6,-2.6", hair)


def robe(c: Canvas, x: float, foot: float, high: float, tone: str, trim: str = "accent") -> None:
    """The body of somebody in a long cloak, without a head; the neck is at the top."""
    with c.at(x, foot, high / 10):
        c.blob("-1,-10 -2.6,-9.4 -3.6,-7 -4.2,-3 -5.2,0.6 0,1.2 5.2,0.6 4.2,-3 3.6,-7 2.6,-9.4 1,-10", tone)
        c.poly("-0.5,-9.8 0.5,-9.8 0.9,1.1 -0.9,1.1", trim)
        c.blob("-3.6,-7 -4.2,-3 -5.2,0.6 -3,1 -2.4,-3 -2.6,-7", "ink", 0.25)


def person(
    c: Canvas, x: float, foot: float, high: float, tone: str = "ink", skin: str = "light", *, arm: str = ""
) -> None:
    """A small standing figure in one tone: ten units high; `arm` is a limb in those units."""
    with c.at(x, foot, high / 10):
        c.blob(
            (
                "-0.7,-8 -1.4,-7.2 -1.5,-4.6 -1.7,-2.6 -1.3,-2 -1.4,0 -0.3,0 0,-2.2 0.3,0 1.4,0 "
                "1.3,-2 1.7,-2.6 1.5,-4.6 1.4,-7.2 0.7,-8"
            ),
            tone,
        )
        if arm:
            c.limb(arm, tone)
        c.dot(0, -8.8, 1.15, skin)


def horse(c: Canvas, tone: str, mane: str, *, far: str = "", head_up: bool = True) -> None:
    """A horse that looks left, in a box of 100 by 90; its feet stand on 90."""
    back = far or mane
    c.limb("38,60,11 40,72,7 38,82,5 38,89,7", back)
    c.limb("74,58,13 80,70,8 76,80,5 78,89,7", back)
    c.limb("84,44,6 94,50,8 95,64,9 90,76,2", mane)
    neck = "15,12,9 26,18,15 36,36,26" if head_up else "8,34,9 20,32,15 36,42,26"
    c.blob("27,34 40,34 56,39 70,35 82,38 87,50 82,62 72,66 58,64 44,66 32,64 25,52", tone)
    c.limb(neck, tone)
    c.limb("30,58,14 29,70,8 27,81,5.4 26,89,8", tone)
    c.limb("79,52,20 74,66,10 79,78,6 77,89,8", tone)
    if head_up:
        c.limb("20,10,13 12,18,10 5,26,7 3,29,6", tone)
        c.poly("17,6 18,-3 22,5", tone)
        c.blob("20,3 27,6 33,18 40,33 36,36 30,26 24,14", mane)
        c.dot(13.4, 14, 1.1, "ink")
    else:
        c.limb("12,32,12 4,40,9 -2,48,7", tone)
        c.blob("10,26 20,24 34,34 40,36 30,38 18,34", mane)


def rider(c: Canvas, tone: str = "ink") -> None:
    """Somebody on a horse of `horse`, in the same box."""
    c.limb("50,42,10 47,56,9 44,68,6 40,70,5", tone)
    c.blob("42,42 44,22 50,16 57,20 58,42", tone)
    c.dot(50, 9, 6.6, tone)


def eye(c: Canvas, x: float, y: float, size: float, tone: str = "accent") -> None:
    c.oval(x, y, size, size * 0.62, tone)
    c.oval(x, y, size * 0.26, size * 0.58, "ink")


def wing(c: Canvas, tone: str, bone: str) -> None:
    """A bat's wing that unfolds to the upper right, from the origin, about forty wide."""
    c.poly("0,0 4,-14 12,-26 24,-32 42,-30 36,-24 38,-14 30,-16 30,-6 22,-9 20,1 12,-3 8,6", tone)
    c.line("0,0 5,-14 13,-25 24,-31 41,-29.6", bone, 1.6)
    for end in ("36,-15", "29,-7", "20,0"):
        c.line(f"13,-25 {end}", bone, 0.8, straight=True)


def spiral(
    c: Canvas, x: float, y: float, radius: float, tone: str, width: float, turns: float = 2.2, squash: float = 1.0
) -> None:
    """A spiral line from the middle outwards."""
    points = []
    for step in range(int(turns * 14) + 1):
        angle, r = step / 14 * 2 * math.pi, radius * (step / (turns * 14)) ** 0.8
        points.append(f"{x + r * math.cos(angle):.2f},{y + r * math.sin(angle) * squash:.2f}")
    c.line(" ".join(points), tone, width)


def elemental(c: Canvas, body: str, tone: str) -> None:
    """The face of an elemental being: two eyes of light and a shadowed mouth, in a shape that the element gives."""
    c.blob(body, tone)
    for side in (-1, 1):
        c.blob(f"{50 + side * 5},37 {50 + side * 12},33.5 {50 + side * 13},37.6 {50 + side * 8},39.6", "light")
    c.blob("44,48 50,46.4 56,48 53,51 47,51", "ink", 0.55)
