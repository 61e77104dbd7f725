"""Pictures of Lands, Floods, Weather and Flames."""

from __future__ import annotations

from cloudy_pnp.draw.kit.random import Random
from fantasy_realms.art import motifs as m
from fantasy_realms.art.canvas import Canvas


def mountain(c: Canvas) -> None:
    c.sky()
    c.disc(74, 20, 9)
    m.peak(c, 24, 34, 26, 70, "far", "light")
    m.peak(c, 84, 30, 28, 72, "far", "light")
    m.peak(c, 54, 10, 38, 74, "base")
    c.ground(68, "near", 2)
    for x, high in ((8, 12), (15, 16), (23, 11), (80, 13), (88, 17), (95, 12)):
        m.pine(c, x, 72, high, "ink")


def cavern(c: Canvas) -> None:
    c.sky("ink", "near")
    c.blob("18,86 20,50 30,28 50,18 70,26 82,48 84,86", "far")
    c.glow(52, 50, 34, "light", 0.9)
    c.ground(70, "mid", 2)
    c.blob(
        "-10,-10 110,-10 110,90 84,90 86,58 78,34 70,30 66,40 60,24 52,34 46,22 40,36 34,30 24,40 16,62 16,90 -10,90",
        "ink",
    )
    for x, top, wide in ((30, 64, 5), (38, 68, 4), (70, 66, 5)):
        c.poly(f"{x - wide},80 {x},{top} {x + wide},80", "near")
    with c.at(53, 72, 1.35):
        c.blob("-9,2 -6,-2 0,-3.4 6,-2 9,2", "accent")
        for x, y in ((-4, -1), (0, -2.4), (4, -1), (-1, 0.6), (2, 0.4)):
            c.dot(x, y, 1, "light", 0.8)
    m.eye(c, 46, 44, 1.7)
    m.eye(c, 53, 44, 1.7)


def bell_tower(c: Canvas) -> None:
    c.sky()
    c.disc(50, 34, 19)
    c.ground(64, "far")
    c.poly("36,84 38,34 62,34 64,84", "base")
    c.poly("52,84 52,34 62,34 64,84", "ink", 0.25)
    c.poly("33,34 50,8 67,34", "accent")
    c.poly("50,8 67,34 56,34", "ink", 0.22)
    c.line("50,8 50,2", "ink", 0.9)
    c.blob("42,54 42,44 50,37 58,44 58,54", "ink")
    with c.at(50, 51, 0.62):
        c.blob("-7,4 -5.4,1 -5,-6 0,-10 5,-6 5.4,1 7,4 0,5.6", "accent")
        c.dot(0, 6.4, 1.7, "accent")
    c.box(38, 56, 24, 1.8, "near")
    c.blob("46,84 46,70 50,65 54,70 54,84", "ink")
    for x, y in ((14, 26), (24, 18), (80, 22), (86, 30)):
        c.line(f"{x - 3},{y} {x - 1.4},{y - 1.4} {x},{y} {x + 1.4},{y - 1.4} {x + 3},{y}", "ink", 0.6)
    c.ground(76, "near", 1.5)


def forest(c: Canvas) -> None:
    c.sky()
    c.disc(58, 28, 11)
    for x in range(2, 100, 9):
        m.pine(c, x, 62, 30 + x * 7 % 9, "far")
    c.ground(58, "far", 1.5)
    for x in range(6, 104, 15):
        m.pine(c, x, 72, 44 + x * 5 % 11, "mid")
    c.ground(67, "mid", 1.5)
    c.blob("40,86 48,70 54,60 58,70 68,86", "light", 0.85)
    for x, high in ((4, 62), (22, 56), (86, 66), (101, 58)):
        m.pine(c, x, 82, high, "near")
    c.ground(78, "ink", 1)
    with c.at(45, 54, 0.27):
        m.horse(c, "ink", "ink", head_up=True)
    c.line("50.4,55 46,50 47,44 44,41", "ink", 0.8)
    c.line("46,49 42,47", "ink", 0.7)
    c.line("51.4,55 54,50 57,48 57,43", "ink", 0.8)
    c.line("54.6,49.6 58,51", "ink", 0.7)


