"""The fast pass of `tables`, compiled by numba (the extra `simulate`): many boards at once, or one placement.

Import this module only where numba may be needed: it is not part of a plain installation. The kernels are
plain functions on arrays, compiled at the end of the module and kept on disk.

Boards are arrays of ways (`tables.Ways`, the low byte is enough), **one row a field and one column a board**:
so a field of many boards lies side by side in memory, and small boards are worked on in step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.games.cloudy_kingdom.sim.face_tables import EXITS, JOINED, Frame, Ways

Bytes: TypeAlias = NDArray[np.uint8]
Found: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int32]

_LANES = 256  # boards worked on in step; more than the width of any processor's registers, little enough to cache
_NO_LABEL = 255
_EXITS = np.array(EXITS, dtype=np.uint8)


class CompiledFrame:
    """The castles around a board, ready for arrays of boards."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pairs: Numbers = np.array(frame.pairs, dtype=np.int32).reshape(-1, 3)
        self.beyond: Numbers = np.array(frame.beyond, dtype=np.int32)

    @staticmethod
    def array(boards: Sequence[Sequence[Ways]]) -> Bytes:
        """Boards as `Tables.fields` gives them, as an array for the methods here."""
        return np.ascontiguousarray(np.array(boards, dtype=np.uint16).T & JOINED, dtype=np.uint8)

    def connected(self, fields: Bytes) -> Found:
        """CON-8 for many boards: one row for each of the frame's axes, one column a board."""
        rows, cols = self.frame.rows, self.frame.cols
        found: Found = np.zeros((len(self.frame.axes), fields.shape[1]), dtype=np.bool_)
        few_labels = rows + cols + rows * cols < _NO_LABEL
        kernel = _connected_in_step if few_labels else _connected_one_by_one
        kernel(fields, rows, cols, self.pairs, found)
        return found

    def connected_through(self, fields: Bytes, at: Numbers) -> Found:
        """For each board, the axes that have a route through one field of it, `at[board]`."""
        found: Found = np.zeros((len(self.frame.axes), fields.shape[1]), dtype=np.bool_)
        _connected_through(fields, at, _EXITS, self.beyond, self.pairs, found)
        return found


def root(parent: Numbers, label: int) -> int:
    """The label that stands for all that were joined with this one."""
    while parent[label] != label:
        parent[label] = parent[parent[label]]
        label = parent[label]
    return label


def connected_one_by_one(fields: Bytes, rows: int, cols: int, pairs: Numbers, found: Found) -> None:
    """As `Frame.connected`, for boards of any size. Label 0 stands for no vine."""
    parent = np.empty(rows + cols + rows * cols + 1, np.int32)
    above = np.empty(cols, np.int32)
    castles = np.empty(2 * (rows + cols), np.int32)
    for label in range(rows + cols):
        castles[label] = label + 1
    for board in range(fields.shape[1]):
        for label in range(rows + cols + 1):
            parent[label] = label
        for col in range(cols):
            above[col] = col + 1
        at = 0
        for row in range(rows):
            left = np.int32(cols + row + 1)
            for col in range(cols):
                ways = np.int32(fields[at, board])
                at += 1
                own = np.int32(rows + cols + at)
                parent[own] = own
                north = above[col]
                if ways & 1 and north and left and north != left:
                    north = np.int32(_root(parent, north))
                    parent[_root(parent, left)] = north
                    left = north
                both = north if north else left
                down = both if ways & 6 == 6 else (north & -(ways >> 1 & 1)) | (left & -(ways >> 2 & 1))
                right = both if ways & 24 == 24 else (north & -(ways >> 3 & 1)) | (left & -(ways >> 4 & 1))
                new = own if ways & 32 and not down else np.int32(0)
                above[col] = down | new
                left = right | new
            castles[2 * cols + rows + row] = left
        for col in range(cols):
            castles[cols + rows + col] = above[col]
        for pair in range(len(pairs)):
            label, other = castles[pairs[pair, 1]], castles[pairs[pair, 2]]
            if label and other and _root(parent, label) == _root(parent, other):
                found[pairs[pair, 0], board] = True


