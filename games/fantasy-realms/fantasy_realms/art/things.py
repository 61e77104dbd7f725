"""Pictures of Beasts, Weapons, Artifacts and wild cards."""

from __future__ import annotations

from fantasy_realms.art import motifs as m
from fantasy_realms.art.canvas import Canvas


def unicorn(c: Canvas) -> None:
    c.sky("near", "low")
    m.stars(c, "unicorn")
    c.disc(52, 34, 22)
    for x, high in ((6, 44), (90, 48), (98, 38)):
        m.pine(c, x, 72, high, "mid")
    c.ground(66, "base", 2)
    with c.at(30, 16, 0.64):
        m.horse(c, "white", "far", far="far")
        c.poly("15,7 6,-19 20,4", "accent")
        c.line("13.4,2 16.4,0.6", "deep", 0.8)
        c.line("11,-5 14,-6.4", "deep", 0.8)
    c.ground(73, "near", 1)


def basilisk(c: Canvas) -> None:
    with c.at(100, 0, flip=True):  # it looks away from the corner with the strength
        _basilisk(c)


def _basilisk(c: Canvas) -> None:
    c.sky("base", "low")
    c.disc(34, 26, 14)
    c.ground(64, "far", 3)
    c.limb("92,60,3 78,72,8 58,74,13 44,66,15 52,54,15 68,56,14 70,44,13 58,34,12 44,32,11 36,26,9", "near")
    for x, y in ((60, 70), (50, 68), (50, 60), (58, 58), (68, 56), (68, 46), (60, 38), (50, 34)):
        c.oval(x, y, 2.6, 1.8, "mid", 0.7)
    c.blob("44,36 34,36 24,31 20,25 28,20 38,17 48,22", "near")
    c.blob("20,26 30,27 38,31 30,32 23,30", "ink")
    c.poly("24,27 25.4,30.6 27,27.4", "white")
    for x, y in ((34, 18), (39, 16), (45, 18)):
        c.poly(f"{x - 3},{y + 3} {x},{y - 8} {x + 3},{y + 3}", "accent")
    m.eye(c, 34, 23, 2.4)
    c.line("20,27 13,29 10,27", "accent", 0.8)
    c.line("13,29 11,31.6", "accent", 0.8)
    for x, y in ((16, 62), (84, 50)):
        m.person(c, x, y + 12, 20, "far", "far", arm="0,-6,1 3,-8,0.8")
    c.ground(77, "ink", 1.2)


def warhorse(c: Canvas) -> None:
    c.sky()
    c.disc(36, 24, 12)
    m.banner(c, 88, 70, 44)
    c.ground(64, "far", 2)
    with c.at(20, 8, 0.72):
        m.horse(c, "near", "ink", far="ink")
        c.blob("27,34 44,32 70,34 84,40 86,62 70,60 50,66 30,64 24,50", "accent")
        c.blob("30,38 46,36 70,38 81,43 82,57 70,55 50,61 33,59 28,50", "base")
        c.blob("46,34 52,28 62,28 66,36 56,38", "ink")
        c.limb("21,9,14 13,17,11 7,23,8", "mid")
        c.dot(14, 14, 1.2, "ink")
        c.line("8,26 26,34 48,34", "ink", 1)
    c.ground(73, "ink", 1.2)


def dragon(c: Canvas) -> None:
    with c.at(100, 0, flip=True):  # it looks away from the corner with the strength
        _dragon(c)


