"""`python -m cloudy_pnp` is the same as the command `cloudy-pnp`."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys


def open_all() -> None:
    """Open closed streams among standard input, output and error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def main() -> None:
    """Run the command, and leave."""
    code = 0

    def leave() -> None:
        """As the last thing of all: to take every module apart would be a tenth of a command's time."""
        if hasattr(sys, "last_value"):  # whoever called this went on, and failed
            return
        with contextlib.suppress(OSError, ValueError):  # then Python says what is wrong with the stream
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    atexit.register(leave)
    try:
        _run()
    except BaseException as end:
        if isinstance(end, SystemExit) and isinstance(end.code, int):
            code = end.code
        else:
            atexit.unregister(leave)
        raise


def _run() -> None:
    """Run the command. Ctrl-C may come while modules are read."""
    open_all()
    os.environ["PYTHONSAFEPATH"] = "1"  # whatever Python we start: nothing in the current folder is a module
    try:
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
