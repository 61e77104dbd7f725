"""Run a module as `python -m` does, then say on the last line how many KiB of memory the process took at most.

`getrusage` would not do: a process inherits the peak of the one that started it, here pytest with all it has loaded.
Linux only.
"""

import runpy
import sys

del sys.argv[0]
code: object = 0
try:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
except SystemExit as end:
    code = end.code
with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123  # pathlib would be loaded into what is measured
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
sys.exit(code)  # type: ignore[arg-type]