def _dragon(c: Canvas) -> None:
    c.sky("near", "low")
    c.disc(70, 22, 10)
    m.peak(c, 84, 36, 26, 74, "far")
    m.peak(c, 10, 44, 26, 74, "far")
    with c.at(52, 44, 0.95):
        m.wing(c, "base", "near")
    with c.at(42, 46, 0.8, flip=True):
        m.wing(c, "mid", "near")
    c.limb("92,66,1.5 84,74,5 66,72,11 52,62,18 44,48,16 40,34,10 32,24,8 26,24,7", "near")
    c.limb("58,64,8 62,72,6 58,80,5", "near")
    c.limb("46,58,7 42,68,5 38,78,5", "near")
    c.poly("90,68 98,60 96,70", "near")
    c.blob("34,30 24,31 14,28 12,24 22,21 26,16 34,15 39,22", "near")
    c.limb("34,16,3 41,10,2 48,9,0.6", "near")
    c.poly("13,26 24,26 15,29.6", "light")
    m.eye(c, 27, 20.6, 1.6)
    for x, y in ((44, 33), (49, 44), (57, 54), (66, 64)):
        c.poly(f"{x - 1},{y + 2} {x + 4},{y - 5} {x + 4},{y + 3}", "ink")
    with c.at(11, 27, 1, turn=-102):
        m.flame(c, 0, 0, 15, "#d8551f", "accent")
    c.ground(75, "ink", 1.6)
    c.blob("30,80 36,75 50,73 62,75 68,80", "accent")


def hydra(c: Canvas) -> None:
    c.sky("mid", "low")
    c.disc(50, 30, 20)
    c.ground(60, "far", 2)
    for spine, hx, hy, flip in (
        ("46,70,12 32,58,9 22,44,7 20,32,5", 20, 30, False),
        ("50,68,12 40,50,9 38,32,7 32,20,5", 32, 18, False),
        ("54,68,13 54,46,10 50,28,8 50,14,6", 50, 13, False),
        ("58,68,12 68,50,9 66,32,7 70,20,5", 70, 18, True),
        ("62,70,12 76,60,9 84,46,7 84,34,5", 84, 32, True),
    ):
        c.limb(spine, "near")
        with c.at(hx, hy, 0.62, flip=flip):
            c.blob("4,8 -8,8 -16,4 -14,0 -6,-4 2,-7 9,-3 9,6", "near")
            c.poly("-15,4 -4,4 -13,8", "light")
            c.poly("2,-6 8,-14 9,-4", "accent")
            c.dot(-3, -1, 1.7, "accent")
    c.blob("30,86 32,72 44,64 60,63 72,70 78,86", "near")
    for level, tone in ((72, "base"), (77, "ink")):
        m.waves(c, level, tone, "mid", 1.3, 18)


def warship(c: Canvas) -> None:
    c.sky()
    c.disc(78, 22, 10)
    m.cloud(c, 20, 44, 14, "white", 0.7)
    m.waves(c, 60, "far", "white", 1.5, 16)
    c.line("50,64 50,8", "ink", 1.6)
    c.line("70,62 70,18", "ink", 1.3)
    c.blob("30,18 50,14 56,20 58,34 52,44 28,40 35,30", "light")
    c.blob("60,24 71,22 77,28 77,38 72,44 59,42 63,34", "light")
    with c.at(44, 29, 1.2):
        m.shield(c, "accent", "deep")
    m.banner(c, 50, 12, 9, flip=True)
    c.blob("16,54 26,58 74,58 90,48 86,64 76,72 30,72 22,66", "near")
    c.line("20,61 50,63 84,58", "accent", 1.4)
    for x in (34, 44, 54, 64, 74):
        c.dot(x, 66, 1.8, "ink")
    c.line("18,55 6,46", "ink", 1.4)
    m.waves(c, 72, "mid", "white", 2, 13)
    m.waves(c, 77, "base", "white", 1.6, 15, 6)


def _shine(c: Canvas, x: float, y: float, radius: float, rays: int = 12) -> None:
    """An object of renown lies in light."""
    c.sky("near", "low", 70)
    c.glow(x, y, radius * 1.5, "light", 0.95)
    for ray in range(rays):
        with c.at(x, y, 1, turn=ray * 360 / rays):
            c.poly(f"-1.5,{-radius * 0.8} 0,{-radius * 1.5} 1.5,{-radius * 0.8}", "light", 0.55)