def earth_elemental(c: Canvas) -> None:
    c.sky()
    c.disc(50, 30, 25)
    m.elemental(c, "26,70 22,54 30,42 28,28 38,18 50,14 62,18 72,28 70,42 78,54 74,70 60,78 40,78", "base")
    for shape in (
        "30,42 40,46 36,58 24,56",
        "70,42 62,48 66,60 77,56",
        "40,20 52,15 55,24 44,29",
        "44,60 56,58 60,70 46,74",
    ):
        c.poly(shape, "near", 0.55)
    c.limb("28,48,12 14,52,11 10,64,13 14,74,10", "base")
    c.limb("72,48,12 86,52,11 90,64,13 86,74,10", "base")
    for x, y in ((34, 17), (44, 12), (58, 13), (66, 19)):
        m.pine(c, x, y + 3, 9, "ink")
    c.ground(73, "ink", 2.5)


def fountain_of_life(c: Canvas) -> None:
    c.sky()
    c.glow(50, 34, 36, "white", 0.9)
    c.ground(64, "far")
    for dx, top in ((-20, 30), (-11, 20), (0, 12), (11, 20), (20, 30)):
        c.line(f"50,46 {50 + dx * 0.45},{top} {50 + dx},{top + 12} {50 + dx * 1.08},52", "white", 2.2, opacity=0.85)
    c.blob("28,50 72,50 68,57 56,60 44,60 32,57", "mid")
    c.oval(50, 50, 22, 3.2, "base")
    c.poly("46,59 54,59 57,72 43,72", "mid")
    c.blob("16,72 84,72 80,80 66,84 34,84 20,80", "near")
    c.oval(50, 72, 34, 4.4, "base")
    c.oval(50, 72, 20, 2.2, "light", 0.5)
    for x in (12, 20, 80, 88):
        c.line(f"{x},84 {x + 1},74", "ink", 0.8)
        for turn in range(0, 360, 72):
            with c.at(x + 1, 72, 1, turn=turn):
                c.oval(0, -2, 1.1, 1.9, "accent")
        c.dot(x + 1, 72, 1.1, "light")


def swamp(c: Canvas) -> None:
    c.sky()
    c.disc(62, 24, 10)
    c.ground(54, "far", 2)
    for spine in (
        "18,70,8 20,48,5 15,30,3 8,18,1",
        "20,50,4 28,38,2.4 36,32,1",
        "16,36,3 22,24,1.6 24,14,0.8",
        "84,72,9 82,50,5 88,32,3 94,20,1",
        "83,52,4 74,42,2.4 68,40,1",
    ):
        c.limb(spine, "ink")
    for level, tone in ((60, "mid"), (67, "base"), (74, "near")):
        c.blob(f"-10,{level} 20,{level - 1.4} 50,{level + 0.6} 80,{level - 1} 110,{level} 110,100 -10,100", tone)
    for x, y, wide in ((42, 66, 7), (60, 71, 8), (28, 76, 9)):
        c.oval(x, y, wide, 1.3, "light", 0.25)
    for x in (40, 46, 70, 76):
        c.line(f"{x},80 {x + 1},62", "ink", 0.8)
        c.limb(f"{x + 1},63,2.6 {x + 1.2},56,2.4", "ink")
    m.eye(c, 55, 64.4, 1.5)
    m.eye(c, 60, 64.4, 1.5)


