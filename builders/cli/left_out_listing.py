"""`renamer show --left-out`: prints which instances were left out or not renamed, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from builders.errors import FixInputError
from builders.releases.quoting import escaped

if TYPE_CHECKING:
    from builders.releases.left_out import LeftOut


def print_left_out(console: Console, folder: Path, config: str, row_id: str, limit: int) -> None:
    """Print how many instances were left out of a release or not renamed, for each reason.

    With `config`, only the files of this config count. Up to `limit` ids of instances are printed
    for each reason. With `row_id`, all reasons for this instance are printed instead. Raises
    FixInputError if there is nothing to print.
    """
    from builders.cards.glossary import explained

    found = list(_chosen(folder, config, row_id))
    if not found:
        what = f"instance {row_id!r:.80}" if row_id else "instance"
        raise FixInputError(f"{folder}: no {what} is left out of {config or 'a file'} or unchanged")
    console.print(_of_one(found) if row_id else _by_reason(found, limit))
    for reason, meaning in explained(one.reason for one in found):
        console.print(Text(f"{reason}: {meaning}"), soft_wrap=True)


def _chosen(folder: Path, config: str, row_id: str) -> Iterator[LeftOut]:
    from builders.releases.left_out import read_left_out
    from builders.releases.release_reading import read_manifest, split_path

    manifest = read_manifest(folder)
    paths: set[str] = set()
    if config:
        if config not in {record.name for record in manifest.configs}:
            split_path(manifest, config)  # raises an error that lists the known configs
        paths = {split.path for record in manifest.configs if record.name == config
                 for split in record.splits}  # fmt: skip
    for one in read_left_out(folder):
        if (not paths or one.path in paths) and row_id in {"", one.id}:
            yield one


def _of_one(found: Iterable[LeftOut]) -> Table:
    table = Table("file", "type", "kind", "reason")
    for one in found:
        table.add_row(*(_text(value) for value in (one.path, one.type, one.kind, one.reason)))
    return table


def _by_reason(found: Iterable[LeftOut], limit: int) -> Table:
    ids: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        ids.setdefault((one.path, one.kind, one.reason), []).append(one.id)
    table = Table("file", "kind", "reason", "instances", "such as")
    for (path, kind, reason), own in ids.items():
        count, first = f"{len(own):,}", ", ".join(own[:limit])
        table.add_row(*map(_text, (path, kind, reason, count, first)))
    return table


def _text(value: str) -> Text:
    return Text(escaped(value, 2000))
