"""The evaluation tasks of a published release, which eval.yaml in its repository lists."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]
from huggingface_hub import HfApi

from builders.errors import FixInputError
from builders.hub.repository import Repository
from builders.hub.retry_policy import Patience

_TASKS: Final = "eval.yaml"
_MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """An evaluation task on the Hub: models answer the questions of one split of a config."""

    id: str
    config: str
    split: str


@dataclass(frozen=True, slots=True)
class PublishedTasks:
    """The evaluation tasks of a release, as published in one commit of a repository."""

    repo: str
    commit: str
    manifest: str
    """The SHA-256 of the release's manifest."""
    tasks: tuple[EvaluationTask, ...]


def published_tasks(
    repo: str, tag: str, *, api: HfApi | None = None, patience: Patience | None = None
) -> PublishedTasks:
    """Return the evaluation tasks of the release at a tag of a repository.

    Raises FixInputError if there is no release with tasks, and FixAccessError for a request that
    the Hub refuses.
    """
    repository = Repository(repo, api or HfApi(), patience or Patience())
    commit = repository.commit_of(tag)
    files = repository.files(commit)
    for name in (_TASKS, _MANIFEST):
        if name not in files:
            raise FixInputError(f"{repo}@{tag}: has no {name}: not a release with tasks of the Hub")
    manifest = sha256(repository.read(files[_MANIFEST], commit)).hexdigest()
    try:
        value = yaml.safe_load(repository.read(files[_TASKS], commit))
        tasks = tuple(_task(each) for each in value["tasks"])
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError, RecursionError):
        raise FixInputError(f"{repo}@{tag}: {_TASKS}: not what a release has") from None
    return PublishedTasks(repo, commit, manifest, tasks)


def _task(value: dict[str, Any]) -> EvaluationTask:
    return EvaluationTask(str(value["id"]), str(value["config"]), str(value["split"]))