def great_flood(c: Canvas) -> None:
    c.sky("base", "low")
    m.cloud(c, 76, 14, 22, "near", 0.7)
    c.poly("60,70 60,46 68,40 76,46 76,70", "far")
    m.tower(c, 84, 70, 9, 30, "far", "near")
    c.blob("-12,90 -12,34 2,20 22,12 40,16 50,28 48,38 40,32 32,32 34,46 46,58 66,62 112,62 112,90", "base")
    c.blob("-12,90 -12,50 4,36 20,34 26,50 40,64 62,68 112,70 112,90", "near")
    c.line("2,21 22,13 40,17 49,28 47,37 40,32 33,33", "white", 2.4)
    for x, y, r in ((50, 24, 1.8), (55, 29, 1.3), (53, 35, 1), (46, 40, 1.4), (58, 24, 0.9)):
        c.dot(x, y, r, "white")
    c.line("-4,46 8,36 18,36", "mid", 1.2)
    c.line("-4,60 10,48 20,52 32,64", "mid", 1.2)
    m.waves(c, 75, "ink", "mid", 2, 16)
    with c.at(72, 64, 0.7, turn=14):
        c.blob("-10,0 10,0 7,5 -7,5", "accent")
        c.line("0,0 0,-11", "ink", 1)
        c.poly("0.6,-11 8,-3 0.6,-2", "light")


def island(c: Canvas) -> None:
    c.sky()
    c.disc(30, 26, 11)
    m.cloud(c, 78, 16, 13, "white", 0.8)
    m.waves(c, 56, "far", "white", 1.2, 18)
    c.blob("22,64 34,56 50,52 68,55 80,64 60,68 40,68", "#e8cf98")
    c.limb("50,58,5 52,44,3.4 58,30,2.6 62,24,2", "ink")
    for end in ("46,22", "50,36", "76,20", "78,32", "64,12"):
        x, y = (float(part) for part in end.split(","))
        c.limb(f"62,24,2 {(62 + x) / 2},{(24 + y) / 2 - 4},5 {x},{y},0.6", "near")
    c.dot(60, 27, 1.8, "accent")
    c.dot(64, 27.6, 1.8, "accent")
    m.waves(c, 68, "base", "white", 1.8, 15, 4)
    m.waves(c, 76, "near", "mid", 1.8, 17)


def water_elemental(c: Canvas) -> None:
    c.sky()
    c.disc(50, 28, 24)
    m.waves(c, 62, "mid", "white", 2, 15)
    m.elemental(c, "28,72 30,56 26,44 32,34 40,28 46,14 50,6 54,14 60,28 68,34 74,44 70,56 72,72 58,78 42,78", "base")
    c.line("36,68 40,58 36,46 42,36 47,22", "white", 1.2, opacity=0.6)
    c.line("64,66 66,54 62,44", "white", 1, opacity=0.5)
    c.limb("30,50,9 16,46,8 12,34,6 18,24,3 24,26,1", "base")
    c.limb("70,50,9 84,46,8 88,34,6 82,24,3 76,26,1", "base")
    for x, y, r in ((30, 20, 1.5), (70, 18, 1.8), (78, 14, 1), (24, 14, 1)):
        c.dot(x, y, r, "base")
    m.waves(c, 73, "near", "white", 2.2, 13, 5)


def rainstorm(c: Canvas) -> None:
    c.sky("near", "mid")
    c.ground(66, "far")
    m.rain(c, "storm", 70, "white", 5)
    for x, y, size, tone in ((24, 16, 26, "ink"), (72, 14, 28, "near"), (50, 22, 26, "base"), (88, 24, 18, "mid")):
        m.cloud(c, x, y, size, tone)
    c.ground(74, "near", 1.5)
    with c.at(56, 72, 1.25):
        c.blob("-9,-8 -7,-13 0,-16 7,-13 9,-8 6,-9 3,-8 0,-9 -3,-8 -6,-9", "accent")
        c.line("0,-15 0,-2", "ink", 0.7)
        m.person(c, 2, 3, 9, "ink")
    c.oval(34, 76, 9, 1.4, "light", 0.35)
    c.oval(78, 77, 11, 1.5, "light", 0.35)


