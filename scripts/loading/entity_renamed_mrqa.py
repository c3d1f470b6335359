"""Load a release of renamed reading-comprehension data with `datasets`.

The card (README.md) makes every config loadable without this script:

    load_dataset("ORG/NAME", "TriviaQA-GPE-RandStr", revision="v1.0.0")

This script is for older versions of `datasets` and for loading from a folder:

    # datasets 2.14 to 3.6
    load_dataset("FOLDER/loading/entity_renamed_mrqa.py", CONFIG, trust_remote_code=True)

    # every version
    from entity_renamed_mrqa import EntityRenamedMRQA
    builder = EntityRenamedMRQA(config_name=CONFIG, data_dir="FOLDER")
    builder.download_and_prepare()
    splits = builder.as_dataset()

FOLDER is the folder of a release. Without `data_dir`, the parent of this script's folder is loaded.
If that is no release, a release is downloaded from the Hub: set the environment variables
RENAMER_REPO (ORG/NAME) and RENAMER_REVISION (a tag).
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import datasets
import pyarrow as pa
import pyarrow.parquet as pq

_MANIFEST = "manifest.json"
_ANSWERS = {
    "text": datasets.Sequence(datasets.Value("string")),
    "answer_start": datasets.Sequence(datasets.Value("int32")),
}
_FEATURES = datasets.Features(
    {
        "id": datasets.Value("string"),
        "title": datasets.Value("string"),
        "context": datasets.Value("string"),
        "question": datasets.Value("string"),
        "answers": _ANSWERS,
        "gold_answers": datasets.Sequence(datasets.Value("string")),
        "answer": datasets.Value("string"),
        "plausible_answers": _ANSWERS,
        "edits": [
            {
                "field": datasets.Value("string"),
                "start": datasets.Value("int32"),
                "end": datasets.Value("int32"),
                "old": datasets.Value("string"),
                "new": datasets.Value("string"),
                "type": datasets.Value("string"),
                "entity": datasets.Value("string"),
            }
        ],
        "kept": [
            {
                "field": datasets.Value("string"),
                "start": datasets.Value("int32"),
                "end": datasets.Value("int32"),
                "reason": datasets.Value("string"),
            }
        ],
        "changed": datasets.Value("bool"),
    }
)


@dataclass
class ReleaseConfig(datasets.BuilderConfig):
    """A config, given by its name. The manifest of the release lists the files of each config.

    `trust_remote_code` has no effect. `datasets` before 2.16 passes it as an option of the config.
    """

    trust_remote_code: Optional[bool] = None  # noqa: UP045 - Python 3.8 reads this too


class EntityRenamedMRQA(datasets.ArrowBasedBuilder):
    """A dataset builder for the Parquet files that the manifest lists for a config."""

    BUILDER_CONFIG_CLASS = ReleaseConfig

    def _info(self):
        return datasets.DatasetInfo(features=_FEATURES)

    def _split_generators(self, dl_manager):
        folder = self._folder()
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        configs = {config["name"]: config["splits"] for config in manifest["configs"]}
        if self.config.name not in configs:
            raise ValueError(
                f"unknown config {self.config.name!r}; known: {', '.join(sorted(configs))}"
            )
        # A large file is stored in parts.
        parts = {file["path"]: file.get("parts") or [file] for file in manifest["files"]}
        return [
            datasets.SplitGenerator(
                name=split["name"],
                gen_kwargs={
                    "paths": [str(_inside(folder, part["path"])) for part in parts[split["path"]]]
                },
            )
            for split in configs[self.config.name]
        ]

    def _generate_tables(self, paths):
        for number, path in enumerate(paths):
            with pq.ParquetFile(path) as file:
                for index, group in enumerate(file.iter_batches(batch_size=1024)):
                    table = pa.Table.from_batches([group])
                    table = datasets.table.table_cast(table, _FEATURES.arrow_schema)
                    yield f"{number}_{index}", table

    def _folder(self):
        if self.config.data_dir:
            return Path(self.config.data_dir)
        # `datasets` runs a copy of the script; `base_path` is the folder of the original.
        for script in (self.base_path or "", Path(__file__).parent):
            beside = Path(script).resolve().parent
            if (beside / _MANIFEST).is_file():
                return beside
        return _download()


def _inside(folder, name):
    path = (folder / name).resolve()
    if folder.resolve() not in path.parents:
        raise ValueError(f"{name!r} lies outside of the release")
    return path


def _download():
    repo = os.environ.get("RENAMER_REPO")
    if not repo:
        raise ValueError("pass data_dir, the folder of the release, or set RENAMER_REPO")
    from huggingface_hub import snapshot_download

    revision = os.environ.get("RENAMER_REVISION")
    return Path(snapshot_download(repo, repo_type="dataset", revision=revision))
