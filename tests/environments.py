"""Environments with other versions of `datasets`, made once; `make clean` removes them."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

FOLDER = Path(__file__).parents[1] / ".venv-datasets"


@dataclass(frozen=True)
class Environment:
    """What is installed: with `shared`, all else comes from the environment of these tests."""

    installed: tuple[str, ...] = ()
    shared: bool = False


# Libraries that a version was not written for are held back. Add a version here.
ENVIRONMENTS = {
    "2.14": Environment(
        ("datasets==2.14.7", "pyarrow<15", "numpy<2", "pandas<2.2", "huggingface_hub<0.24")
    ),
    **{
        version: Environment(
            (f"datasets=={version}.0", "huggingface_hub<1", "fsspec<=2025.3.0", "dill<0.3.9",
             "multiprocess<0.70.17"),
            shared=True,
        )
        for version in ("3.6", "4.0")
    },
    "current": Environment(),
}  # fmt: skip


def python(version: str) -> Path:
    """Return the interpreter of an environment; make it where it is missing."""
    environment = ENVIRONMENTS[version]
    if not environment.installed:
        return Path(sys.executable)
    folder = FOLDER / version
    program = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = folder / "done.txt"
    wanted = "\n".join((sys.version, *environment.installed))
    FOLDER.mkdir(exist_ok=True)
    with FileLock(FOLDER / f"{version}.lock"):
        if not done.exists() or done.read_text() != wanted:
            _make(folder, environment)
            done.write_text(wanted)
    return program


def _make(folder: Path, environment: Environment) -> None:
    """Install without pip's own copy and without compiling what is never imported."""
    venv.create(folder, clear=True, symlinks=os.name != "nt")
    packages = sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
    command = [
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "--no-compile", "--target", packages, "--upgrade",
    ]  # fmt: skip
    if environment.shared:
        command.append("--no-deps")
        here = Path(packages, "shared.pth")
        here.write_text(sysconfig.get_path("purelib") + "\n")
    subprocess.run([*command, *environment.installed], check=True, stderr=subprocess.PIPE)