def blizzard(c: Canvas) -> None:
    c.sky("base", "light")
    m.peak(c, 70, 24, 30, 70, "far", "white")
    m.peak(c, 34, 30, 30, 70, "far", "white")
    for x, high in ((12, 24), (84, 30), (94, 22)):
        m.pine(c, x, 72, high, "near")
        m.pine(c, x, 70, high * 0.8, "white")
    c.ground(66, "white", 3)
    for y, shift in ((26, 0), (38, 12), (50, -8)):
        c.line(
            (
                f"{-10 + shift},{y} {30 + shift},{y - 4} {64 + shift},{y + 1} {80 + shift},{y - 5} "
                f"{76 + shift},{y - 11} {68 + shift},{y - 9}"
            ),
            "white",
            1.8,
            opacity=0.85,
        )
    random = Random("blizzard")
    for _ in range(60):
        c.dot(random.between(0, 100), random.between(4, 78), random.between(0.4, 1.2), "white")
    for x, y, size in ((50, 40, 9), (28, 20, 5), (80, 46, 5.5)):
        with c.at(x, y, size / 10):
            for turn in range(0, 180, 60):
                with c.at(0, 0, 1, turn=turn):
                    c.line("0,-9 0,9", "ink", 1.3)
                    for way in (-1, 1):
                        c.line(f"-3,{way * 8} 0,{way * 5} 3,{way * 8}", "ink", 1, straight=True)


def smoke(c: Canvas) -> None:
    c.sky("mid", "low")
    c.ground(62, "far", 2)
    c.limb("52,66,5 48,54,9 56,42,14 48,28,19 58,12,25 54,-8,30", "near")
    c.limb("54,66,3 52,54,5 60,42,8 53,28,11 63,13,14 62,-8,16", "base")
    m.spiral(c, 44, 34, 7, "ink", 1, 1.7)
    m.spiral(c, 64, 18, 8, "ink", 1, 1.8)
    c.ground(72, "near", 1.5)
    c.poly("38,76 66,69 68,72 40,79", "ink")
    c.poly("40,69 68,76 66,79 38,72", "ink")
    m.flame(c, 53, 73, 13, "#d8551f", "accent")


def whirlwind(c: Canvas) -> None:
    c.sky("near", "low")
    m.cloud(c, 30, 10, 26, "ink")
    m.cloud(c, 74, 8, 28, "near")
    c.ground(68, "far", 2)
    for index in range(11):
        y, wide = 18 + index * 5, 27 - index * 2.3
        x = 54 + (4 if index % 2 else -3)
        c.oval(x, y, wide, 4.2 - index * 0.2, ("base", "mid", "near")[index % 3])
        c.line(
            f"{x - wide},{y} {x - wide * 0.4},{y + 2.6} {x + wide * 0.5},{y + 2.4} {x + wide * 0.9},{y - 1}",
            "white",
            0.7,
            opacity=0.8,
        )
    for x, y, turn in ((22, 48, 20), (84, 40, -30), (80, 58, 60), (30, 62, -20)):
        with c.at(x, y, 0.8, turn=turn):
            c.poly("-4,0 0,-4 4,0 3,0 3,4 -3,4 -3,0", "ink")
    c.ground(76, "near", 1.5)


def air_elemental(c: Canvas) -> None:
    c.sky()
    c.disc(50, 30, 25)
    for x, y, size in ((14, 56, 14), (88, 50, 15), (80, 14, 10), (26, 66, 12)):
        m.cloud(c, x, y, size, "white", 0.9)
    m.elemental(c, "30,66 24,50 28,38 26,28 36,22 44,12 56,12 64,22 74,28 72,38 76,50 70,66 56,72 44,72", "base")
    for x, y, r in ((28, 30, 7), (72, 30, 7), (38, 62, 7), (62, 62, 7)):
        m.spiral(c, x, y, r, "white", 1.3, 1.8)
    c.limb("28,46,8 14,40,7 8,28,4 14,20,1", "base")
    c.limb("72,46,8 86,40,7 92,28,4 86,20,1", "base")
    m.cloud(c, 40, 78, 24, "white")
    m.cloud(c, 76, 80, 22, "white")


