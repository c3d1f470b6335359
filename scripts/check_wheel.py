"""Build the wheel and run the demonstration from clean environments (`make test-wheel`).

The arguments are interpreters, such as python3.10 /opt/python3.13/bin/python3. Without arguments,
the interpreters of Python 3.10 to 3.13 on the PATH are used. A missing interpreter is reported and
skipped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("python3.10", "python3.11", "python3.12", "python3.13")
DEMONSTRATION = (
    ("build", "demo", "--out", "demo-release"),
    ("verify", "demo-release"),
    ("show", "demo-release", "DemoSQuAD2-PER-French", "--split", "seed0"),
)


def works(interpreter: str) -> bool:
    """Return whether an interpreter exists and starts (a pyenv shim may exist without starting)."""
    if not shutil.which(interpreter):
        return False
    return not subprocess.run([interpreter, "-c", ""], check=False, capture_output=True).returncode


def make_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout and return its path."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    subprocess.run([*command, str(folder), str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


def demonstrate(interpreter: str, wheel: Path, folder: Path) -> None:
    """Install the wheel in a new environment and run the demonstration in an empty folder."""
    environment = folder / "environment"
    subprocess.run([interpreter, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True)
    (folder / "empty").mkdir()
    for arguments in DEMONSTRATION:
        subprocess.run(
            [str(environment / "bin" / "renamer"), *arguments], cwd=folder / "empty", check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip


def main(interpreters: list[str]) -> int:
    """Run the demonstration with each interpreter. Return 1 if none is available."""
    found = [each for each in interpreters if works(each)]
    for missing in sorted({*interpreters} - {*found}):
        print(f"{missing}: not installed, passed by")
    with tempfile.TemporaryDirectory(prefix="renamer-wheel-") as folder:
        wheel = make_wheel(Path(folder))
        for number, interpreter in enumerate(found):
            place = Path(folder, str(number))
            place.mkdir()
            demonstrate(interpreter, wheel, place)
            print(f"{interpreter}: {wheel.name} runs the demonstration", flush=True)
    return 0 if found else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:] or list(VERSIONS)))
