"""Pictures of Armies, Wizards and Leaders."""

from __future__ import annotations

from fantasy_realms.art import motifs as m
from fantasy_realms.art.canvas import Canvas


def knights(c: Canvas) -> None:
    c.sky()
    c.disc(44, 24, 11)
    c.ground(62, "far")
    m.tower(c, 30, 64, 10, 24, "mid", flat=True)
    for x, scale, tone in ((96, 0.46, "mid"), (76, 0.6, "near")):
        with c.at(x, 76 - 90 * scale, scale, flip=True):
            m.horse(c, tone, "ink")
            m.rider(c, "ink")
            c.line("60,40 20,-16", "ink", 2.4)
            c.poly("20,-16 17,-26 25,-18", "light")
            c.blob("28,-6 42,-10 46,-2 34,4", "accent")
            with c.at(46, 36, 2.2):
                m.shield(c, "light")
    c.ground(76, "ink", 1.2)


def elven_archers(c: Canvas) -> None:
    c.sky()
    c.disc(34, 26, 12)
    for x in (4, 88, 97):
        m.pine(c, x, 72, 50, "far")
    c.ground(64, "mid")
    for x, high in ((90, 34), (68, 40), (42, 46)):
        m.person(c, x, 74, high, "near" if high < 46 else "ink", arm="-0.6,-6.6,0.9 -3,-6.9,0.7 -5,-7,0.6")
        with c.at(x - high * 0.5, 74 - high * 0.7, high / 22):
            m.bow(c)
            c.line("-7,0 3,0", "ink", 0.35)
        with c.at(x, 74 - high * 0.9, high / 40):
            c.blob("-5,2 0,-7 6,3 2,6 -2,6", "accent")
    c.ground(75, "ink", 1)


def light_cavalry(c: Canvas) -> None:
    c.sky()
    c.disc(26, 24, 10)
    c.ground(58, "far", 2)
    for x, y, scale, tone in ((64, 36, 0.36, "mid"), (26, 26, 0.56, "near")):
        with c.at(x, y, scale, turn=-9):
            m.horse(c, tone, "ink", head_up=False)
            m.rider(c, "ink")
            c.line("58,34 16,6", "ink", 2)
            c.poly("16,6 8,0 19,2", "light")
            c.blob("60,26 76,28 92,22 84,36 66,40", "accent")
    for x, y in ((88, 68), (96, 66), (80, 71)):
        c.oval(x, y, 7, 2.2, "light", 0.6)
    c.ground(72, "ink", 1.4)


def dwarvish_infantry(c: Canvas) -> None:
    c.sky()
    m.peak(c, 26, 22, 26, 66, "far")
    m.peak(c, 72, 14, 32, 68, "far")
    c.ground(62, "mid")
    for x, size, tone in ((13, 1.5, "near"), (90, 1.6, "near"), (57, 2.3, "base")):
        with c.at(x, 76, size, flip=True):
            c.blob("-7,1 -8,-7 -5,-12 5,-12 8,-7 7,1", tone)
            c.dot(0, -14, 3.6, "light")
            c.blob("-4.4,-13 -5,-8 -2.4,-3 0,-1 2.4,-3 5,-8 4.4,-13 0,-11", "accent")
            c.blob("-4.6,-14 -4,-18 0,-20 4,-18 4.6,-14 0,-15.4", "ink")
            c.line("-4.6,-16 -8,-19 -8,-22", "light", 1.1)
            c.line("4.6,-16 8,-19 8,-22", "light", 1.1)
            c.line("10,1 10,-16", "ink", 1)
            c.blob("10,-17 14,-20 15.6,-14 14,-9 10,-12", "light")
    c.ground(77, "ink", 1)


def rangers(c: Canvas) -> None:
    c.sky()
    c.disc(70, 22, 9)
    for x, high in ((6, 52), (22, 44), (84, 50), (96, 56)):
        m.pine(c, x, 70, high, "far")
    c.ground(66, "mid", 2)
    m.robe(c, 50, 78, 44, "near", "ink")
    c.blob("40,38 43,22 50,15 57,22 60,38 50,43", "near")
    c.blob("44.6,36 46,27 50,24 54,27 55.4,36 50,40", "ink")
    c.dot(48, 31, 0.8, "light")
    c.dot(52, 31, 0.8, "light")
    with c.at(33, 52, 4.2):
        m.bow(c)
    with c.at(64, 42, 1, turn=22):
        c.box(-2.6, -6, 5.2, 20, "accent")
        for shaft in (-1.6, 0.0, 1.6):
            c.line(f"{shaft},-6 {shaft},-13", "ink", 0.5)
            c.poly(f"{shaft - 1},-13 {shaft},-17 {shaft + 1},-13", "light")
    c.ground(76, "ink", 1)
    for blade in (12, 20, 78, 88):
        c.limb(f"{blade},80,2 {blade - 2},72,0.5", "ink")
        c.limb(f"{blade},80,2 {blade + 3},73,0.5", "ink")


