"""The changes that a push makes in a repository, and the version that they require."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builders.hub.content import HashedFile
from builders.hub.repository import Files
from builders.hub.summary import Summary
from builders.hub.versions import Bump, Version


@dataclass(frozen=True, slots=True)
class PushPlan:
    """The changes from the newest commit of a repository to a release that is to be pushed."""

    repo: str
    parent: str
    """The newest commit of the repository, or empty if there is none."""
    added: tuple[HashedFile, ...]
    changed: tuple[HashedFile, ...]
    removed: tuple[str, ...]
    configs_added: tuple[str, ...]
    configs_removed: tuple[str, ...]
    latest: Version | None = None
    """The highest version among the tags."""
    bump: Bump | None = None
    """The part of the latest version to increase for the changes since then.

    It is None if nothing has changed or there is no version.
    """
    foreign: tuple[str, ...] = ()
    """Files that were added or changed by hand since the last release, and would be lost."""
    tag: str = ""
    """The tag under which the release is published: its version."""

    @property
    def bytes(self) -> int:
        """Return the number of bytes in added and changed files."""
        return sum(file.size for file in (*self.added, *self.changed))

    @property
    def empty(self) -> bool:
        """Return whether the newest commit already has exactly the files of the release."""
        return not (self.added or self.changed or self.removed)

    @property
    def suggested(self) -> Version | None:
        """Return the version that the release needs: the one after `latest`.

        For example, if `bump` is "minor", 1.2.3 is followed by 1.3.0. Returns None if nothing
        has changed or there is no latest version.
        """
        return self.latest.next(self.bump) if self.latest and self.bump else None


def compare(
    repo: str,
    parent: str,
    content: Sequence[HashedFile],
    remote: Files,
    *,
    before: Summary,
    after: Summary,
) -> PushPlan:
    """Return the changes from the newest commit of a repository to a release.

    `content` has the files of the release, and `after` is the summary of its manifest. `parent` is
    the id of the commit, `remote` has its files, and `before` is the summary of its manifest.
    """
    added = tuple(file for file in content if file.path not in remote)
    changed = tuple(
        file for file in content if file.path in remote and not remote[file.path].holds(file)
    )
    removed = tuple(sorted(set(remote) - {file.path for file in content}))
    return PushPlan(
        repo=repo,
        parent=parent,
        added=added,
        changed=changed,
        removed=removed,
        configs_added=tuple(name for name in after.configs if name not in before.configs),
        configs_removed=tuple(name for name in before.configs if name not in after.configs),
    )


def bump_of(before: Summary, after: Summary) -> Bump:
    """Return the part of the version that must be increased for the changes between two releases.

    It is "major" if rows were changed or removed, or configs removed. It is "minor" if files or
    configs were only added. It is "patch" if rows and configs are equal and only other bytes
    differ, such as those of the card.
    """
    if any(after.rows.get(path) != digest for path, digest in before.rows.items()):
        return "major"
    if not set(before.configs) <= set(after.configs):
        return "major"
    return "minor" if (before.configs, before.rows) != (after.configs, after.rows) else "patch"
