"""A push or pull in a process of its own, to be killed."""

from __future__ import annotations

from pathlib import Path

from huggingface_hub import HfApi

from builders.hub.pull import pull
from builders.hub.push import push


def sound(folder: Path) -> None:
    """Find nothing wrong."""


def run(verb: str, folder: str, repo: str, tag: str, url: str) -> None:
    """Push or pull; `url` is that of the Hub."""
    api = HfApi(endpoint=url, token="hf_writer")
    if verb == "push":
        push(Path(folder), repo, tag, verify=sound, api=api)
    else:
        pull(repo, tag, Path(folder), verify=sound, api=api)
