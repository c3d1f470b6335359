"""Task files with which evaluation harnesses test models on a release.

    harness/lm-eval/    for lm-evaluation-harness: one task per file of rows, one group per config
    harness/inspect/    a task file for Inspect
    eval.yaml           a few tasks for the Hub and for `inspect eval hf/ORG/NAME/ID`

They are generated from the manifest of the release, and can be run without this package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builders.releases.layout import ORIGINAL_SPLIT, path_parts
from builders.releases.manifest import ConfigRecord, GeneratedRecord, Manifest

FOLDER: Final = "harness"
EVAL: Final = "eval.yaml"
LM_EVAL: Final = f"{FOLDER}/lm-eval"
INSPECT: Final = f"{FOLDER}/inspect/renamed.py"

_TEMPLATES: Final = Path(__file__).parent / "harness_templates"
_NOT_WORD: Final = re.compile(r"[^a-z0-9]+")

_INSTRUCTION: Final = "Answer with a span copied from the passage and nothing else."
_NO_ANSWER: Final = " If the passage does not answer the question, write: unanswerable"
_QUESTION: Final = "Title: {title}\nPassage: {context}\nQuestion: {question}\nAnswer:"
# Settings that all tasks share. The file has no extension, because the harness treats every *.yaml
# file as a task.
_BASE: Final = "_reading"
_BASE_UNANSWERABLE: Final = "_reading_with_unanswerable"
_GENERATION: Final = {"until": ["\n"], "do_sample": False, "temperature": 0.0, "max_gen_toks": 32}
_METRICS: Final = ("exact", "f1")


@dataclass(frozen=True, slots=True)
class _Task:
    """A task for lm-evaluation-harness, made of the rows of one data file."""

    name: str
    file: str | list[str]
    """The path of the data file, or a list of the paths of its parts."""
    unanswerable: bool
    """Whether some questions may have no answer."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of tasks for lm-evaluation-harness, made of one config.

    It has a task for the original rows, and one for each renamed file of the config.
    """

    name: str
    original: _Task
    renamed: tuple[_Task, ...]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A split of the release that becomes a task in eval.yaml."""

    id: str
    """The name of the task."""
    config: str
    split: str
    path: str
    """The path of the data file that the split loads."""
    unanswerable: bool
    """Whether some questions may have no answer."""


def harness_files(manifest: Manifest) -> dict[str, str]:
    """Return a mapping from path to text for all harness files of a release."""
    groups = _groups(manifest)
    texts = {
        f"{LM_EVAL}/{_BASE}": _base(),
        f"{LM_EVAL}/{_BASE_UNANSWERABLE}": _yaml(
            {"include": _BASE, "description": f"{_INSTRUCTION}{_NO_ANSWER}\n\n"}
        ),
        f"{LM_EVAL}/utils.py": _render("utils.py.jinja"),
        INSPECT: _inspect(manifest),
    }
    if evaluation := eval_yaml(manifest, frozenset()):
        texts[EVAL] = evaluation
    for group in groups:
        for task in (group.original, *group.renamed):
            texts[f"{LM_EVAL}/{task.name}.yaml"] = _task_yaml(task)
        texts[f"{LM_EVAL}/{group.name}.yaml"] = _group_yaml(group)
    return texts


def generated_records(texts: Mapping[str, str]) -> tuple[GeneratedRecord, ...]:
    """Return the manifest's records of generated files, sorted by path.

    `texts` maps the path of each file to its text.
    """
    return tuple(
        GeneratedRecord(path, sha256(texts[path].encode()).hexdigest()) for path in sorted(texts)
    )


def eval_yaml(manifest: Manifest, hidden: frozenset[str]) -> str:
    """Return the text of eval.yaml, or an empty string if it would have no tasks.

    The Hub shows one score for each task, so only a few splits become tasks. For EntSwap (Siro and
    Ajayi 2023), they are the source and the variant with all types of names renamed. For each other
    dataset, they are the original rows and the rows renamed with the first seed of each
    perturbation, with all types of answers together if the release has such files. Files in
    `hidden` are published only as edits and do not become tasks.
    """
    tasks = [_eval_task(chosen) for chosen in _chosen(manifest) if chosen.path not in hidden]
    if not tasks:
        return ""
    data = {
        "name": manifest.recipe.title,
        "description": (
            "Reading comprehension with renamed entities: the drop from the original rows to the "
            "renamed ones shows what a model takes from names instead of from the passage."
        ),
        "evaluation_framework": "inspect-ai",
        "tasks": tasks,
    }
    return _yaml(data)


def shown_tasks(manifest: Manifest) -> tuple[str, str]:
    """Return the names of a group and a task, for the example commands on a dataset card.

    The first is a group of tasks for lm-evaluation-harness, and the second is a task in eval.yaml.
    Each is an empty string if the release has none.
    """
    groups = _groups(manifest)
    chosen = [split.id for split in _chosen(manifest)]
    return (groups[0].name if groups else "", chosen[-1] if chosen else "")


