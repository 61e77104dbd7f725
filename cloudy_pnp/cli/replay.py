"""`cloudy-pnp replay`: whole games from a record, by the rules."""

from cloudy_pnp.cli.scenarios import scenario_command

command = scenario_command(
    "replay",
    """Replay game records (*.game.yaml, *.game.json) by the rules, turn by turn.

    Exit code: 0 no errors, 1 errors, 2 wrong call or unreadable file.

    \b
    Examples:
      cloudy-pnp replay cards/cloudy-kingdom/boards/shared-victory.game.yaml
      cloudy-pnp replay my.game.yaml --format json
    """,
)
