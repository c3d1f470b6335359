"""The files of a release that harnesses run, held against its manifest and what we generate."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256

from builders import __version__
from builders.releases.check import escaped
from builders.releases.findings import Findings
from builders.releases.harness_files import (
    EVAL,
    FOLDER,
    eval_yaml,
    generated_records,
    harness_files,
)
from builders.releases.manifest import Manifest
from builders.releases.reading import MANIFEST


def check_harness(
    manifest: Manifest,
    withheld: frozenset[str],
    digests: Mapping[str, str],
    named: Collection[str],
    findings: Findings,
) -> None:
    """Compare what harnesses run with the manifest, and the manifest with what we generate.

    Another version of the package may generate other files: of those the digests alone are
    compared.
    """
    ours = manifest.package == __version__
    known = {record.path: record.sha256 for record in manifest.generated}
    if ours and manifest.generated != generated_records(harness_files(manifest)):
        findings.add(MANIFEST, "", 5, f"lists files in {FOLDER}/ that its configs do not make")
    if withheld:
        # Tasks whose rows are published as edits are left out of what the Hub reads.
        known.pop(EVAL, None)
        text = eval_yaml(manifest, withheld) if ours else ""
        if text:
            known[EVAL] = sha256(text.encode()).hexdigest()
    for name, digest in known.items():
        if name not in digests:
            if name not in named:
                findings.add(escaped(name, 200), "", 7, "is missing; the manifest lists it")
        elif digests[name] != digest and name not in named:
            findings.add(name, "", 5, "its SHA-256 is not the one in the manifest")
    for name in sorted(digests.keys() - known.keys() - set(named)):
        stranger = name == EVAL and (ours or not withheld)
        if stranger or name.startswith(f"{FOLDER}/"):
            findings.add(name, "", 7, f"is extra; the manifest does not list it{_left(name)}")


def _left(name: str) -> str:
    compiled = "/__pycache__/" in name
    return ": Python left it there; delete it and set PYTHONDONTWRITEBYTECODE=1" if compiled else ""
