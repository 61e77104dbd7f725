"""`cloudy-pnp board`: check, draw and explain board scenarios."""

from cloudy_pnp.cli.scenarios import scenario_command

command = scenario_command(
    "board",
    """Check and explain board scenarios (*.board.yaml).

    Says which card is illegal and why, which families are connected and by which route, and for the others where the
    way stops and why. Exit code: 0 no errors, 1 errors, 2 wrong call or unreadable file.

    \b
    Examples:
      cloudy-pnp board cards/cloudy-kingdom/boards/example-c.board.yaml
      cloudy-pnp board my.board.yaml --format json
      cloudy-pnp board my.board.yaml --draw my-board.pdf
    """,
)
