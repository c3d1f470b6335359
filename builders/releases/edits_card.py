"""The card of an edits-only release."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]

from builders.releases.manifest import ConfigRecord, Manifest

_TEXT: Final = """\
# {title}: edits

The texts of {withheld} may not be passed on, so their rows are published as edits: for each
instance its id, a digest of the source instance, and the places where a name becomes another.
Configs whose names end with `-edits` hold them. {kept}

To get the full rows, join them to your own copy of the source:

```
renamer pull ORG/NAME@TAG release-edits
renamer apply release-edits {options} --out release
```

Every instance of your copy is held against its digest, and the rows made against the digests in
`manifest.json`: they are those of the full release, bit for bit.

| column | meaning |
|---|---|
| `id` | the id of the instance in its source |
| `source` | a digest of the source instance |
| `answer_starts`, `plausible_starts` | where the answers start in the renamed passage |
| `edits` | field, start, end (in the source text), old and new name, type and entity |
| `changed` | whether anything was renamed |

## Sources

{sources}
"""


def render_edits_card(
    manifest: Manifest, withheld: frozenset[str], edits_path: Callable[[str], str]
) -> str:
    """Return the text of README.md; `edits_path` tells where the edits of a data file stand."""
    originals = {record.path: record.source for record in manifest.originals}
    hidden = frozenset(path for path, source in originals.items() if source in withheld)
    data = {
        "pretty_name": f"{manifest.recipe.title}: edits",
        "language": ["en"],
        "license": "other",
        "license_name": "see-sources",
        "license_link": "#sources",
        "task_categories": ["question-answering"],
        "task_ids": ["extractive-qa"],
        "annotations_creators": ["machine-generated"],
        "multilinguality": ["monolingual"],
        "configs": edits_configs(manifest, hidden, edits_path),
    }
    block = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000)
    names = [source.name for source in manifest.sources if source.name in withheld]
    others = [source.name for source in manifest.sources if source.name not in withheld]
    text = _TEXT.format(
        title=manifest.recipe.title,
        withheld=_and(names),
        kept=f"The rows of {_and(others)} are here in full." if others else "",
        options=" ".join(f"--source {name}=PATH" for name in names),
        sources="\n".join(
            f"- {source.name}: licence {source.licence or 'not stated'}"
            + (f"; {source.attribution}" if source.attribution else "")
            for source in manifest.sources
        ),
    )
    return f"---\n{block}---\n\n{text}"


def edits_configs(
    manifest: Manifest, hidden: frozenset[str], edits_path: Callable[[str], str]
) -> list[dict[str, Any]]:
    """Return the configs of the card; `hidden` are the data files that are there as edits."""
    return [entry for config in manifest.configs for entry in _configs(config, hidden, edits_path)]


def _configs(
    config: ConfigRecord, hidden: frozenset[str], edits_path: Callable[[str], str]
) -> Iterator[dict[str, Any]]:
    """Yield a config for the splits that are there in full, and one for those that are not.

    Both kinds have columns of their own, and all splits of a config must have the same.
    """
    full = [split for split in config.splits if split.path not in hidden]
    edits = [split for split in config.splits if split.path in hidden]
    if full:
        yield _entry(config.name, [(split.name, split.path) for split in full])
    if edits:
        paths = [(split.name, edits_path(split.path)) for split in edits]
        yield _entry(f"{config.name}-edits", paths)


def _entry(name: str, splits: list[tuple[str, str]]) -> dict[str, Any]:
    files = [{"split": split, "path": path} for split, path in splits]
    return {"config_name": name, "data_files": files}


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1] if names else "")))
