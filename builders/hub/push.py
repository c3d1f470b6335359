"""Push a release folder to a dataset repository: one commit, then one tag.

A push can be killed at any moment and run again, because of these rules:

- Nothing is visible before the commit, and the commit has all changes.
- The parent of the commit is the head with which the folder was compared. Therefore the commit is
  made once or not at all.
- If the response to a commit was lost, the commit is found by title and files and not made again.
- A tag is set only on a commit whose files are equal, byte for byte, to the verified files.
- A tag is never moved or deleted. It is the version that the release states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi

from builders.errors import FixAccessError, FixInputError, RetryLaterError
from builders.hub.content import MANIFEST, SUMS, HashedFile, Verify, parse_sums, read_content
from builders.hub.push_plan import PushPlan, bump_of, compare
from builders.hub.repository import (
    Files,
    Head,
    Operation,
    RemoteFile,
    Repository,
    holds_exactly,
)
from builders.hub.retry_policy import Patience, redacted
from builders.hub.snippets import Texts, named
from builders.hub.summary import Summary, read_summary
from builders.hub.versions import Bump, Version, latest, parse_version
from builders.progress import Reporter, Silent

Outcome = Literal["planned", "pushed", "tagged", "done already"]
"""What a push did.

    planned       nothing, because it was a dry run
    pushed        it made a commit and a tag
    tagged        it made a tag on a commit of an earlier push
    done already  nothing, because the version is published
