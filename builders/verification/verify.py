"""Verification of every file and every row of a release by seven invariants.

The invariants are listed in builders.verification.findings. The checks do not use the code that
built the release (builders.swap). If the source data are given, the original files of the release
are compared with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError, FixInputError, FixRecipeError
from builders.releases.layout import ReleaseFile, path_parts
from builders.releases.manifest import FileRecord, Manifest
from builders.releases.quoting import shown
from builders.releases.recipe import Recipe
from builders.types import Example, Progress
from builders.verification.edit_values import types_of
from builders.verification.findings import Finding, Findings, Report
from builders.verification.group_check import GroupCheck, SourceIndex, Verification
from builders.verification.left_out_check import check_left_out
from builders.verification.manifest_check import declared_files, manifest_broken
from builders.verification.release_contents import MANIFEST, Contents, read_contents
from builders.verification.world_pairs import Check, Relations, peoples_broken, worlds_broken

__all__ = ["Finding", "Report", "SourceReader", "verify"]

SourceReader = Callable[[], Iterable[Example]]
"""A function that reads a source dataset from its first instance on, at each call."""

_LIMIT: Final = 1000


def verify(
    folder: Path,
    sources: Mapping[str, SourceReader] | None = None,
    *,
    limit: int = _LIMIT,
    progress: Progress | None = None,
    relations: Callable[[Recipe], Relations] | None = None,
    related: bool = True,
) -> Report:
    """Check every file and every row of a release.

    If a release has only the edits of some files, without the texts, the rows of these files cannot
    be checked. `sources` has readers of source datasets, by their names in the manifest. The
    original files are compared with these datasets. At most `limit` findings are kept, and further
    findings are only counted. `progress` is called after each block of rows, with the number of its
    rows. `relations` returns which names belong to which country, for example those of its people.
    If the recipe says that related names stay related (`worlds`), so that a capital becomes a
    capital and a people that of its new country, this is checked, too, unless `related` is false.

    Raises FixInputError if the folder does not exist or is not a release, and ChooseKnownError
    for an unknown source.
    """
    if not folder.is_dir():
        raise FixInputError(f"{folder}: there is no such folder")
    findings = Findings(limit)
    contents = read_contents(folder, findings)
    if contents is None:
        return Report(tuple(findings.kept), findings.more, 0, 0)
    known = [source.name for source in contents.manifest.sources]
    for name in sources or {}:
        if name not in known:
            raise ChooseKnownError("source", name, known)
    for message in manifest_broken(contents.manifest):
        findings.add(MANIFEST, "", 5, message)
    declared = declared_files(contents.manifest)
    types = {path: types_of(file) for path, file in declared.items()}
    recipe = _recipe(contents.manifest)
    checked = declared if recipe and relations and related else {}
    verification = Verification(
        folder, findings, contents.manifest.distinct_names, progress or _silent, types,
        relations(recipe) if relations and recipe else Relations(),
        {path: check for path, file in checked.items() if (check := _of_worlds(recipe, file))},
    )  # fmt: skip
    given = {name: SourceIndex(read()) for name, read in (sources or {}).items()}
    _Checker(contents, verification).run(given)
    check_left_out(
        folder, contents, {path: file.type for path, file in declared.items()}, given, findings
    )
    files = len(contents.manifest.files)
    return Report(tuple(findings.kept), findings.more, files, verification.rows)


def _recipe(manifest: Manifest) -> Recipe | None:
    try:
        return Recipe.parse(manifest.recipe.text, "the recipe")
    except FixRecipeError:
        return None


_WITH_PEOPLES: Final = ("collections", "in-distribution")
"""The kinds of perturbations under which a country gets the name of a country."""


def _of_worlds(recipe: Recipe | None, file: ReleaseFile) -> Check | None:
    """Return the check that related names in a file stay related, or None if they need not."""
    if recipe is None or file.is_original:
        return None
    entswap, renaming = recipe.entswap, recipe.entity_renaming
    if not file.type:
        return worlds_broken if entswap is not None and entswap.worlds else None
    if renaming is None or not renaming.entities.related:
        return None
    kinds = {spec.name: spec.kind for spec in renaming.perturbations}
    return peoples_broken if kinds.get(file.perturbation) in _WITH_PEOPLES else None


def _silent(_: int) -> None:
    pass


class _Checker:
    def __init__(self, contents: Contents, verification: Verification) -> None:
        self._manifest = contents.manifest
        self._data = contents.data
        self._withheld = contents.withheld
        self._verification = verification
        self._findings = verification.findings

    def run(self, given: Mapping[str, SourceIndex]) -> None:
        """Check each original file together with all files made from it.

        `given` has the source datasets that the user gave, by name.
        """
        records = {record.path: record for record in self._manifest.files}
        groups = self._groups(records)
        by_name = {source.name: source for source in self._manifest.sources}
        for name, whole in given.items():
            if whole.questions != by_name[name].questions:
                # Entity renaming reads only answerable questions.
                swapped = any(source == name and not path_parts(original).type
                              for original, source in groups)  # fmt: skip
                what = "questions" if swapped else "answerable questions"
                message = f"the source {shown(name)} given has {whole.questions} {what}, "
                self._findings.add(MANIFEST, "", 2, f"{message}not {by_name[name].questions}")
        alone = set(self._data)
        for (original, source_name), paths in groups.items():
            source = by_name.get(source_name)
            if source is None:
                message = f"does not know the source {shown(source_name)}"
                self._findings.add(MANIFEST, "", 5, message)
            elif original in self._data:
                files = [records[path] for path in paths if path in self._data]
                index = given.get(source_name)
                GroupCheck(self._verification, files, records[original], source.gold, index).run()
                alone -= {original, *paths}
            elif not {original, *paths} <= self._withheld:
                message = "cannot be read: nothing to compare rows with"
                self._findings.add(original, "", 2, message)
        GroupCheck(self._verification, [records[path] for path in sorted(alone)]).run()
        self._check_reasons(records)

    def _groups(self, records: Mapping[str, FileRecord]) -> dict[tuple[str, str], list[str]]:
        groups: dict[tuple[str, str], list[str]] = {}
        known: set[str] = set()
        for entry in self._manifest.originals:
            if entry.path not in records or entry.original not in records or entry.path in known:
                self._findings.add(MANIFEST, "", 5, f"tells the original of {shown(entry.path)}")
                continue
            known.add(entry.path)
            group = groups.setdefault((entry.original, entry.source), [])
            if entry.path != entry.original:
                group.append(entry.path)
        for path in sorted(records.keys() - known):
            self._findings.add(path, "", 5, "the manifest does not say what it was made from")
        return groups

    def _check_reasons(self, records: Mapping[str, FileRecord]) -> None:
        """Check invariant 6: the manifest gives a reason for every missing or unchanged row.

        For each file, the counts of the reasons must add up to the number of such rows.
        """
        counted: Counter[tuple[str, str]] = Counter()
        for reason in self._manifest.reasons:
            counted[reason.path, reason.kind] += reason.count
        questions = {source.name: source.questions for source in self._manifest.sources}
        for entry in self._manifest.originals:
            record = records.get(entry.path)
            if record is None:
                continue
            kind, count = "unchanged", record.rows - record.changed
            if entry.path == entry.original:
                kind, count = "left-out", questions.get(entry.source, 0) - record.rows
            if counted[entry.path, kind] != count:
                self._findings.add(
                    entry.path, "", 6,
                    f"{count} instances are {kind}, reasons are given for "
                    f"{counted[entry.path, kind]}",
                )  # fmt: skip
