"""RES-0 to RES-7: what a hand is worth, one module a step, readable before fast."""