def _groups(manifest: Manifest) -> list[_Group]:
    names = _Names(manifest.recipe.name)
    originals = {entry.path: entry.original for entry in manifest.originals}
    parts = {record.path: [part.path for part in record.parts] for record in manifest.files}
    tasks: dict[str, _Task] = {}
    groups = []
    for config in manifest.configs:
        if config.kind == "by-seed":
            continue  # these configs contain the same files as the other configs
        for split in config.splits:
            if split.path not in tasks:
                label = _label(split.path)
                unanswerable = config.kind == "entswap"
                file = parts.get(split.path) or split.path
                tasks[split.path] = _Task(names.free(label), file, unanswerable)
        renamed = [split for split in config.splits if split.name != ORIGINAL_SPLIT]
        original = tasks.get(originals.get(renamed[0].path, "")) if renamed else None
        if original is not None:
            name = names.free(config.name)
            groups.append(_Group(name, original, tuple(tasks[split.path] for split in renamed)))
    return groups


def _label(path: str) -> str:
    parts = path_parts(path)
    return "-".join(
        part for part in (parts.folder, parts.type, parts.perturbation, parts.seed) if part
    )


class _Names:
    """Makes distinct names for tasks and groups, of lower-case letters, digits and underscores."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._taken: set[str] = set()

    def free(self, label: str) -> str:
        """Return a name made from a label, with a number added if the name is already used."""
        base = name = _slug(f"{self._prefix}-{label}")
        number = 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def _slug(text: str) -> str:
    return _NOT_WORD.sub("_", text.lower()).strip("_")


def _base() -> str:
    data = {
        "output_type": "generate_until",
        "test_split": "rows",
        "description": f"{_INSTRUCTION}\n\n",
        "doc_to_text": _QUESTION.format(
            title="{{title}}", context="{{context}}", question="{{question}}"
        ),
        "doc_to_target": "{{answer if answer else 'unanswerable'}}",
        "generation_kwargs": _GENERATION,
        "metric_list": [
            {"metric": metric, "aggregation": "mean", "higher_is_better": True}
            for metric in _METRICS
        ],
    }
    functions = (
        "custom_dataset: !function utils.load\nprocess_results: !function utils.process_results\n"
    )
    return f"{functions}{_yaml(data)}"


def _task_yaml(task: _Task) -> str:
    return _yaml({
        "include": _BASE_UNANSWERABLE if task.unanswerable else _BASE,
        "task": task.name,
        "metadata": {"version": 1.0, "file": task.file},
    })  # fmt: skip


def _group_yaml(group: _Group) -> str:
    members: list[Any] = [task.name for task in group.renamed]
    if len(members) > 1:
        members = [{
            "group": f"{group.name}_seeds",
            "task": members,
            "aggregate_metric_list": [
                {"metric": metric, "aggregation": "mean", "weight_by_size": True}
                for metric in _METRICS
            ],
            "metadata": {"version": 1.0},
        }]  # fmt: skip
    return _yaml({"group": group.name, "task": [group.original.name, *members]})


def _inspect(manifest: Manifest) -> str:
    first = next(((chosen.config, chosen.split) for chosen in _chosen(manifest)), ("", ""))
    return _render(
        "renamed.py.jinja",
        prompt=f"{_INSTRUCTION}{{instruction}}\n\n{_QUESTION}",
        no_answer=_NO_ANSWER,
        unanswerable=[c.name for c in manifest.configs if c.kind == "entswap"],
        config=first[0],
        split=first[1],
    )


def _chosen(manifest: Manifest) -> Iterator[_Chosen]:
    names = _Names()
    seen: set[str] = set()
    for config in _chosen_configs(manifest):
        for split in config.splits[:2]:
            if split.path not in seen:
                seen.add(split.path)
                name = names.free(f"{config.name}-{split.name}")
                unanswerable = config.kind == "entswap"
                yield _Chosen(name, config.name, split.name, split.path, unanswerable)


def _chosen_configs(manifest: Manifest) -> Iterator[ConfigRecord]:
    """Yield the configs whose first two splits, original and renamed, become tasks in eval.yaml."""
    yield from [config for config in manifest.configs if config.kind == "entswap"][:1]
    configs = [config for config in manifest.configs if config.kind == "by-dataset"]
    types = [path_parts(split.path).type for config in configs for split in config.splits[:1]]
    wanted = "MIX" if "MIX" in types else "".join(types[:1])
    for config in configs:
        if any(path_parts(split.path).type == wanted for split in config.splits[:1]):
            yield config


def _eval_task(chosen: _Chosen) -> dict[str, Any]:
    instruction = f"{_INSTRUCTION}{_NO_ANSWER if chosen.unanswerable else ''}"
    template = f"{instruction}\n\n{_QUESTION}".replace("{question}", "{prompt}")
    return {
        "id": chosen.id,
        "config": chosen.config,
        "split": chosen.split,
        "field_spec": {"input": "question", "target": "answer", "metadata": ["title", "context"]},
        "solvers": [
            {"name": "prompt_template", "args": {"template": template}},
            {"name": "generate"},
        ],
        "scorers": [{"name": "f1"}, {"name": "exact"}],
    }


class _Dumper(yaml.SafeDumper):  # type: ignore[misc,unused-ignore]
    """A YAML dumper that writes a string with several lines as a block of lines."""


def _as_lines(dumper: _Dumper, text: str) -> Any:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _as_lines)


def _yaml(data: Mapping[str, Any]) -> str:
    dumped = yaml.dump(dict(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1000)
    return str(dumped)


def _render(template: str, **values: str | Sequence[str]) -> str:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES, encoding="utf-8"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Python; values from data are written by the filter `pprint`
    )
    return environment.get_template(template).render(values)