def magic_wand(c: Canvas) -> None:
    _shine(c, 68, 24, 18)
    with c.at(68, 24, 1, turn=38):
        c.limb("0,6,2.6 0.8,30,3.2 -0.4,62,2.2", "ink")
        c.line("1.3,12 -1.3,17", "accent", 1)
        c.line("1.5,22 -1.3,27", "accent", 1)
        c.line("1.6,32 -1.4,37", "accent", 1)
    for turn in range(0, 360, 45):
        with c.at(68, 24, 1, turn=turn):
            long = 12 if turn % 90 == 0 else 7
            c.poly(f"-1.8,0 0,{-long} 1.8,0", "accent")
    c.dot(68, 24, 3, "white")
    for x, y, r in ((40, 20, 1.2), (50, 12, 0.9), (86, 44, 1.2), (78, 56, 0.9), (46, 34, 0.8), (90, 14, 1)):
        c.dot(x, y, r, "white")


def sword_of_keth(c: Canvas) -> None:
    _shine(c, 54, 36, 22)
    c.blob("22,84 34,68 54,62 74,68 88,84", "ink")
    c.blob("34,84 42,72 54,67 66,72 76,84", "near")
    with c.at(54, 26, 4.6, turn=180):
        m.sword(c, "white", "accent", "far")
    c.dot(54, 11.8, 1.6, "white")
    c.blob("44,72 50,68 58,68 64,72 54,76", "ink")


def elven_longbow(c: Canvas) -> None:
    c.sky("near", "low", 70)
    c.disc(52, 36, 26)
    with c.at(54, 40, 6.2):
        c.line("1.4,-5.6 -0.2,-4.6 -1.3,-2.6 -1,-0.9 -1.3,0 -1,0.9 -1.3,2.6 -0.2,4.6 1.4,5.6", "deep", 0.62)
        c.line("1.4,-5.6 -0.2,-4.6 -1.3,-2.6 -1,-0.9 -1.3,0 -1,0.9 -1.3,2.6 -0.2,4.6 1.4,5.6", "accent", 0.34)
        c.line("1.4,-5.6 4,0 1.4,5.6", "ink", 0.1, straight=True)
        c.line("-5.4,0 4,0", "ink", 0.22)
        c.poly("-5.2,-0.5 -7,0 -5.2,0.5", "ink")
        c.poly("3,-0.6 4.2,-0.6 3.6,0 4.2,0.6 3,0.6 2.4,0", "accent")
    for x, y, turn in ((24, 66, 20), (80, 60, -40), (16, 56, 60), (88, 22, 10)):
        with c.at(x, y, 0.8, turn=turn):
            c.blob("0,-6 3,-1 0,6 -3,-1", "base")
            c.line("0,-5 0,5", "ink", 0.4)


def war_dirigible(c: Canvas) -> None:
    c.sky()
    for x, y, size in ((18, 62, 16), (84, 66, 18), (86, 14, 11)):
        m.cloud(c, x, y, size, "white", 0.9)
    c.blob("14,32 24,20 44,13 66,15 82,24 88,32 82,40 66,48 44,50 24,44", "base")
    c.blob("14,32 30,33 60,34 88,32 82,40 66,48 44,50 24,44", "ink", 0.3)
    for x in (34, 50, 66):
        c.line(f"{x},15 {x + 3},32 {x},49", "near", 0.7)
    c.poly("80,26 96,16 93,32 96,48 80,38", "accent")
    with c.at(50, 31, 1.8):
        m.shield(c, "light")
    c.line("38,50 40,60", "ink", 0.7)
    c.line("64,49 62,60", "ink", 0.7)
    c.blob("32,58 70,58 66,68 38,68", "ink")
    for x in (40, 48, 56):
        c.box(x, 60.4, 4, 3, "accent")
    c.line("30,64 22,66", "ink", 2)
    c.line("70,62 76,62", "ink", 1)
    c.limb("76,55,0.6 77,62,2 76,69,0.6", "near")


