"""The YAML of a card: metadata that the Hub shows and searches, and configs to load."""

from __future__ import annotations

import re
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]
from huggingface_hub import DatasetCardData

from builders.cards.licences import licence_of
from builders.errors import ReportBugError
from builders.releases.edits_configs import EDITS, edits_configs
from builders.releases.layout import bad_names
from builders.releases.manifest import ConfigRecord, FileRecord, Manifest

_EXTENDS: Final[dict[str, str]] = {
    "SQuAD": "extended|squad",
    "SQuAD2": "extended|squad_v2",
    "NaturalQuestions": "extended|natural_questions",
    "HotpotQA": "extended|hotpot_qa",
    "SearchQA": "extended|search_qa",
    "TriviaQA": "extended|trivia_qa",
}
"""The values of `source_datasets` by which the Hub knows the source datasets.

The value for a source that is not listed is `original`.
"""

_SIZES: Final = (
    (1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"), (10_000_000, "1M<n<10M"),
)  # fmt: skip


_WIDTH: Final = 4000
"""The maximum line length, large enough to write each config on one line."""

_MIXED: Final = {"license": "other", "license_name": "per-source", "license_link": "README.md"}
_ONE_LICENCE: Final = re.compile(r"(cc|apache|mit|gpl|bsd|odc|odbl|cc0)[a-z0-9.-]*")


def card_yaml(manifest: Manifest) -> str:
    """Return the YAML block of a card, without the lines `---` around it.

    The descriptions of columns (`features`), which are the same in all configs, are written once
    and then referred to by an alias, because a release can have a hundred configs. Raises
    ReportBugError if a config or split has a name that the Hub cannot load.
    """
    for message in bad_names((c.name, [s.name for s in c.splits]) for c in manifest.configs):
        raise ReportBugError(message)
    records = {record.path: record for record in manifest.files}
    features = _features()
    data = _metadata(manifest)
    data["configs"] = edits_configs(manifest, frozenset())
    data["dataset_info"] = [_info(config, records, features) for config in manifest.configs]
    return _dumped(data)


def edits_yaml(
    manifest: Manifest, configs: list[dict[str, Any]], records: dict[str, FileRecord]
) -> str:
    """Return the YAML block for the card of a release with edits in place of some rows.

    `configs` are the entries under `configs` in the YAML block. `records` has the manifest's record
    of each file that these configs load, by path.
    """
    full, edits = _features(), _edits_features()
    data = _metadata(manifest)
    data["pretty_name"] = f"{manifest.recipe.title}: edits"
    data.update(_MIXED)
    data["configs"] = configs
    data["dataset_info"] = [
        _edits_info(entry, records, edits if entry["config_name"].endswith(EDITS) else full)
        for entry in configs
    ]
    return _dumped(data)


class _Flow(list[Any]):
    """A list that is written in brackets in YAML."""


class _OneLine(dict[str, Any]):
    """A mapping that is written in braces on one line in YAML."""


class _Dumper(yaml.SafeDumper):  # type: ignore[misc,unused-ignore]
    """A YAML dumper that writes `_Flow` lists and `_OneLine` mappings on one line."""


_Dumper.add_representer(
    _Flow,
    lambda dumper, data: dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True),
)
_Dumper.add_representer(
    _OneLine,
    lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=True),
)


def _dumped(data: dict[str, Any]) -> str:
    """Return the metadata of a card as YAML, with each config on one line."""
    data["configs"] = [_OneLine(config) for config in data["configs"]]
    data["dataset_info"] = _Flow(data["dataset_info"])
    return str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH))


def _edits_info(
    entry: dict[str, Any], records: dict[str, FileRecord], features: list[dict[str, Any]]
) -> dict[str, Any]:
    first = {record.files()[0].path: record for record in records.values()}
    paths = [(split["split"], split["path"]) for split in entry["data_files"]]
    files = [(name, first[path if isinstance(path, str) else path[0]]) for name, path in paths]
    return _sized(entry["config_name"], features, files)