"""

_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Pushed:
    """The result of a push; `commit` is the published commit, or empty after a dry run."""

    outcome: Outcome
    plan: PushPlan
    tag: str
    commit: str = ""


@dataclass(frozen=True, slots=True)
class PushOptions:
    """Options of a push."""

    private: bool | None = None
    """Whether the repository is private.

    A new repository is created with this setting, and an existing one must have it already. With
    None, an existing repository can be private or public.
    """
    dry_run: bool = False
    """Whether only the plan is made, and nothing is changed on the Hub."""
    replace: bool = False
    """Whether files may be overwritten that were changed on the Hub by hand."""


def push(
    folder: Path,
    repo: str,
    tag: str = "",
    *,
    verify: Verify,
    options: PushOptions | None = None,
    api: HfApi | None = None,
    patience: Patience | None = None,
    show: Callable[[PushPlan], None] = lambda plan: None,
    reporter: Reporter | None = None,
) -> Pushed:
    """Publish the release in `folder`, tagged with its version.

    If `tag` is given, it must be the tag of that version. `verify` is called to check the release,
    and then `show` with the plan, before anything is changed on the Hub. Raises FixInputError for a
    release or version that cannot be published, FixAccessError for a request that the Hub refuses,
    and RetryLaterError for a temporary failure, after which the push can be run again.
    """
    options = options or PushOptions()
    if tag:
        parse_version(tag)
    repository = Repository(repo, api or HfApi(), patience or Patience())
    verify(folder)
    place = folder / MANIFEST
    release = read_summary(place.read_bytes(), str(place))
    own = _own_tag(folder, release, tag)
    work = _Push(folder, repository, release, *named(folder, read_content(folder), repo))
    head = work.repository.head()
    _check_visibility(repo, head, options.private)
    tags = work.repository.tags() if head else ()
    plan = replace(work.plan(head, tags), tag=own)
    if own in tags:
        return Pushed("done already", plan, own, work.tagged(own, plan))
    if plan.latest and not plan.bump:
        raise FixInputError(
            f"{repo}: holds this very release as {plan.latest} already; a release has one tag"
        )
    show(plan)
    if options.dry_run:
        return Pushed("planned", plan, own)
    if plan.foreign and not options.replace:
        listed = redacted(", ".join(plan.foreign))
        raise FixAccessError(
            f"{repo}: changed on the Hub since its last release: {listed}; "
            "take over what you need, then push with --replace"
        )
    return work.publish(plan, own, options, reporter or Silent())


def _own_tag(folder: Path, release: Summary, asked: str) -> str:
    """Return the tag for the version of a release.

    `asked` is the tag that the user asked for, or empty. Raises FixInputError if it differs.
    """
    own = f"v{release.version}"
    version = parse_version(own)
    if asked and parse_version(asked) != version:
        raise FixInputError(
            f"{folder}: is version {release.version}, and its card tells people to load {own}; "
            f"push it as {own}, or set the recipe's version to {asked[1:]} and build it again"
        )
    return own


def _check_visibility(repo: str, head: Head | None, private: bool | None) -> None:
    if head is not None and private is not None and head.private != private:
        now, asked = ("private", "--public") if head.private else ("public", "--private")
        raise FixAccessError(
            f"{repo} is {now}: change that in its settings on the Hub, or leave {asked} out"
        )


@dataclass(frozen=True, slots=True)
class _Push:
    """A push to a repository."""

    folder: Path
    """The folder of the release."""
    repository: Repository
    release: Summary
    content: tuple[HashedFile, ...]
    """The files to publish, with their digests when the push began."""
    texts: Texts
    """The bytes of the files that are published with other bytes than in the folder."""

    def plan(self, head: Head | None, tags: Sequence[str]) -> PushPlan:
        """Return how the release differs from the newest commit and from the latest version."""
        name = self.repository.name
        after = self.release
        if head is None:
            return compare(name, "", self.content, {}, before=Summary(), after=after)
        remote = self.repository.files(head.oid)
        before = self._summary(head.oid, remote)
        plan = compare(name, head.oid, self.content, remote, before=before, after=after)
        newest = latest(tags)
        return replace(
            plan,
            latest=newest,
            bump=self._bump(newest, after),
            foreign=tuple(self._foreign(plan, remote)),
        )

    def _bump(self, newest: Version | None, after: Summary) -> Bump | None:
        if newest is None:
            return None
        commit = self.repository.commit_of(str(newest))
        files = self.repository.files(commit)
        if holds_exactly(files, self.content):
            return None
        return bump_of(self._summary(commit, files), after)

    def _summary(self, commit: str, remote: Files) -> Summary:
        if MANIFEST not in remote:
            return Summary()
        where = f"{self.repository.name}@{commit[:8]}/{MANIFEST}"
        try:
            return read_summary(self.repository.read(remote[MANIFEST], commit), where)
        except FixInputError:
            return Summary()  # not a release: its files are listed as foreign

    def _foreign(self, plan: PushPlan, remote: Files) -> Iterator[str]:
        """Yield the paths of foreign files that the push would replace or remove.

        A file is foreign if it is not from a release, that is, if the SHA256SUMS of the newest
        commit does not have its path and digest.
        """
        sums: dict[str, str] = {}
        if SUMS in remote:
            text = self.repository.read(remote[SUMS], plan.parent).decode("utf-8", "replace")
            try:
                sums = parse_sums(text, f"{plan.repo}/{SUMS}")
            except FixInputError:
                sums = {}
        lost = {file.path for file in plan.changed} | set(plan.removed)
        for path in sorted(lost - {SUMS}):
            if path not in sums or self._digest(remote[path], plan.parent) != sums[path]:
                yield path

    def _digest(self, file: RemoteFile, commit: str) -> str:
        if file.sha256:
            return file.sha256
        return hashlib.sha256(self.repository.read(file, commit)).hexdigest()

    def tagged(self, tag: str, plan: PushPlan) -> str:
        """Return the commit of an existing tag.

        Raises FixInputError if the files of the commit differ from those of the release.
        """
        commit = self.repository.commit_of(tag)
        if not self.is_whole(commit):
            raise FixInputError(
                f"{self.repository.name}: {tag} is published already, with other content; "
                "a published version never changes: set the recipe's version to a higher one"
                f"{f' ({str(plan.suggested)[1:]})' if plan.suggested else ''} and build it again"
            )
        return commit

    def is_whole(self, commit: str) -> bool:
        """Return whether a commit has exactly the files of the release."""
        return holds_exactly(self.repository.files(commit), self.content)

    def publish(self, plan: PushPlan, tag: str, options: PushOptions, reporter: Reporter) -> Pushed:
        """Make the commit of the release if it does not exist, check it, and tag it."""
        title = f"Release {tag}"
        made = plan.parent if plan.parent and plan.empty else self._found(title, plan.parent)
        if not made and plan.latest and parse_version(tag) < plan.latest:
            raise FixInputError(f"{tag} is older than {plan.latest}, the latest of {plan.repo}")
        commit = made or self._commit(self._at_head(plan, options), title, reporter)
        if not self.is_whole(commit):
            raise FixInputError(
                f"{self.folder}: changed while it was pushed; commit {commit[:8]} is not tagged; "
                "push again"
            )
        self._tag(tag, commit, plan)
        return Pushed("tagged" if made else "pushed", plan, tag, commit)

    def _found(self, title: str, head: str) -> str:
        """Return the commit that an earlier push of this release made, or an empty string."""
        if not head:
            return ""
        return next(filter(self.is_whole, self.repository.commits(title)), "")

    def _at_head(self, plan: PushPlan, options: PushOptions) -> PushPlan:
        """Return a plan whose parent commit exists.

        If the repository is missing, it is created and the plan is made anew. Raises
        RetryLaterError if the new repository is not visible yet, or if somebody else created it
        with other files at the same time.
        """
        if plan.parent:
            return plan
        self.repository.create(private=options.private)
        head = self.repository.head()
        if head is None:
            raise RetryLaterError(f"{plan.repo}: created, but not yet to be seen; push again")
        _check_visibility(plan.repo, head, options.private)
        made = self.plan(head, ())
        if made.foreign:
            raise RetryLaterError(f"{plan.repo}: somebody else created it meanwhile; push again")
        return made

    def _commit(self, plan: PushPlan, title: str, reporter: Reporter) -> str:
        operations = list(self._operations(plan))
        additions = [op for op in operations if isinstance(op, CommitOperationAdd)]
        progress = reporter.stage(f"Uploading to {plan.repo}", len(additions))
        for start in range(0, len(additions), _BATCH):
            batch = additions[start : start + _BATCH]
            self.repository.upload(batch)
            progress(len(batch))
        self._check_uploaded(additions)
        return self.repository.patience.settle(
            f"committing to {plan.repo}",
            lambda: self.repository.commit_once(operations, title, plan.parent),
            lambda error: self._made_meanwhile(plan, title),
        )

    def _made_meanwhile(self, plan: PushPlan, title: str) -> str | None:
        """Return the commit of this release if it was made although committing raised an error.

        Returns None if no commit was made. Raises RetryLaterError if somebody else made another
        commit.
        """
        head = self.repository.head()
        if head is None or head.oid == plan.parent:
            return None
        made = self._found(title, head.oid)
        if made:
            return made
        raise RetryLaterError(
            f"{plan.repo}: another commit ({head.oid[:8]}) was made meanwhile; nothing of yours "
            "was written; run the command again to see what it would change now"
        )

    def _operations(self, plan: PushPlan) -> Iterator[Operation]:
        for file in (*plan.added, *plan.changed):
            place = self.folder / file.path
            if file.path in self.texts:
                yield CommitOperationAdd(file.path, self.texts[file.path])
                continue
            # Small text files are read now, so that the bytes sent are the bytes that were hashed.
            source = place if file.path.endswith(".parquet") else place.read_bytes()
            yield CommitOperationAdd(file.path, source)
        for path in plan.removed:
            yield CommitOperationDelete(path)

    def _check_uploaded(self, additions: Sequence[CommitOperationAdd]) -> None:
        digests = {file.path: file.sha256 for file in self.content}
        for addition in additions:
            if addition.upload_info.sha256.hex() != digests[addition.path_in_repo]:
                raise FixInputError(
                    f"{self.folder / addition.path_in_repo}: changed while it was pushed; "
                    "nothing was committed; push again"
                )

    def _tag(self, tag: str, commit: str, plan: PushPlan) -> None:
        def call() -> str:
            self.repository.tag_once(tag, commit)
            return commit

        def found(error: Exception) -> str | None:
            return self.tagged(tag, plan) if tag in self.repository.tags() else None

        self.repository.patience.settle(f"tagging {self.repository.name}", call, found)