def shield_of_keth(c: Canvas) -> None:
    _shine(c, 52, 38, 26, 16)
    with c.at(52, 40, 6.4):
        m.shield(c, "base", "ink")
        c.poly("0,-4.3 3.3,-4 3.4,-1 2.3,2.2 0,4.3", "ink", 0.2)
        c.poly("-0.5,-4.2 0.5,-4.2 0.5,4 -0.5,4", "light")
        c.poly("-3.3,-1.7 3.3,-1.7 3.3,-0.7 -3.3,-0.7", "light")
        c.dot(0, -1.2, 1.5, "ink")
        c.dot(0, -1.2, 1.1, "accent")
        for x, y in ((-3.4, -3.6), (3.4, -3.6), (-3.5, -0.6), (3.5, -0.6), (0, 4.6)):
            c.dot(x, y, 0.28, "light")


def gem_of_order(c: Canvas) -> None:
    _shine(c, 52, 36, 25, 16)
    c.poly("34,22 70,22 84,38 52,70 20,38", "accent")
    c.poly("34,22 42,38 20,38", "#b06aa0")
    c.poly("34,22 52,22 42,38", "#e0b3d4")
    c.poly("52,22 70,22 62,38", "#c98abb")
    c.poly("52,22 62,38 42,38", "#f4dcee")
    c.poly("42,38 62,38 52,70", "#c98abb")
    c.poly("20,38 42,38 52,70", "#9a4f8a")
    c.blob("30,80 38,74 66,74 74,80", "ink")
    for step in range(5):
        c.dot(36 + step * 8, 77.4, 1, "light")


def world_tree(c: Canvas) -> None:
    c.sky("mid", "low")
    c.glow(52, 28, 44, "light", 0.9)
    c.blob("12,34 16,20 30,10 44,8 56,4 72,8 86,18 92,32 86,42 74,44 60,40 46,44 30,44 18,42", "#4f8a45")
    c.blob("22,32 28,20 42,16 50,24 44,34 32,38", "#7db35a")
    c.blob("58,30 62,16 76,16 84,28 76,36 66,36", "#7db35a")
    for spine in (
        "52,74,12 51,58,9 50,44,6 44,30,2",
        "51,52,7 60,42,4 70,30,1.4",
        "50,48,5 38,42,3 28,32,1.2",
        "51,46,4 54,34,2.4 56,22,1",
    ):
        c.limb(spine, "ink")
    for spine in ("50,70,8 40,76,5 26,80,2", "54,70,8 64,76,5 80,80,2", "52,70,6 51,78,5 48,86,3"):
        c.limb(spine, "ink")
    for x, y, tone in (
        (26, 26, "#cf4420"),
        (36, 40, "#2a6fb0"),
        (48, 14, "accent"),
        (62, 22, "#d79b1c"),
        (80, 22, "#6b3fa0"),
        (72, 40, "white"),
        (86, 36, "#79aecb"),
    ):
        c.dot(x, y, 2.4, tone)
        c.dot(x - 0.7, y - 0.7, 0.7, "white")
    c.ground(77, "near", 1.5)


def book_of_changes(c: Canvas) -> None:
    _shine(c, 52, 44, 26, 14)
    c.poly("12,34 50,42 50,76 12,68", "deep")
    c.poly("92,34 54,42 54,76 92,68", "deep")
    c.blob("15,32 24,28 40,31 52,40 52,73 40,65 24,62 15,65", "light")
    c.blob("89,32 80,28 64,31 52,40 52,73 64,65 80,62 89,65", "white")
    for y in (38, 43, 48, 53, 58):
        c.line(f"21,{y - 2} 32,{y - 2.4} 45,{y + 3}", "near", 0.6)
    for index, tone in enumerate(("#7d5a3c", "#2a6fb0", "#cf4420", "#3f8a45", "#6b3fa0")):
        with c.at(70, 48, 1, turn=index * 72):
            c.blob("0,-10 3.4,-5.4 0,-2.4 -3.4,-5.4", tone)
    for x, y, tone in (
        (40, 20, "#cf4420"),
        (52, 12, "#2a6fb0"),
        (64, 20, "#3f8a45"),
        (30, 10, "accent"),
        (76, 10, "base"),
    ):
        c.poly(f"{x - 3},{y} {x},{y - 4} {x + 3},{y} {x},{y + 4}", tone)


