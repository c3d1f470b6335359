"""Open a pull request that adds files to a dataset repository, unless it is open already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import CommitOperationAdd, HfApi

from builders.hub.repository import Repository
from builders.hub.retry_policy import Patience

_KIND = "dataset"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pull request; `new` says whether it was opened just now."""

    url: str
    new: bool


def propose(
    files: Mapping[str, Path],
    repo: str,
    title: str,
    description: str = "",
    *,
    api: HfApi | None = None,
    patience: Patience | None = None,
) -> Proposal:
    """Open a pull request that adds files to a repository.

    `files` maps the path of each file in the repository to the local file. The title must identify
    the content: if a pull request with this title is already open, that one is returned. Raises
    FixAccessError for a request that the Hub refuses, and RetryLaterError for a temporary failure.
    """
    repository = Repository(repo, api or HfApi(), patience or Patience())
    known = repository.patience.ask(
        f"reading the pull requests of {repo}", lambda: _open(repository, title)
    )
    if known:
        return Proposal(known, new=False)
    operations = [CommitOperationAdd(path, str(file)) for path, file in files.items()]
    url = repository.patience.settle(
        f"opening a pull request on {repo}",
        lambda: _create(repository, operations, title, description),
        lambda error: _found_after(error, repository, title),
    )
    return Proposal(url, new=True)


def _create(
    repository: Repository, operations: list[CommitOperationAdd], title: str, description: str
) -> str:
    made = repository.api.create_commit(
        repository.name, operations, commit_message=title, commit_description=description,
        repo_type=_KIND, create_pr=True,
    )  # fmt: skip
    return made.pr_url or made.commit_url


def _found_after(error: Exception, repository: Repository, title: str) -> str | None:
    """Return the URL of the pull request if an attempt opened it in spite of an error, or None."""
    del error
    return repository.patience.ask(
        f"reading the pull requests of {repository.name}", lambda: _open(repository, title)
    )


def _open(repository: Repository, title: str) -> str | None:
    found = repository.api.get_repo_discussions(
        repository.name, repo_type=_KIND, discussion_type="pull_request", discussion_status="open"
    )
    return next((each.url for each in found if each.title == title), None)
