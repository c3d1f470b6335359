"""What a push would change, and which version says so."""

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

    `parent` is the commit that was compared, empty where there is none. `latest` is the highest
    version tagged, and `bump` the part of it that the difference from that version asks for,
    None where there is no difference. `foreign` are files that would be lost: added or changed
    by hand since the last release. `tag` is the version of the release, which it is published as.
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
        """Return how many bytes the new and changed files have."""
        return sum(file.size for file in (*self.added, *self.changed))

    @property
    def empty(self) -> bool:
        """Return whether the head already is the release."""
        return not (self.added or self.changed or self.removed)

    @property
    def suggested(self) -> Version | None:
        """Return the version after the latest that says what changed; None where there is none."""
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
    """Compare a release with the files of a head, and their summaries before and after."""
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
    """Return which part of a version a change asks for.

    Major: rows that users may have counted on changed or are gone. Minor: there is more.
    Patch: rows and configs are the same (the card, or a newer Parquet writer).
    """
    if any(after.rows.get(path) != digest for path, digest in before.rows.items()):
        return "major"
    if not set(before.configs) <= set(after.configs):
        return "major"
    return "minor" if (before.configs, before.rows) != (after.configs, after.rows) else "patch"
