"""Semantic versions of releases, written v1.2.3 as tags."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from builders.errors import FixInputError

Bump = Literal["major", "minor", "patch"]
"""The part of a version that a change increases; see `bump_of`."""

_TAG: Final = re.compile(r"v(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})")


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """A version of a release. Versions are compared by their numbers: 1.10.0 is above 1.9.0."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        """Return the tag for this version."""
        return f"v{self.major}.{self.minor}.{self.patch}"

    def next(self, bump: Bump) -> Version:
        """Return the version with the part `bump` increased by 1 and the lesser parts set to 0."""
        if bump == "major":
            return Version(self.major + 1, 0, 0)
        if bump == "minor":
            return Version(self.major, self.minor + 1, 0)
        return Version(self.major, self.minor, self.patch + 1)


def parse_version(tag: str) -> Version:
    """Return the version of a tag. Raises FixInputError if the tag is not a version."""
    match = _TAG.fullmatch(tag)
    if not match:
        raise FixInputError(f"tag {tag!r}: expected a version such as v1.0.0")
    return Version(int(match[1]), int(match[2]), int(match[3]))


def latest(tags: Iterable[str]) -> Version | None:
    """Return the highest version among tags, or None if no tag is a version."""
    return max((parse_version(tag) for tag in tags if _TAG.fullmatch(tag)), default=None)