def wildfire(c: Canvas) -> None:
    c.sky("near", "accent")
    c.glow(54, 60, 46, "accent", 0.8)
    for x in range(4, 102, 13):
        m.pine(c, x, 68, 34 + x * 3 % 10, "near")
    for x, high in ((8, 40), (24, 30), (40, 46), (56, 56), (72, 42), (88, 50), (100, 34)):
        m.flame(c, x, 76, high)
    for x in (18, 48, 66, 94):
        m.pine(c, x, 80, 30, "ink")
    random = Random("sparks")
    for _ in range(24):
        c.dot(random.between(4, 96), random.between(4, 40), random.between(0.3, 0.9), "light")
    c.ground(75, "ink", 2)


def candle(c: Canvas) -> None:
    c.sky("ink", "near")
    c.glow(52, 28, 44, "accent", 0.95)
    c.glow(52, 28, 20, "light", 0.9)
    c.ground(70, "ink", 1)
    c.blob("40,74 40,44 42,41 62,41 64,46 64,74", "light")
    c.blob("56,74 58,41 62,41 64,46 64,74", "accent", 0.5)
    c.blob("40,44 42,54 44,58 46,52 48,46 52,50 54,47 64,45 62,41 42,41", "white")
    c.line("52,42 52.6,36", "ink", 0.9)
    m.flame(c, 52, 38, 22, "base", "accent")
    c.blob("30,74 74,74 70,80 34,80", "accent")
    c.line("74,75 82,73 83,79 74,79", "accent", 1.6)


def forge(c: Canvas) -> None:
    c.sky("ink", "near")
    c.blob("48,70 48,34 60,22 78,22 90,34 90,70", "ink")
    c.blob("53,70 53,40 62,30 76,30 85,40 85,70", "base")
    for x, high in ((60, 22), (69, 30), (78, 20)):
        m.flame(c, x, 70, high)
    c.glow(68, 56, 32, "accent", 0.5)
    c.ground(72, "ink", 0.6)
    with c.at(33, 76, 1.1):
        c.poly("-16,-20 14,-20 14,-16 6,-12 4,-6 9,0 -9,0 -4,-6 -6,-12 -14,-14", "mid")
        c.poly("-16,-20 14,-20 14,-18.4 -15,-18.4", "light")
    with c.at(34, 49, 1, turn=-58):
        c.box(-1.2, -4, 2.4, 28, "near")
        c.box(-5.4, -10, 10.8, 8, "far")
    for x, y in ((24, 48), (18, 44), (27, 43), (40, 46), (14, 50)):
        c.line(f"30,53 {x},{y}", "accent", 0.6)


def lightning(c: Canvas) -> None:
    c.sky("ink", "mid")
    c.glow(56, 34, 34, "light", 0.6)
    m.cloud(c, 34, 14, 28, "near")
    m.cloud(c, 78, 12, 26, "ink")
    m.cloud(c, 56, 18, 22, "base")
    m.bolt(c, 55, 18, 50, "light")
    m.bolt(c, 82, 20, 26, "accent")
    c.ground(68, "near", 2)
    c.limb("57,76,6 55,66,4 50,58,2 45,54,0.8", "ink")
    c.limb("57,68,3 63,60,2 68,58,0.8", "ink")
    c.ground(75, "ink", 1.6)


def fire_elemental(c: Canvas) -> None:
    c.sky("near", "low")
    c.disc(50, 32, 26, "accent")
    c.limb("30,54,10 15,48,9 10,34,6 16,22,1", "near")
    c.limb("70,54,10 85,48,9 90,34,6 84,22,1", "near")
    m.elemental(
        c, "26,74 24,56 30,44 27,30 35,34 38,20 44,26 50,4 56,26 63,18 65,34 73,30 70,44 76,56 74,74 50,80", "base"
    )
    c.blob("38,78 36,66 42,58 44,62 50,54 56,62 59,57 64,66 62,78", "accent")
    c.blob("45,80 44,72 50,64 56,72 55,80", "light")
    for x, high in ((10, 14), (22, 20), (80, 18), (92, 14)):
        m.flame(c, x, 80, high, "near", "accent")
