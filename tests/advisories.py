"""Part of `make audit`: whether an advisory is known against anything that the lock files name.

Needs a network, and pip-audit, which is installed for this one call and stays out of the environment.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
UNKNOWN = 2  # exit code: nobody could be asked


def main() -> int:
    """0 nothing is known, 1 something is, 2 not everything could be asked about."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        install = [python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pip-audit"]
        if subprocess.run(install, capture_output=True, check=False).returncode:
            print("the lock files were NOT compared with known advisories: pip-audit cannot be installed here")
            return UNKNOWN
        return max(audited(python, lock) for lock in LOCKS)


def audited(python: str, lock: str) -> int:
    """The same for one lock file. What pip-audit skips is not sound: it is unknown."""
    words = ["--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json", "-r", str(ROOT / lock)]
    done = subprocess.run([python, "-I", "-m", "pip_audit", *words], capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"{lock} was NOT compared with known advisories: {done.stderr.strip()[-200:]}")
        return UNKNOWN
    known = [(package, hole) for package in packages for hole in package.get("vulns", ())]
    for package, hole in known:
        print(f"{lock}: {package['name']} {package['version']}: {hole['id']}, mended in {hole['fix_versions']}")
    skipped = sum("skip_reason" in package for package in packages)
    print(f"{lock}: {len(packages) - skipped} packages compared, {len(known)} advisories, {skipped} NOT compared")
    return 1 if known else UNKNOWN if skipped or not packages else 0


if __name__ == "__main__":
    sys.exit(main())
