"""`python -m cloudy_pnp` is the same as the command `cloudy-pnp`."""

from cloudy_pnp.cli.main import main

if __name__ == "__main__":
    main()