def _metadata(manifest: Manifest) -> dict[str, Any]:
    licence = licence_of(manifest).lower()
    mixed: dict[str, Any] = {}
    if not _ONE_LICENCE.fullmatch(licence):
        licence, mixed = "other", {key: _MIXED[key] for key in ("license_name", "license_link")}
    data = DatasetCardData(
        language=["en"],
        license=licence,
        **mixed,
        annotations_creators=["machine-generated"],
        language_creators=["found", "machine-generated"],
        multilinguality=["monolingual"],
        size_categories=[_size(sum(record.rows for record in manifest.files))],
        source_datasets=_source_datasets(manifest),
        task_categories=["question-answering"],
        task_ids=["extractive-qa"],
        pretty_name=manifest.recipe.title,
        tags=["robustness", "entity-renaming", "reading-comprehension", *_protocols(manifest)],
    )
    return dict(data.to_dict())  # type: ignore[no-untyped-call,unused-ignore]


def _protocols(manifest: Manifest) -> list[str]:
    kinds = {config.kind for config in manifest.configs}
    return [tag for tag, kind in (("entswap", "entswap"), ("mrqa", "by-dataset")) if kind in kinds]


def _source_datasets(manifest: Manifest) -> list[str]:
    names = (_EXTENDS.get(source.name, "original") for source in manifest.sources)
    return list(dict.fromkeys(names))


def _size(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), "10M<n<100M")


def _info(
    config: ConfigRecord, records: dict[str, FileRecord], features: list[dict[str, Any]]
) -> dict[str, Any]:
    files = [(split.name, records[split.path]) for split in config.splits]
    return _sized(config.name, features, files)


def _sized(
    name: str, features: list[dict[str, Any]], files: list[tuple[str, FileRecord]]
) -> dict[str, Any]:
    splits = [
        {"name": split, "num_bytes": file.memory, "num_examples": file.rows}
        for split, file in files
    ]
    return {
        "config_name": name,
        "features": features,
        "splits": splits,
        "download_size": sum(file.bytes for _, file in files),
        "dataset_size": sum(file.memory for _, file in files),
    }


def _features() -> list[dict[str, Any]]:
    return [
        {"name": "id", "dtype": "string"},
        {"name": "title", "dtype": "string"},
        {"name": "context", "dtype": "string"},
        {"name": "question", "dtype": "string"},
        {"name": "answers", "struct": _answers()},
        {"name": "gold_answers", "list": "string"},
        {"name": "answer", "dtype": "string"},
        {"name": "plausible_answers", "struct": _answers()},
        {"name": "edits", "list": _edits()},
        {"name": "kept", "list": _kept()},
        {"name": "changed", "dtype": "bool"},
    ]


def _edits_features() -> list[dict[str, Any]]:
    return [
        {"name": "id", "dtype": "string"},
        {"name": "source", "dtype": "string"},
        {"name": "answer_starts", "list": "int32"},
        {"name": "plausible_starts", "list": "int32"},
        {"name": "edits", "list": _edits()},
        {"name": "kept", "list": _kept()},
        {"name": "changed", "dtype": "bool"},
    ]


def _edits() -> list[dict[str, Any]]:
    return [
        {"name": "field", "dtype": "string"},
        {"name": "start", "dtype": "int32"},
        {"name": "end", "dtype": "int32"},
        {"name": "old", "dtype": "string"},
        {"name": "new", "dtype": "string"},
        {"name": "type", "dtype": "string"},
        {"name": "entity", "dtype": "string"},
    ]


def _kept() -> list[dict[str, Any]]:
    return [
        {"name": "field", "dtype": "string"},
        {"name": "start", "dtype": "int32"},
        {"name": "end", "dtype": "int32"},
        {"name": "reason", "dtype": "string"},
    ]


def _answers() -> list[dict[str, Any]]:
    # Return a new list for each column. `datasets` removes the names from the lists that it reads,
    # so an anchor may be shared between configs but not between the columns of one config.
    return [{"name": "text", "list": "string"}, {"name": "answer_start", "list": "int32"}]
