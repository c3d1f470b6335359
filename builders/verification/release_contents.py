"""Checks that the files of a release folder agree with SHA256SUMS, the manifest and the card."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final

import pyarrow as pa

from builders.cards.card_block import card_data
from builders.cards.card_metadata import card_yaml, edits_yaml
from builders.cards.croissant import croissant
from builders.cards.figures import FOLDER as FIGURES
from builders.cards.svg import fault_of_drawing
from builders.errors import FixInputError, not_utf8
from builders.releases.edits_configs import FOLDER as EDITS
from builders.releases.edits_configs import config_files, edits_configs, edits_path
from builders.releases.edits_rows import read_edits
from builders.releases.layout import bad_names, part_path
from builders.releases.left_out import LEFT_OUT
from builders.releases.manifest import ConfigRecord, FileRecord, Manifest
from builders.releases.quoting import shown
from builders.releases.script import SCRIPT, loading_script
from builders.verification.findings import Findings
from builders.verification.harness_check import check_harness, is_for_harness

MANIFEST: Final = "manifest.json"
SUMS: Final = "SHA256SUMS"
CARD: Final = "README.md"
CROISSANT: Final = "croissant.json"
_PLAIN: Final = frozenset({MANIFEST, SUMS, CARD, CROISSANT, LEFT_OUT, SCRIPT, "LICENSE", "NOTICE"})
"""Files of a release other than data files and figures. Add new ones here."""

_SUM: Final = re.compile(r"([0-9a-f]{64})  (\S.*)")
_KEYS: Final = 5
"""The largest number of keys that a single finding lists."""
_TEXT_LIMIT: Final = 64 * 2**20
UNREADABLE: Final = (pa.ArrowException, OSError, ValueError, MemoryError, FixInputError)
"""Errors that reading a damaged Parquet file may raise (invalid UTF-8 is a ValueError)."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The manifest of a release folder, and the paths of its data files."""

    manifest: Manifest
    data: frozenset[str]
    """The data files that are present in full, so that their rows can be checked."""
    withheld: frozenset[str]
    """The data files that are present only as edits, without their texts."""


def read_contents(folder: Path, findings: Findings) -> Contents | None:
    """Check everything in a release folder except the rows of the data files.

    Returns the manifest and the data files, or None if the manifest cannot be read. Raises
    FixInputError if the folder is not a release.
    """
    _check_is_release(folder)
    present = _present(folder, findings)
    manifest = _manifest(folder, present, findings)
    digests = {name: _digest(folder / name) for name in sorted(present)}
    named = _check_sums(folder, present, digests, findings)
    if manifest is None:
        return None
    withheld = frozenset(
        record.path for record in manifest.files if edits_path(record.path) in present
    )
    data = _check_files(folder, manifest, digests, named, findings)
    _check_unlisted_files(manifest, withheld, present, findings)
    check_harness(manifest, withheld, digests, named, findings)
    _check_script(folder, present, findings)
    _check_figures(folder, present, findings)
    _check_configs(manifest, findings)
    _check_croissant(folder, manifest, present, findings)
    if CARD not in present:
        findings.add(CARD, "", 7, "is missing")
    elif withheld:
        _check_edits_card(folder, manifest, withheld, findings)
    else:
        _check_card(folder, manifest, findings)
    return Contents(manifest, data, withheld)