def connected_in_step(fields: Bytes, rows: int, cols: int, pairs: Numbers, found: Found) -> None:
    """As `Frame.connected`, for boards with so few labels that one fits in a byte.

    Every operation is done for many boards before the next one, without branches, so that the processor can
    do dozens of boards at once. Joined labels are replaced at once wherever they still matter: at the castles
    (counted as in `Frame`; those of the south are the rims that the pass leaves behind in each column).
    """
    labels = np.zeros((2 * (rows + cols), _LANES), np.uint8)
    left, kept, gone = np.zeros(_LANES, np.uint8), np.zeros(_LANES, np.uint8), np.zeros(_LANES, np.uint8)
    south, east = cols + rows, 2 * cols + rows
    for start in range(0, fields.shape[1], _LANES):
        lanes = min(_LANES, fields.shape[1] - start)
        for castle in range(south):
            labels[castle, :] = castle + 1
        for col in range(cols):
            labels[south + col, :] = col + 1
        labels[east:, :] = 0
        for row in range(rows):
            left[:] = cols + row + 1
            for col in range(cols):
                at = row * cols + col
                own = np.uint8(rows + cols + at + 1)
                here, above = fields[at, start : start + lanes], labels[south + col]
                for lane in range(lanes):
                    ways, north, west = here[lane], above[lane], left[lane]
                    join = ways & 1 != 0 and north != 0 and west != 0
                    kept[lane] = north
                    gone[lane] = west if join else _NO_LABEL
                    west = north if join else west
                    down = (north if ways & 2 else 0) | (west if ways & 4 else 0)
                    right = (north if ways & 8 else 0) | (west if ways & 16 else 0)
                    new = own if ways & 32 != 0 and down == 0 else 0
                    above[lane] = down | new
                    left[lane] = right | new
                for castle in range(len(labels)):
                    if (cols + row < castle < south) or castle >= east + row:
                        continue  # the castle has not been met yet
                    there = labels[castle]
                    for lane in range(_LANES):
                        there[lane] = kept[lane] if there[lane] == gone[lane] else there[lane]
            labels[east + row] = left
        for pair in range(len(pairs)):
            label, other = labels[pairs[pair, 1]], labels[pairs[pair, 2]]
            axis = found[pairs[pair, 0], start : start + lanes]
            for lane in range(lanes):
                axis[lane] |= label[lane] == other[lane] and label[lane] != 0


def connected_through(fields: Bytes, at: Numbers, exits: Bytes, beyond: Numbers, pairs: Numbers, found: Found) -> None:
    """As `Frame.connected_through`: walk from each port of the field, and see which castles are met."""
    met = np.zeros(len(beyond), np.int64)  # by castle: the walk that met it
    known = np.zeros(len(beyond), np.int64)  # by field and direction of entry: the walk that came there
    waiting = np.empty(len(beyond), np.int32)
    walk = 0
    for board in range(fields.shape[1]):
        done = 0
        for port in range(4):
            group = exits[fields[at[board], board], port]
            if group == 0 or done >> port & 1:
                continue
            group |= 1 << port
            done |= group
            walk += 1
            count = 0
            for way in range(4):
                if group >> way & 1:
                    known[4 * at[board] + way] = walk
                    waiting[count] = 4 * at[board] + way
                    count += 1
            while count:
                count -= 1
                there = beyond[waiting[count]]
                if there < 0:
                    met[-1 - there] = walk
                    continue
                entry = waiting[count] & 3 ^ 2
                if known[4 * there + entry] == walk:
                    continue
                onward = exits[fields[there, board], entry]
                known[4 * there + entry] = walk
                for way in range(4):
                    if onward >> way & 1:
                        known[4 * there + way] = walk  # the whole group is left from here
                        waiting[count] = 4 * there + way
                        count += 1
            for pair in range(len(pairs)):
                if met[pairs[pair, 1]] == walk and met[pairs[pair, 2]] == walk:
                    found[pairs[pair, 0], board] = True


def _compiled(function: Any) -> Any:
    return numba.njit(cache=True)(function)


_root = _compiled(root)
_connected_one_by_one = _compiled(connected_one_by_one)
_connected_in_step = _compiled(connected_in_step)
_connected_through = _compiled(connected_through)
