"""SPL: the choices and effects of spells. Importing this package fills the table of `step_rules`, one row per step."""

from cloudy_pnp.cloudy_kingdom.rules.spells import board_steps, card_steps, casting

__all__ = ["board_steps", "card_steps", "casting"]
