"""The check of the files with which evaluation harnesses run the tasks of a release.

These files must be the ones that this package generates from the manifest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256

from builders.cards.harness_files import (
    EVAL,
    FOLDER,
    eval_yaml,
    generated_records,
    harness_files,
)
from builders.errors import RenamerError
from builders.releases.manifest import Manifest
from builders.releases.quoting import escaped
from builders.releases.release_reading import MANIFEST
from builders.verification.findings import Findings


def check_harness(
    manifest: Manifest,
    withheld: frozenset[str],
    digests: Mapping[str, str],
    named: Collection[str],
    findings: Findings,
) -> None:
    """Report files for evaluation harnesses that are missing, changed or unknown to this package.

    `digests` has the digests of the existing files of the release. `named` has the files that were
    already reported as missing or changed. `withheld` has the data files that the release contains
    only as edits, without their texts.
    """
    try:
        made = generated_records(harness_files(manifest))
        task_list = eval_yaml(manifest, withheld)
    except (RenamerError, ValueError):
        findings.add(MANIFEST, "", 5, "lists files and configs that no release has")
        return
    if manifest.generated != made:
        message = f"lists files in {FOLDER}/ that this renamer does not make; do not run them"
        findings.add(MANIFEST, "", 5, message)
        return  # the files of such a manifest cannot be compared
    known = {record.path: record.sha256 for record in made if record.path != EVAL}
    if task_list:
        # The list of tasks for the Hub lacks tasks whose rows are published as edits.
        known[EVAL] = sha256(task_list.encode()).hexdigest()
    _compare(known, digests, named, findings)


def _compare(
    known: Mapping[str, str],
    digests: Mapping[str, str],
    named: Collection[str],
    findings: Findings,
) -> None:
    for name, digest in known.items():
        if name not in digests:
            if name not in named:
                findings.add(name, "", 7, "is missing; every release has it")
        elif digests[name] != digest and name not in named:
            findings.add(name, "", 5, "is not what this renamer makes of its manifest")
    for name in sorted(digests.keys() - known.keys() - set(named)):
        if is_for_harness(name):
            findings.add(escaped(name, 300), "", 7, f"is extra; no release has it{_why(name)}")


def is_for_harness(name: str) -> bool:
    """Return whether the file with this path in the release is for an evaluation harness."""
    return name == EVAL or name.startswith(f"{FOLDER}/")


def _why(name: str) -> str:
    compiled = "/__pycache__/" in name
    return ": Python left it there; delete it and set PYTHONDONTWRITEBYTECODE=1" if compiled else ""