def _study(c: Canvas) -> None:
    c.sky("near", "low", 66)
    for y in (30, 50):
        c.box(-5, y, 110, 2, "ink", 0.5)


def collector(c: Canvas) -> None:
    _study(c)
    for x, y, kind in (
        (10, 30, 0),
        (24, 30, 1),
        (76, 30, 2),
        (90, 30, 0),
        (10, 50, 2),
        (24, 50, 0),
        (78, 50, 1),
        (91, 50, 2),
    ):
        if kind == 0:
            c.blob(
                (
                    f"{x - 4},{y} {x - 4},{y - 6} {x - 1.4},{y - 9} {x - 1.4},{y - 13} "
                    f"{x + 1.4},{y - 13} {x + 1.4},{y - 9} {x + 4},{y - 6} {x + 4},{y}"
                ),
                "base",
            )
            c.oval(x, y - 3.4, 2.6, 1.4, "light", 0.6)
        elif kind == 1:
            for step, tone in enumerate(("ink", "accent", "base")):
                c.box(x - 5 + step * 3.4, y - 11 + step, 2.8, 11 - step, tone)
        else:
            c.dot(x, y - 6, 4.6, "light")
            c.dot(x - 1.6, y - 6.4, 1, "ink")
            c.dot(x + 1.6, y - 6.4, 1, "ink")
            c.box(x - 2, y - 3, 4, 3, "light")
    m.robe(c, 50, 84, 48, "base")
    m.head(c, 50, 30, 15, "light", "ink")
    c.blob("45,34 46,42 50,50 54,42 55,34 50,37", "white")
    c.dot(47.4, 29, 2.3, "accent")
    c.dot(47.4, 29, 1.5, "white")
    c.limb("40,48,6 34,56,5 42,62,4", "near")
    c.limb("60,48,6 67,56,5 58,62,4", "near")
    c.glow(50, 60, 10, "accent", 0.9)
    c.poly("44,58 47,54 53,54 56,58 50,66", "accent")
    c.poly("47,58 50,54.4 53,58 50,65", "light")


def beastmaster(c: Canvas) -> None:
    c.sky()
    c.disc(52, 26, 16)
    c.ground(62, "far", 3)
    m.robe(c, 54, 78, 40, "base", "near")
    m.head(c, 54, 34, 13, "light", "ink")
    c.limb("48,29,2.6 42,20,1.8 44,12,0.6", "ink")
    c.limb("60,29,2.6 66,20,1.8 64,12,0.6", "ink")
    c.limb("64,48,6 72,42,5 76,36,4", "near")
    c.line("77,78 77,22", "ink", 1.3)
    m.spiral(c, 77, 20, 4, "accent", 1.3, 1.4)
    with c.at(30, 78, 1.25):
        c.blob("-11,0 -12,-7 -8,-11 2,-11 8,-9 9,0 6,0 5,-5 -6,-5 -7,0", "ink")
        c.blob("-10,-8 -17,-10 -18,-14 -13,-17 -10,-20 -8,-17 -6,-20 -5,-14 -5,-9", "ink")
        c.dot(-12.6, -14, 0.7, "accent")
        c.limb("8,-8,3 13,-12,2.4 14,-16,0.6", "ink")
    with c.at(43, 44, 0.62):
        c.blob("-5,4 -6,-2 -3,-6 2,-6 5,-1 3,6", "ink")
        c.poly("-5,-3 -9,-1.6 -5,-0.6", "accent")
        c.limb("3,2,4 8,6,3 10,12,1", "ink")
    c.ground(76, "near", 1)


