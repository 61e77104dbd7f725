"""`python -m cloudy_pnp` is the same as the command `cloudy-pnp`."""

from __future__ import annotations

import os
import sys

from cloudy_pnp.core.streams import open_all


def main() -> None:
    """Say again what was said of the same files before, or run the command. Ctrl-C may come while modules are read."""
    open_all()
    os.environ["PYTHONSAFEPATH"] = "1"  # whatever Python we start: nothing in the folder one is in is a module
    try:
        from cloudy_pnp.cli import again

        known = again.ask(sys.argv[1:])
        if known is not None and again.tell(known):
            return
        from cloudy_pnp.cli.main import main as run  # everything that takes a while to load
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, ImportError, MemoryError) as error:  # the tool is not all there, or has no room to begin
        why = f"{type(error).__name__}: {str(error)!a}"
        os.write(2, f"cloudy-pnp: cannot start ({why}): a part is missing, or memory, or open files\n".encode())
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
