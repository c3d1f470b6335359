"""Put the name of the repository into the code snippets of the card when a release is pushed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha1, sha256
from pathlib import Path
from typing import Final

from builders.hub.content import CARD, SUMS, HashedFile

_REPOSITORY: Final = re.compile(
    rb'(?P<before>\bload_dataset\("|\brenamer pull )[\w.\-]+/[\w.\-]+(?P<after>["@])'
)
"""Matches the name of the repository in a card's code: the placeholder ORG/NAME or a real name."""

Texts = dict[str, bytes]
"""The new bytes of each file that is published with other bytes than in the folder, by path."""


def named(
    folder: Path, content: Sequence[HashedFile], repo: str
) -> tuple[tuple[HashedFile, ...], Texts]:
    """Return the files of a release as published in `repo`, and the new bytes of some.

    Only two files can change: the card, which names the repository, and SHA256SUMS, which
    has the digest of the card. Their new bytes are returned by path.
    """
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


def _file(path: str, data: bytes) -> HashedFile:
    git = sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
    return HashedFile(path, len(data), sha256(data).hexdigest(), git.hexdigest())