def safe_name(name: str) -> bool:
    """Return whether a path is safe as the path of a file of a release.

    It must be relative, not lead out of the folder of the release, not begin with a period, and
    have no backslashes, colons or control characters.
    """
    path = PurePosixPath(name)
    return (
        bool(path.parts)
        and not name.startswith(".")
        and not path.is_absolute()
        and ".." not in path.parts
        and str(path) == name
        and not re.search(r"[\\:\x00-\x1f\x7f]", name)
    )


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises FixInputError if the file is too large, cannot be read or is not UTF-8.
    """
    try:
        if path.stat().st_size > _TEXT_LIMIT:
            raise FixInputError(f"{path.name}: larger than {_TEXT_LIMIT} bytes")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FixInputError(f"{path.name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path.name}: {not_utf8(error)}") from None


def _check_is_release(folder: Path) -> None:
    """Raise FixInputError if the folder is not a release, before its files are read."""
    if os.path.lexists(folder / MANIFEST):
        return
    try:
        listed = (folder / SUMS).is_file() and f"  {MANIFEST}\n" in read_text(folder / SUMS)
    except FixInputError:
        listed = False
    if not listed:
        raise FixInputError(f"{folder / MANIFEST}: missing; expected the folder of a release")


def _present(folder: Path, findings: Findings) -> set[str]:
    """Return the paths of the regular files in a folder; report other entries, such as links.

    Hidden entries at the top level are ignored. A release has no hidden files, but git, a client
    of the Hub or a file manager may leave some in the folder.
    """
    names: set[str] = set()
    waiting = [folder]
    while waiting:
        for entry in sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name):
            name = Path(entry.path).relative_to(folder).as_posix()
            if name.startswith("."):
                continue
            if entry.is_symlink():
                findings.add(name, "", 7, "is a link; a release holds plain files only")
            elif entry.is_dir():
                waiting.append(Path(entry.path))
            elif entry.is_file():
                names.add(name)
            else:
                findings.add(name, "", 7, "is not a plain file")
    return names


def _manifest(folder: Path, present: set[str], findings: Findings) -> Manifest | None:
    if MANIFEST not in present:
        findings.add(MANIFEST, "", 7, "is missing: this folder holds no release")
        return None
    try:
        return Manifest.from_json(read_text(folder / MANIFEST), MANIFEST)
    except FixInputError as error:
        findings.add(MANIFEST, "", 7, str(error))
        return None


def _check_sums(
    folder: Path, present: set[str], digests: Mapping[str, str], findings: Findings
) -> set[str]:
    """Compare the files with the list SHA256SUMS; return the paths reported as missing or changed.

    `present` has the paths of the existing files, and `digests` their SHA-256 digests.
    """
    if SUMS not in present:
        findings.add(SUMS, "", 7, "is missing")
        return set()
    try:
        lines = read_text(folder / SUMS).splitlines()
    except FixInputError as error:
        findings.add(SUMS, "", 7, str(error))
        return set()
    listed: set[str] = set()
    named: set[str] = set()
    for number, line in enumerate(lines, start=1):
        match = _SUM.fullmatch(line)
        if not match or not safe_name(match.group(2)):
            findings.add(SUMS, "", 7, f"line {number} is not a sum of a file of the release")
            continue
        digest, name = match.groups()
        listed.add(name)
        if name not in present:
            named.add(name)
            findings.add(name, "", 7, f"is missing; {SUMS} lists it")
        elif digests[name] != digest:
            named.add(name)
            findings.add(name, "", 5, f"its SHA-256 is not the one in {SUMS}")
    for name in sorted(present - listed - {SUMS}):
        findings.add(name, "", 7, f"is extra; {SUMS} does not list it")
    return named


def _check_files(
    folder: Path,
    manifest: Manifest,
    digests: Mapping[str, str],
    named: Collection[str],
    findings: Findings,
) -> frozenset[str]:
    """Compare the data files with the manifest; return the paths of those that exist in full.

    A release can instead contain only the edits of a data file, without the texts. `digests` has
    the digests of the existing files. `named` has the files that were reported as missing or
    changed before, which are not reported again.
    """
    data: set[str] = set()
    for record in manifest.files:
        if not safe_name(record.path) or not record.path.endswith(".parquet"):
            findings.add(MANIFEST, "", 7, f"lists a path that it may not: {shown(record.path)}")
        elif edits_path(record.path) in digests:
            _check_edits(folder, record, digests, findings)
        elif not _has_sound_parts(record):
            findings.add(MANIFEST, "", 5, f"the parts of {shown(record.path)} do not add up to it")
        else:
            there = [_check_file(folder, part, digests, named, findings) for part in record.files()]
            if all(there):
                data.add(record.path)
    return frozenset(data)


def _has_sound_parts(record: FileRecord) -> bool:
    paths = [
        part_path(record.path, number, len(record.parts)) for number in range(len(record.parts))
    ]
    return not record.parts or (
        len(paths) > 1
        and [part.path for part in record.parts] == paths
        and record == FileRecord.of_parts(record.path, record.parts)
    )


def _check_file(
    folder: Path,
    record: FileRecord,
    digests: Mapping[str, str],
    named: Collection[str],
    findings: Findings,
) -> bool:
    """Compare a data file with the manifest; return whether the file exists.

    `named` has the files that were reported as missing or changed before, which are not reported
    again. `digests` has the digests of the existing files.
    """
    if record.path not in digests:
        if record.path not in named:
            findings.add(record.path, "", 7, "is missing; the manifest lists it")
        return False
    if digests[record.path] != record.sha256 and record.path not in named:
        findings.add(record.path, "", 5, "its SHA-256 is not the one in the manifest")
    size = (folder / record.path).stat().st_size
    if size != record.bytes:
        findings.add(record.path, "", 5, f"has {size} bytes, the manifest says {record.bytes}")
    return True


def _check_edits(
    folder: Path, record: FileRecord, digests: Mapping[str, str], findings: Findings
) -> None:
    """Check a data file of which the release has only the edits, without the texts.

    The ids of its rows and the numbers of all rows and of changed rows are checked.
    """
    name = edits_path(record.path)
    if any(part.path in digests for part in record.files()):
        findings.add(record.path, "", 7, "is there in full and as edits")
    ids: set[str] = set()
    rows = changed = 0
    try:
        for row in read_edits(folder / name):
            if row.id in ids:
                findings.add(name, row.id, 1, "its id is the id of another row too")
            ids.add(row.id)
            rows += 1
            changed += bool(row.edits)
    except FixInputError as error:
        findings.add(name, "", 5, shown(str(error), 300))
        return
    if rows != record.rows:
        findings.add(name, "", 5, f"has {rows} rows, the manifest says {record.rows}")
    if changed != record.changed:
        findings.add(name, "", 5, f"{changed} rows are changed, the manifest says {record.changed}")


def _check_unlisted_files(
    manifest: Manifest, withheld: Collection[str], present: set[str], findings: Findings
) -> None:
    """Report files that do not belong to a release, because it might be unsafe to open or run them.

    `withheld` has the data files that the release contains only as edits, without their texts.
    """
    listed = {part.path for record in manifest.files for part in record.files()}
    listed |= set(map(edits_path, withheld))
    for name in sorted(present - listed - _PLAIN):
        if is_for_harness(name):
            continue  # see check_harness
        if name.startswith(("data/", f"{EDITS}/")) or name.endswith(".parquet"):
            findings.add(name, "", 7, "is extra; the manifest does not list it")
        elif not name.startswith(f"{FIGURES}/") and not name.lower().endswith(".svg"):
            findings.add(name, "", 7, "is extra; it is no file of a release")


def _check_script(folder: Path, present: set[str], findings: Findings) -> None:
    if SCRIPT not in present:
        findings.add(SCRIPT, "", 7, "is missing")
    elif _digest(folder / SCRIPT) != sha256(loading_script().encode()).hexdigest():
        findings.add(SCRIPT, "", 5, "is not the loading script of this renamer; do not run it")


def _check_figures(folder: Path, present: Collection[str], findings: Findings) -> None:
    """Report SVG figures with active content, such as scripts.

    SVG files outside the folder of figures, and other files in this folder, are also reported.
    """
    for name in sorted(present):
        where, _, suffix = name.rpartition(".")
        drawn = suffix.lower() == "svg"
        if not drawn and not name.startswith(f"{FIGURES}/"):
            continue
        if not drawn or where.rpartition("/")[0] != FIGURES:
            findings.add(name, "", 7, f"is no figure of a release: these are {FIGURES}/*.svg")
            continue
        try:
            fault = fault_of_drawing(read_text(folder / name))
        except FixInputError as error:
            fault = str(error)
        if fault:
            findings.add(name, "", 7, fault)


def _check_configs(manifest: Manifest, findings: Findings) -> None:
    records = {record.path: record for record in manifest.files}
    for message in bad_names((c.name, [s.name for s in c.splits]) for c in manifest.configs):
        findings.add(MANIFEST, "", 5, message)
    for config in manifest.configs:
        for split in config.splits:
            record = records.get(split.path)
            if record is None:
                message = f"config {shown(config.name)} reads a file that is not listed"
                findings.add(MANIFEST, "", 5, f"{message}: {shown(split.path)}")
            elif record.rows != split.rows:
                message = f"config {shown(config.name)}, split {shown(split.name)}"
                findings.add(MANIFEST, "", 5, f"{message}: other rows than its file")


def _check_card(folder: Path, manifest: Manifest, findings: Findings) -> None:
    try:
        data = card_data(read_text(folder / CARD))
    except FixInputError as error:
        findings.add(CARD, "", 5, str(error))
        return
    found = _named(data.get("configs"), "config_name")
    infos = _named(data.get("dataset_info"), "config_name")
    for config in manifest.configs:
        if config.name not in found:
            findings.add(CARD, "", 5, f"lacks the config {shown(config.name)}")
        elif not _same_config(found[config.name], infos.get(config.name), config, manifest):
            findings.add(CARD, "", 5, f"config {shown(config.name)} is not the manifest's")
    for name in sorted(found.keys() - {config.name for config in manifest.configs}):
        findings.add(CARD, "", 5, f"has a config that the manifest lacks: {shown(name)}")
    _compare_card(data, lambda: card_yaml(manifest), findings)


def _compare_card(data: Mapping[str, Any], written: Callable[[], str], findings: Findings) -> None:
    """Report each key of the metadata of the card that differs from the metadata it should have.

    `data` is the metadata of the card. `written` returns the right metadata as YAML. Nothing is
    compared if faults of the card or of the manifest were found before.
    """
    if any(finding.file in {CARD, MANIFEST} for finding in findings.kept):
        return  # other faults would only follow from those
    wanted = card_data(f"---\n{written()}---\n")
    for key in (*wanted, *(key for key in data if key not in wanted)):
        if data.get(key) == wanted.get(key):
            continue
        configs = _named(data.get(key), "config_name"), _named(wanted.get(key), "config_name")
        differ = [name for name in configs[1] if configs[0].get(name) != configs[1][name]]
        at = f" of the config {shown(differ[0])}" if differ else ""
        findings.add(CARD, "", 5, f"{shown(str(key))}{at} is not what the manifest says")


def _check_croissant(
    folder: Path, manifest: Manifest, present: set[str], findings: Findings
) -> None:
    if CROISSANT not in present:
        findings.add(CROISSANT, "", 7, "is missing")
        return
    wanted = croissant(manifest, _edits_records(folder, manifest, present))
    try:
        text = read_text(folder / CROISSANT)
        data = json.loads(text)
    except (FixInputError, ValueError, RecursionError) as error:
        findings.add(CROISSANT, "", 5, f"cannot be read: {error}")
        return
    if text == wanted:
        return
    said: dict[str, Any] = json.loads(wanted)
    found = data if isinstance(data, dict) else {}
    differ = [key for key in {**said, **found} if said.get(key) != found.get(key)]
    keys = ", ".join(map(shown, differ[:_KEYS])) or "its layout"
    findings.add(CROISSANT, "", 5, f"{keys}: not what the manifest says")


def _edits_records(folder: Path, manifest: Manifest, present: set[str]) -> dict[str, FileRecord]:
    """Return a record of each file of edits, by the path of the data file that it replaces.

    A record has the size, the digest and the row counts of a file.
    """
    return {
        record.path: replace(
            record, path=name, bytes=size, memory=size, sha256=_digest(folder / name), parts=()
        )
        for record in manifest.files
        if (name := edits_path(record.path)) in present
        for size in [(folder / name).stat().st_size]
    }


def _check_edits_card(
    folder: Path, manifest: Manifest, withheld: frozenset[str], findings: Findings
) -> None:
    try:
        data = card_data(read_text(folder / CARD))
    except FixInputError as error:
        findings.add(CARD, "", 5, str(error))
        return
    found = data.get("configs")
    configs = edits_configs(manifest, withheld)
    if found != configs:
        findings.add(CARD, "", 5, "its configs are not the manifest's")
        return
    records = {record.path: record for record in manifest.files}
    records |= {
        record.path: record
        for record in _edits_records(folder, manifest, set(map(edits_path, withheld))).values()
    }
    _compare_card(data, lambda: edits_yaml(manifest, configs, records), findings)


def _named(entries: object, key: str) -> dict[str, Mapping[str, Any]]:
    if not isinstance(entries, list):
        return {}
    tables = (entry for entry in entries if isinstance(entry, dict))
    return {table[key]: table for table in tables if isinstance(table.get(key), str)}


def _same_config(
    entry: Mapping[str, Any],
    info: Mapping[str, Any] | None,
    config: ConfigRecord,
    manifest: Manifest,
) -> bool:
    files = config_files(manifest, config.splits)
    if entry.get("data_files") != files or info is None:
        return False
    splits = info.get("splits")
    return isinstance(splits, list) and _counts(splits) == [
        (split.name, split.rows) for split in config.splits
    ]


def _counts(splits: Iterable[object]) -> list[tuple[Any, Any]]:
    return [(s.get("name"), s.get("num_examples")) if isinstance(s, dict) else (None, None)
            for s in splits]  # fmt: skip


def _digest(path: Path) -> str:
    hasher = sha256()
    with path.open("rb") as file:
        while block := file.read(2**20):
            hasher.update(block)
    return hasher.hexdigest()
