"""SPL: the choices and effects of spells. Importing this package fills the table of `step_rules`, one row per step."""

from cloudy_pnp.games.cloudy_kingdom.rules.spells import blocks, board_steps, card_steps, hand_steps, turn_steps

__all__ = ["blocks", "board_steps", "card_steps", "hand_steps", "turn_steps"]