def necromancer(c: Canvas) -> None:
    c.sky("ink", "mid")
    c.disc(68, 20, 10)
    m.stars(c, "necromancer", 12, 30)
    c.ground(64, "near", 2)
    for x, y, turn in ((14, 66, -6), (86, 64, 5), (94, 72, -3)):
        with c.at(x, y, 1, turn=turn):
            c.blob("-5,8 -5,-4 0,-9 5,-4 5,8", "far")
            c.line("0,-5 0,3", "near", 1)
            c.line("-2.4,-2.4 2.4,-2.4", "near", 1)
    m.robe(c, 48, 80, 48, "ink", "base")
    c.blob("37,36 41,18 48,10 55,18 59,36 48,44", "ink")
    c.blob("43,36 44,26 48,21 52,26 53,36 48,41", "light")
    c.oval(45.8, 31, 1.5, 1.9, "ink")
    c.oval(50.2, 31, 1.5, 1.9, "ink")
    c.line("46,37.6 50,37.6", "ink", 0.7)
    c.limb("58,46,6 66,46,5 70,42,4", "ink")
    c.line("71,80 71,34", "base", 1.4)
    c.glow(71, 28, 12, "accent", 0.9)
    c.dot(71, 29, 4.2, "light")
    c.dot(69.4, 28.6, 1, "ink")
    c.dot(72.6, 28.6, 1, "ink")
    for x, turn in ((24, -14), (33, 8)):
        with c.at(x, 80, 1, turn=turn):
            c.limb("0,4,3 0,-8,2.2", "light")
            for finger in (-2.4, -0.8, 0.8, 2.4):
                c.line(f"0,-8 {finger},-14", "light", 1)
    c.ground(77, "ink", 1)


def warlock_lord(c: Canvas) -> None:
    c.sky("ink", "base")
    c.glow(50, 34, 36, "accent", 0.7)
    for turn in range(0, 360, 45):
        with c.at(50, 36, 1, turn=turn):
            c.poly("-1.3,-20 0,-33 1.3,-20", "accent", 0.8)
    c.ground(68, "near", 1.5)
    m.robe(c, 50, 84, 52, "near")
    c.blob("34,46 28,28 38,36 50,40 62,36 72,28 66,46 50,52", "ink")
    m.head(c, 50, 30, 15, "light", "ink")
    c.blob("46,35 48,40 50,47 52,40 54,35 50,37", "ink")
    c.limb("45,24,4 38,18,3 36,8,1", "ink")
    c.limb("55,24,4 62,18,3 64,8,1", "ink")
    for x, flip in ((26, False), (74, True)):
        side = -1 if not flip else 1
        c.limb(f"{50 + side * 14},50,7 {50 + side * 22},54,5 {x},46,4", "near")
        c.glow(x, 40, 9, "light", 0.9)
        m.flame(c, x, 45, 14, "accent", "light")


def enchantress(c: Canvas) -> None:
    c.sky("near", "low")
    m.stars(c, "enchantress", 22)
    c.disc(64, 24, 13)
    c.ground(68, "mid", 2)
    m.robe(c, 46, 82, 50, "base")
    m.head(c, 46, 30, 15, "light", "accent", long=True)
    c.limb("56,48,6 66,50,4.6 74,44,3.4", "near")
    c.line("73,46 84,34", "ink", 1)
    for x, y, size in ((85, 32, 4), (90, 24, 2), (78, 22, 2.4), (92, 40, 1.6), (72, 14, 1.5), (82, 12, 1.8)):
        c.poly(
            (
                f"{x},{y - size} {x + size * 0.25},{y - size * 0.25} {x + size},{y} "
                f"{x + size * 0.25},{y + size * 0.25} {x},{y + size} "
                f"{x - size * 0.25},{y + size * 0.25} {x - size},{y} "
                f"{x - size * 0.25},{y - size * 0.25}"
            ),
            "white",
        )
    c.line("40,25.4 46,23.6 52,25.4", "accent", 1)
    c.dot(46, 24, 1.3, "white")
    for x in (12, 22, 30):
        c.line(f"{x},82 {x},72", "ink", 0.7)
        for turn in range(0, 360, 60):
            with c.at(x, 70, 1, turn=turn):
                c.oval(0, -2, 1, 1.8, "base")
        c.dot(x, 70, 1, "accent")


def _throne(c: Canvas) -> None:
    c.sky("near", "low", 70)
    for x in (12, 88):
        c.poly(f"{x - 7},84 {x - 6},6 {x + 6},6 {x + 7},84", "far")
        c.poly(f"{x + 1},84 {x + 1},6 {x + 6},6 {x + 7},84", "ink", 0.15)
    c.glow(50, 32, 34, "light", 0.8)


