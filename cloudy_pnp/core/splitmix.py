"""SplitMix64: random numbers from plain integer arithmetic, the same on every machine and in every Python."""

from __future__ import annotations

MASK = (1 << 64) - 1
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def stepped(state: int) -> int:
    """Return the next state of a generator; `mixed` turns it into a number.

    >>> mixed(stepped(0))
    16294208416658607535
    """
    return (state + STEP) & MASK


def mixed(bits: int) -> int:
    """Return 64 bits, each of which depends on all of `bits`."""
    bits = (bits ^ bits >> 30) * FIRST & MASK
    bits = (bits ^ bits >> 27) * SECOND & MASK
    return bits ^ bits >> 31
