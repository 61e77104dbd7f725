"""RES-0 to RES-7: the value of a hand, one module per step, readable before fast."""
