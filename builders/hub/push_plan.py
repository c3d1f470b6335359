"""The changes of a push, and the version that they require."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builders.hub.content import ReleaseFile
from builders.hub.repository import Files
from builders.hub.summary import Summary
from builders.hub.versions import Bump, Version


@dataclass(frozen=True, slots=True)
class Plan:
    """The difference between a release folder and the head of a repository.

    `parent` is the commit at the head, or empty if there is none. `latest` is the highest version
    among the tags. `bump` is the part of that version to increase, according to what has changed
    since that version; it is None if nothing has changed or there is no version. `foreign` are
    files that would be lost: they were added or changed by hand since the last release. `tag` is
    the version of the release, under which it is published.
    """

    repo: str
    parent: str
    added: tuple[ReleaseFile, ...]
    changed: tuple[ReleaseFile, ...]
    removed: tuple[str, ...]
    configs_added: tuple[str, ...]
    configs_removed: tuple[str, ...]
    latest: Version | None = None
    bump: Bump | None = None
    foreign: tuple[str, ...] = ()
    tag: str = ""

    @property
    def bytes(self) -> int:
        """Return the number of bytes in new and changed files."""
        return sum(file.size for file in (*self.added, *self.changed))

    @property
    def empty(self) -> bool:
        """Return whether the head is already equal to the release."""
        return not (self.added or self.changed or self.removed)

    @property
    def suggested(self) -> Version | None:
        """Return the version that follows `latest` by `bump`, or None if either is None."""
        return self.latest.next(self.bump) if self.latest and self.bump else None


def compare(
    repo: str,
    parent: str,
    content: Sequence[ReleaseFile],
    remote: Files,
    *,
    before: Summary,
    after: Summary,
) -> Plan:
    """Compare the files and configs of a release with those of a head, and return the plan."""
    added = tuple(file for file in content if file.path not in remote)
    changed = tuple(
        file for file in content if file.path in remote and not remote[file.path].holds(file)
    )
    removed = tuple(sorted(set(remote) - {file.path for file in content}))
    return Plan(
        repo=repo,
        parent=parent,
        added=added,
        changed=changed,
        removed=removed,
        configs_added=tuple(name for name in after.configs if name not in before.configs),
        configs_removed=tuple(name for name in before.configs if name not in after.configs),
    )


def bump_of(before: Summary, after: Summary) -> Bump:
    """Return the part of the version that a change requires to be increased.

    Major: rows were changed, or rows or configs were removed. Minor: rows or configs were added.
    Patch: rows and configs are equal, but other bytes differ (the card, or Parquet files written by
    a newer library).
    """
    if any(after.rows.get(path) != digest for path, digest in before.rows.items()):
        return "major"
    if not set(before.configs) <= set(after.configs):
        return "major"
    return "minor" if (before.configs, before.rows) != (after.configs, after.rows) else "patch"
