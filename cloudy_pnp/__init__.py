"""cloudy-pnp: card data that is checked by the rules of its game, and printed."""

__version__ = "0.1.0"