def king(c: Canvas) -> None:
    _throne(c)
    c.blob("28,84 28,24 36,14 50,8 64,14 72,24 72,84", "ink")
    c.blob("32,84 32,28 40,19 50,15 60,19 68,28 68,84", "near")
    m.robe(c, 50, 86, 46, "base")
    c.blob("34,54 38,46 50,44 62,46 66,54 58,52 50,54 42,52", "light")
    for x in (40, 46, 54, 60):
        c.dot(x, 49.6, 0.8, "ink")
    m.head(c, 50, 34, 15, "light", "ink")
    c.blob("44,36 45,45 50,52 55,45 56,36 50,40", "white")
    m.crown(c, 50, 27, 15)
    c.line("72,82 66,44", "accent", 1.6)
    c.dot(65.6, 42, 3, "accent")


def queen(c: Canvas) -> None:
    _throne(c)
    m.robe(c, 50, 86, 46, "base", "light")
    c.blob("36,48 42,40 50,46 58,40 64,48 58,56 50,52 42,56", "near")
    m.head(c, 50, 34, 15, "light", "#8a4a22", long=True)
    m.crown(c, 50, 27, 15, tips=4)
    c.dot(50, 50, 1.8, "accent")
    c.limb("38,56,6 42,66,5 50,68,4", "near")
    c.limb("62,56,6 58,66,5 50,68,4", "near")
    c.line("50,68 50,58", "#2f6b3a", 0.9)
    for turn in range(0, 360, 60):
        with c.at(50, 58, 1, turn=turn):
            c.oval(0, -1.8, 1.4, 1.8, "#d8455f")
    c.dot(50, 58, 1.4, "accent")


def princess(c: Canvas) -> None:
    c.sky()
    c.disc(72, 22, 10)
    m.tower(c, 84, 70, 16, 34, "far", "mid")
    c.ground(66, "far", 2)
    m.robe(c, 44, 84, 44, "base", "light")
    m.head(c, 44, 36, 14, "light", "accent", long=True)
    m.crown(c, 44, 29.6, 10, "light")
    c.limb("54,52,5 62,50,4 68,44,3", "near")
    with c.at(72, 40, 0.7):
        c.blob("-6,3 -3,-2 3,-3 8,0 3,4 -2,5", "white")
        c.poly("-2,-1 2,-10 5,-1", "white")
        c.poly("-6,2 -9.4,3.4 -6,4", "accent")
    for x in (10, 18, 26):
        c.line(f"{x},84 {x},74", "#2f6b3a", 0.8)
        c.dot(x, 73, 1.9, "accent")
        c.dot(x, 73, 0.9, "light")
    c.ground(78, "near", 1)


def warlord(c: Canvas) -> None:
    c.sky("near", "low")
    c.disc(50, 34, 22)
    for x, high, flip in ((12, 44, True), (25, 52, True), (90, 46, False), (77, 54, False)):
        m.banner(c, x, 72, high, flip=flip)
    c.ground(66, "far", 2)
    c.blob("26,84 28,54 36,46 50,44 64,46 72,54 74,84", "base")
    c.blob("26,58 22,50 28,44 38,46 36,54", "near")
    c.blob("74,58 78,50 72,44 62,46 64,54", "near")
    c.poly("42,46 58,46 54,84 46,84", "ink", 0.4)
    c.blob("41,40 40,30 44,22 50,20 56,22 60,30 59,40 50,45", "near")
    c.poly("43,31 49,33 49,35 43,34", "light")
    c.poly("57,31 51,33 51,35 57,34", "light")
    c.limb("42,26,4 34,22,3 30,12,1", "light")
    c.limb("58,26,4 66,22,3 70,12,1", "light")
    with c.at(50, 70, 3.2, turn=180):
        m.sword(c)
    c.limb("34,58,7 40,66,6 49,66,5", "near")
    c.limb("66,58,7 60,66,6 51,66,5", "near")


def empress(c: Canvas) -> None:
    _throne(c)
    for turn in range(-75, 76, 15):
        with c.at(50, 38, 1, turn=turn):
            c.poly("-2.6,-8 0,-31 2.6,-8", "accent", 0.75)
    m.robe(c, 50, 86, 48, "near", "accent")
    c.blob("32,56 38,46 50,44 62,46 68,56 60,52 50,56 40,52", "base")
    m.head(c, 50, 34, 15, "light", "ink", long=True)
    m.crown(c, 50, 27, 16, tips=5)
    c.dot(30, 56, 5, "accent")
    c.line("30,51 30,46", "accent", 1.2)
    c.line("28,48 32,48", "accent", 1.2)
    c.limb("38,54,6 34,62,5 30,60,4", "near")
    c.limb("62,54,6 68,60,5 70,54,4", "near")
    c.line("70,80 70,34", "accent", 1.5)
    m.crown(c, 70, 33, 6)
