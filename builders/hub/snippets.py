"""A card as it is published: its snippets name the repository that it is in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha1, sha256
from pathlib import Path
from typing import Final

from builders.hub.content import CARD, SUMS, ReleaseFile

_REPOSITORY: Final = re.compile(
    rb'(?P<before>\bload_dataset\("|\brenamer pull )[\w.\-]+/[\w.\-]+(?P<after>["@])'
)
"""Where a card names a repository: ORG/NAME when it is built, another when it was pulled."""

Texts = dict[str, bytes]
"""Path -> the bytes of a file, where they are not those of the folder."""


def named(
    folder: Path, content: Sequence[ReleaseFile], repo: str
) -> tuple[tuple[ReleaseFile, ...], Texts]:
    """Return what is published of a folder as `repo`, and the texts that this changes."""
    card = (folder / CARD).read_bytes()
    written = _REPOSITORY.sub(rb"\g<before>" + repo.encode() + rb"\g<after>", card)
    digests = {file.path: file.sha256 for file in content}
    if written == card or sha256(card).hexdigest() != digests[CARD]:
        return tuple(content), {}
    sums = (folder / SUMS).read_bytes()
    before, after = digests[CARD].encode(), sha256(written).hexdigest().encode()
    texts = {CARD: written, SUMS: sums.replace(before + b"  README.md", after + b"  README.md")}
    return tuple(
        _file(file.path, texts[file.path]) if file.path in texts else file for file in content
    ), texts


def _file(path: str, data: bytes) -> ReleaseFile:
    git = sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
    return ReleaseFile(path, len(data), sha256(data).hexdigest(), git.hexdigest())
