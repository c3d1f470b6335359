"""The card of a release: README.md with the YAML that makes its configs loadable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped,unused-ignore]

from builders.releases.manifest import ConfigRecord, Manifest


def render_card(manifest: Manifest, folder: Path) -> str:
    """Return the text of README.md; `folder` holds the files, for the example row."""
    return f"---\n{card_yaml(manifest)}---\n\n# {manifest.recipe.title}\n"


def card_yaml(manifest: Manifest) -> str:
    """Return the YAML block: configs and features."""
    features = _features()
    data: dict[str, Any] = {
        "configs": [_config(config) for config in manifest.configs],
        "dataset_info": [_info(manifest, config, features) for config in manifest.configs],
    }
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000))


def _config(config: ConfigRecord) -> dict[str, Any]:
    files = [{"split": split.name, "path": split.path} for split in config.splits]
    return {"config_name": config.name, "data_files": files}


def _info(
    manifest: Manifest, config: ConfigRecord, features: list[dict[str, Any]]
) -> dict[str, Any]:
    splits = []
    for split in config.splits:
        record = manifest.record(split.path)
        size = record.memory if record else 0
        splits.append({"name": split.name, "num_bytes": size, "num_examples": split.rows})
    return {"config_name": config.name, "features": features, "splits": splits}


def _features() -> list[dict[str, Any]]:
    edits = [
        {"name": "field", "dtype": "string"},
        {"name": "start", "dtype": "int32"},
        {"name": "end", "dtype": "int32"},
        {"name": "old", "dtype": "string"},
        {"name": "new", "dtype": "string"},
        {"name": "type", "dtype": "string"},
        {"name": "entity", "dtype": "string"},
    ]
    return [
        {"name": "id", "dtype": "string"},
        {"name": "title", "dtype": "string"},
        {"name": "context", "dtype": "string"},
        {"name": "question", "dtype": "string"},
        {"name": "answers", "struct": _answers()},
        {"name": "gold_answers", "list": "string"},
        {"name": "plausible_answers", "struct": _answers()},
        {"name": "edits", "list": edits},
        {"name": "changed", "dtype": "bool"},
    ]


def _answers() -> list[dict[str, Any]]:
    # A list of its own for each column: `datasets` takes the names out of what it reads, so an
    # anchor may repeat across configs but not within one.
    return [{"name": "text", "list": "string"}, {"name": "answer_start", "list": "int32"}]