def protection_rune(c: Canvas) -> None:
    c.sky("near", "low", 70)
    c.ground(66, "mid", 2)
    c.blob("28,82 26,40 32,18 46,8 60,9 74,20 78,42 76,82", "near")
    c.blob("32,82 31,42 36,22 47,13 58,14 69,24 73,43 71,82", "base")
    c.glow(52, 40, 26, "light", 0.9)
    for width, tone in ((4.6, "deep"), (2.4, "white")):
        c.line("52,20 52,62", tone, width)
        c.line("52,32 40,22", tone, width)
        c.line("52,32 64,22", tone, width)
        c.line("40,50 52,40", tone, width)
        c.line("64,50 52,40", tone, width)
    for x in (12, 20, 84, 92):
        c.limb(f"{x},84,2.4 {x - 3},74,0.6", "ink")
        c.limb(f"{x},84,2.4 {x + 2},72,0.6", "ink")
    c.ground(78, "ink", 1)


def shapeshifter(c: Canvas) -> None:
    c.sky("near", "low", 70)
    c.glow(52, 40, 40, "light", 0.8)
    m.spiral(c, 52, 42, 40, "mid", 1.6, 2.6)
    c.blob("52,14 34,18 30,34 34,50 44,62 52,66", "light")
    c.blob("52,14 70,18 74,34 70,50 60,62 52,66", "ink")
    c.poly("58,16 70,2 70,22", "ink")
    m.eye(c, 61, 36, 4.4)
    c.oval(43, 37, 3.6, 2, "ink")
    c.line("38,31.6 43,30 48,32", "ink", 1)
    c.line("44,54 48,55.4 52,55", "ink", 1)
    c.poly("52,52 70,46 60,56 66,56 52,61", "accent")
    c.line("36,22 42,15 51,14", "deep", 2)
    for y in (22, 27):
        c.line(f"58,{y + 22} 78,{y + 18}", "light", 0.6)


def mirage(c: Canvas) -> None:
    c.sky("accent", "light")
    c.disc(72, 18, 11)
    c.ground(46, "far", 1.4)
    for x, wide, high in ((38, 8, 22), (50, 11, 30), (62, 8, 20)):
        m.tower(c, x, 48, wide, high, "mid", "base")
    for y in (50, 53, 56):
        c.line(f"26,{y} 40,{y - 0.8} 56,{y + 0.8} 76,{y}", "white", 1, opacity=0.9)
    for x, wide, high in ((38, 8, 12), (50, 11, 17), (62, 8, 11)):
        c.poly(
            (
                f"{x - wide / 2},57 {x + wide / 2},57 {x + wide / 2},{57 + high * 0.6} {x},{57 + high} "
                f"{x - wide / 2},{57 + high * 0.6}"
            ),
            "base",
            0.3,
        )
    c.blob("-10,64 20,60 50,68 84,60 110,64 110,100 -10,100", "base")
    c.blob("-10,74 24,70 60,76 110,68 110,100 -10,100", "near")
    with c.at(20, 58, 0.16):
        m.horse(c, "ink", "ink")
        m.rider(c, "ink")
        c.blob("58,34 66,16 76,34", "ink")


def doppelganger(c: Canvas) -> None:
    c.sky("near", "low", 70)
    c.blob("56,84 56,16 62,8 78,6 92,10 97,18 97,84", "deep")
    c.blob("60,84 60,19 65,12 78,10 89,14 93,20 93,84", "far")
    c.line("64,30 76,16", "white", 1.4, opacity=0.8)
    c.line("66,38 84,17", "white", 0.9, opacity=0.8)
    for x, flip, tone, face in ((32, False, "ink", "light"), (77, True, "base", "far")):
        with c.at(x, 84, 1, flip=flip):
            with c.at(0, 0, 1):
                m.robe(c, 0, 0, 40, tone, "accent" if not flip else "mid")
            c.blob("-11,-36 -8,-52 0,-60 8,-52 11,-36 0,-30", tone)
            c.blob("-5,-38 -4,-48 0,-52 4,-48 5,-38 0,-34", face)
            c.limb("10,-28,6 18,-32,5 23,-36,4", tone)
    c.ground(81, "ink", 0.6)
