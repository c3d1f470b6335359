"""Access to a dataset repository on the Hub for push and pull."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import RepositoryNotFoundError
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils import tqdm  # type: ignore[attr-defined,unused-ignore]

from builders.errors import FixAccessError, FixInputError
from builders.hub.content import HashedFile
from builders.hub.retry_policy import Patience

Operation = CommitOperationAdd | CommitOperationDelete

_NAME: Final = re.compile(r"[A-Za-z0-9][\w.\-]{0,95}/[A-Za-z0-9][\w.\-]{0,95}", re.ASCII)
_KIND: Final = "dataset"
_LARGEST_TEXT: Final = 64 << 20


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a commit; `sha256` is empty for small files, for which the Hub does not give it."""

    path: str
    size: int
    git_oid: str
    sha256: str

    def holds(self, file: HashedFile) -> bool:
        """Return whether this file has the same bytes as a local file."""
        if self.size != file.size:
            return False
        if self.sha256:
            return self.sha256 == file.sha256
        return self.git_oid == file.git_oid


Files = Mapping[str, RemoteFile]


def _counting(where: str, file: RemoteFile) -> type[tqdm]:
    """Return a class of progress bars that raises FixInputError if a download is too large.

    The Hub's client reports each chunk to its progress bar before it writes the chunk. Therefore
    the bar can stop a download that exceeds the announced size.
    """

    class Counting(tqdm):  # type: ignore[misc,unused-ignore]
        def __init__(self, *args: Any, **options: Any) -> None:
            self.received = options.get("initial", 0)
            super().__init__(*args, **options)  # type: ignore[no-untyped-call,unused-ignore]

        def update(self, n: float | None = 1) -> Any:
            self.received += n or 0
            if self.received > file.size:
                raise FixInputError(f"{where}: sends more than the {file.size:,} bytes announced")
            return super().update(n)

    return Counting


def is_hidden(path: str) -> bool:
    """Return whether a part of a path is hidden: it begins with a dot, and is not just `.` or `..`.

    Releases have no hidden files. Those in a repository are from the Hub, such as .gitattributes.
    """
    return any(part.startswith(".") and part.strip(".") for part in path.split("/"))


def holds_exactly(files: Files, content: Sequence[HashedFile]) -> bool:
    """Return whether the files of a commit are exactly those of a release, byte for byte."""
    return len(files) == len(content) and all(
        file.path in files and files[file.path].holds(file) for file in content
    )


@dataclass(frozen=True, slots=True)
class Head:
    """The newest commit of the main branch, and whether the repository is private."""

    oid: str
    private: bool


@dataclass(frozen=True, slots=True)
class Repository:
    """A dataset repository on the Hub.

    Requests are made by `api` and repeated after temporary failures, as `patience` says.
    """

    name: str
    api: HfApi
    patience: Patience

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise FixAccessError(f"repository {self.name!r}: expected org/name")

    def head(self) -> Head | None:
        """Return the newest commit on main, or None if the repository is missing or not visible."""

        def ask() -> Head | None:
            try:
                info = self.api.dataset_info(self.name)
            except RepositoryNotFoundError:
                return None
            return Head(info.sha or "", bool(info.private))

        return self.patience.ask(f"reading {self.name}", ask)

    def commit_of(self, revision: str) -> str:
        """Return the commit id of a revision, which is a tag, a branch or a commit."""

        def ask() -> str:
            return self.api.dataset_info(self.name, revision=revision).sha or ""

        return self.patience.ask(f"reading {self.name}@{revision}", ask)

    def files(self, revision: str) -> dict[str, RemoteFile]:
        """Return the files of a revision by path, without hidden files such as .gitattributes."""

        def ask() -> dict[str, RemoteFile]:
            listing = self.api.list_repo_tree(
                self.name, recursive=True, revision=revision, repo_type=_KIND
            )
            return {
                entry.path: RemoteFile(
                    entry.path, entry.size, entry.blob_id, entry.lfs.sha256 if entry.lfs else ""
                )
                for entry in listing
                if isinstance(entry, RepoFile) and not is_hidden(entry.path)
            }

        return self.patience.ask(f"listing {self.name}@{revision}", ask)

    def tags(self) -> tuple[str, ...]:
        """Return the names of the tags."""

        def ask() -> tuple[str, ...]:
            return tuple(
                tag.name for tag in self.api.list_repo_refs(self.name, repo_type=_KIND).tags
            )

        return self.patience.ask(f"reading the tags of {self.name}", ask)

    def commits(self, title: str) -> Iterator[str]:
        """Yield the ids of the commits on the main branch with this title, the newest first."""

        def ask() -> list[str]:
            log = self.api.list_repo_commits(self.name, repo_type=_KIND)
            return [commit.commit_id for commit in log if commit.title == title]

        yield from self.patience.ask(f"reading the history of {self.name}", ask)

    def read(self, file: RemoteFile, revision: str) -> bytes:
        """Return the bytes of a file of a revision. Raises FixInputError if it is above 64 MiB."""
        if file.size > _LARGEST_TEXT:
            raise FixInputError(
                f"{self.name}: {file.path}: larger than {_LARGEST_TEXT >> 20} MiB: not of a release"
            )
        with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
            return self.download(file, revision, Path(folder)).read_bytes()

    def download(
        self, file: RemoteFile, revision: str, folder: Path, *, force: bool = False
    ) -> Path:
        """Download a file of a revision into a folder, and return its path there.

        With `force`, the file is downloaded even if the folder has a copy. Raises FixInputError as
        soon as more bytes arrive than the Hub has stated as the size of the file.
        """

        def ask() -> Path:
            return Path(
                self.api.hf_hub_download(
                    self.name, file.path, repo_type=_KIND, revision=revision, local_dir=folder,
                    force_download=force, tqdm_class=_counting(f"{self.name}: {file.path}", file),
                )
            )  # fmt: skip

        return self.patience.ask(f"fetching {file.path} of {self.name}", ask)

    def create(self, *, private: bool | None) -> None:
        """Create the repository, unless it exists already."""

        def ask() -> None:
            self.api.create_repo(self.name, repo_type=_KIND, private=private, exist_ok=True)

        self.patience.ask(f"creating {self.name}", ask)

    def upload(self, additions: Sequence[CommitOperationAdd]) -> None:
        """Upload the bytes of large files, which become visible only with a later commit."""

        def ask() -> None:
            self.api.preupload_lfs_files(
                self.name, additions, repo_type=_KIND, num_threads=4, free_memory=False
            )

        self.patience.ask(f"uploading to {self.name}", ask)

    def commit_once(self, operations: Sequence[Operation], title: str, parent: str) -> str:
        """Request one commit on top of `parent`, without retries, and return its id.

        Raises the errors of the client. After an error, the caller must find out whether the commit
        was made.
        """
        made = self.api.create_commit(
            self.name, operations, commit_message=title, parent_commit=parent, repo_type=_KIND
        )
        return made.oid

    def tag_once(self, tag: str, commit: str) -> None:
        """Request one tag on a commit, without retries. Raises the errors of the client."""
        self.api.create_tag(self.name, tag=tag, revision=commit, repo_type=_KIND)
