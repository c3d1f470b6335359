"""Source datasets on the Hugging Face Hub, each with a fixed revision.

The Parquet files of one split are downloaded into the cache of huggingface_hub and then read from
there. Streaming from the Hub would need less code, but without a network it may read another
revision than the requested one, with no more than a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError, FixAccessError, FixInputError, RetryLaterError
from builders.sources import mrqa_rows, squad_rows
from builders.sources.source_reading import Item, Reading

_COMMIT: Final = re.compile("[0-9a-f]{40}")


@dataclass(frozen=True, slots=True)
class HubDataset:
    """A dataset on the Hub and its reader."""

    repo: str
    """The id of the dataset."""
    revision: str
    """The commit that is read by default."""
    files: str
    """The pattern of the Parquet files of a split, with {split} in place of the split's name."""
    scan: Callable[..., Iterator[Item]]
    """A function that yields the questions, given the paths of the files and a dataset name."""
    has_subsets: bool = False
    """Whether `scan` also takes a `subset`, the part of the dataset to read."""


# To add a dataset with a known schema, add its id, the inspected commit, and the pattern of its
# Parquet files. A new schema needs a reader like squad_rows.py.
HUB_DATASETS: Final[dict[str, HubDataset]] = {
    row.repo: row
    for row in (
        HubDataset(
            "rajpurkar/squad_v2",
            "3ffb306f725f7d2ce8394bc1873b24868140c412",
            "squad_v2/{split}-*.parquet",
            squad_rows.scan,
        ),
        HubDataset(
            "mrqa-workshop/mrqa",
            "f3178d9888471dfb2b67c93de14f0ddf499a8d9f",
            "plain_text/{split}-*.parquet",
            mrqa_rows.scan,
            has_subsets=True,
        ),
    )
}


def read_hub(
    repo: str,
    *,
    dataset: str,
    split: str = "validation",
    subset: str = "",
    revision: str = "",
    skip_faulty: bool = False,
) -> Reading:
    """Download one split of a known Hub dataset and open it for reading.

    `dataset` is the name of the dataset in the examples. `revision` is a full commit hash, by
    default the revision given in HUB_DATASETS. `subset` is a part of MRQA by its name on the Hub,
    by default the part that corresponds to `dataset` (TriviaQA-web for TriviaQA).

    Raises ChooseKnownError if `repo` is not in HUB_DATASETS. Raises FixInputError for a revision
    that is not a commit hash, a split without files, or a subset of a dataset without subsets.
    Raises FixAccessError if the Hub does not have the dataset or the revision, and RetryLaterError
    if the Hub does not answer.
    """
    if repo not in HUB_DATASETS:
        raise ChooseKnownError("Hub dataset", repo, HUB_DATASETS)
    known = HUB_DATASETS[repo]
    if subset and not known.has_subsets:
        raise FixInputError(f"{repo}: has no subsets; leave out subset {subset!r}")
    commit = revision or known.revision
    if not _COMMIT.fullmatch(commit):
        raise FixInputError(
            f"{repo}: revision {revision!r} is no commit; branches and tags can move: "
            "give the 40 hex digits of the commit"
        )
    pattern = known.files.format(split=split)
    paths = sorted(_fetch(repo, commit, pattern).glob(pattern))
    if not paths:
        raise FixInputError(f"{repo}@{commit}: no files {pattern}; is {split!r} a split of it?")
    part = {"subset": subset} if subset else {}
    return Reading(
        f"{repo}@{commit}:{split}",
        partial(known.scan, paths, dataset, **part),
        skip_faulty=skip_faulty,
        streams=True,
    )


def _fetch(repo: str, commit: str, pattern: str) -> Path:
    import huggingface_hub
    from huggingface_hub import errors

    try:
        folder = huggingface_hub.snapshot_download(
            repo, repo_type="dataset", revision=commit, allow_patterns=[pattern]
        )
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError) as error:
        raise FixAccessError(f"{repo}@{commit}: not found on the Hub: {_brief(error)}") from None
    except (errors.HfHubHTTPError, errors.LocalEntryNotFoundError, OSError) as error:
        message = f"{repo}@{commit}: the Hub did not answer; try again: {_brief(error)}"
        raise RetryLaterError(message) from None
    return Path(folder)


def _brief(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
