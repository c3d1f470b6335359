"""Small releases for tests, made by hand: the layout of a release with rows of little sense."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from loopback_hub import LoopbackHub

REPO = "org/renamed"

Configs = Mapping[str, tuple[str, ...]]
"""Config name -> the texts of its rows."""

FIRST: Configs = {"Demo-PER-RandStr": ("Ann", "Bob"), "Demo-GPE-RandStr": ("Rome",)}


def parquet(texts: tuple[str, ...]) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table({"id": [str(n) for n in range(len(texts))], "text": texts}), stream)
    return stream.getvalue()


def make_release(
    folder: Path, configs: Configs, *, card: str = "A benchmark.", version: str = "1.0.0"
) -> Path:
    """Write a release folder: a card with its configs, a manifest, data, a script, sums."""
    files = {f"data/{name}.parquet": parquet(texts) for name, texts in configs.items()}
    yaml = "".join(
        f"- config_name: {name}\n  data_files:\n  - split: original\n"
        f"    path: data/{name}.parquet\n"
        for name in configs
    )
    files["README.md"] = f"---\nconfigs:\n{yaml}---\n{card}\n".encode()
    files["loading/entity_renamed_mrqa.py"] = b"# a loading script\n"
    manifest = {
        "recipe": {"version": version},
        "configs": [{"name": name} for name in configs],
        "files": [
            {
                "path": f"data/{name}.parquet",
                "logical": hashlib.sha256(repr(t).encode()).hexdigest(),
            }
            for name, t in configs.items()
        ],
    }
    files["manifest.json"] = json.dumps(manifest).encode()
    return write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files and the SHA256SUMS that lists them."""
    for path, data in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    sums = "".join(f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files))
    (folder / "SHA256SUMS").write_text(sums)
    return folder


def sound(folder: Path) -> None:
    """Find nothing wrong with a release."""


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the visible files of a folder."""
    return {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for place in folder.rglob("*")
        if place.is_file() and not place.name.startswith(".")
    }


def files_at(hub: LoopbackHub, revision: str, repo: str = REPO) -> dict[str, bytes]:
    """Return the visible files of a revision."""
    tree = hub.repos[repo].find(revision).tree
    return {path: blob.data for path, blob in tree.items() if not path.startswith(".")}
