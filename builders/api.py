"""The verbs of the command line as plain functions, with the same defaults and results.

Rows may be given as a path or as an object: a pandas or polars frame, an Arrow table, a dataset
of `datasets`, or an iterable of mappings. Every function raises builders.errors.RenamerError,
with one line that says what is wrong and what to do. In a notebook, long work shows a progress
bar; elsewhere nothing is printed.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace as changed
from pathlib import Path
from typing import Any, Literal, TypeAlias

from builders import pipeline
from builders.cards.card import QUALITY
from builders.cards.sheets import read_sheet
from builders.cli import export as exporting
from builders.cli.apply import join
from builders.cli.probe import probed_by_model, write_extremes
from builders.cli.push import published_form
from builders.cli.released import (
    check,
    check_joined,
    pull_quietly,
    quiet_client,
    release_at,
    verified,
)
from builders.cli.reproduce import rebuild
from builders.cli.verify import source_readers
from builders.errors import FixInputError
from builders.experiments.probe import Probe
from builders.experiments.probe import probe as probe_release
from builders.hub import push as pushing
from builders.labelled import labelled_scores
from builders.labelled.renaming import Renamed, rename_labelled_file
from builders.notebook import NotebookBars
from builders.pipeline import Options
from builders.recognizing import recognize_file
from builders.releases.diff import ReleaseDiff
from builders.releases.diff import diff as diff_releases
from builders.releases.export import export as export_split
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, split_path
from builders.scoring import audit as auditing
from builders.scoring import audit_keeping
from builders.scoring.cells import configs_of
from builders.scoring.harness_logs import check_places
from builders.scoring.predicting import Asked, Model
from builders.scoring.predicting import predict as predict_release
from builders.scoring.prediction_files import given_predictions
from builders.scoring.release_scoring import score as score_release
from builders.scoring.scorecard import Scorecard
from builders.scoring.subset_scoring import Options as ScoringOptions
from builders.sources.row_formats import write_rows
from builders.stages.edits_only import check_in_full
from builders.stages.finding import RecognizerChoice
from builders.stages.renamings import Drawing
from builders.swapping import swap_file
from builders.types import SwapType
from builders.verification.findings import Report

Place: TypeAlias = str | Path
Rows: TypeAlias = Place | Iterable[Mapping[str, Any]] | Any
"""A path, a frame or table, or an iterable of mappings."""

Predictions: TypeAlias = Place | Mapping[str, Mapping[str, Mapping[str, str]]]
"""A folder of <config>/<split>.json, or {config: {split: {id: text}}}."""


def build(
    recipe: Recipe | Place,
    out: Place,
    options: Options | None = None,
    *,
    sources: Mapping[str, Rows] | None = None,
) -> Path:
    """Build a release at `out` and return its folder.

    `recipe` is a Recipe, the name of a shipped recipe or the path of a TOML file. `sources` are
    added to those of the options, and may be rows in memory. With more than one job, call it
    under `if __name__ == "__main__":`, as any Python code that starts processes.
    """
    options = options or Options()
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        given = dict(options.sources)
        for number, (name, data) in enumerate((sources or {}).items()):
            given[name] = _path(data, Path(folder) / str(number))
        return pipeline.build(read, Path(out), changed(options, sources=given), NotebookBars())


def plan(recipe: Recipe | Place, out: Place, options: Options | None = None) -> Place:
    """Plan a build that machines share in the folder `out`, a path or a URL, and return `out`."""
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    return pipeline.plan(read, out, options)


def work(folder: Place, rank: int, world: int, recognizer: str | None = None) -> int:
    """Run a worker's share of a planned build, then tasks that others left unfinished.

    Returns the number of tasks that it ran. If the build was planned with a recognizer of your own,
    give it here again.
    """
    return pipeline.work(folder, rank, world, recognizer)


def finish(folder: Place, recognizer: str | None = None, options: Options | None = None) -> Place:
    """Finish a planned build, and return the folder of the release."""
    return pipeline.finish(folder, recognizer, options)


def verify(
    release: Place, sources: Mapping[str, Place] | None = None, *, limit: int = 1000
) -> Report:
    """Check every file and row of a release (a folder or ORG/NAME@TAG); the result has `ok`.

    `sources` gives the source files to compare the unrenamed rows with.
    """
    with release_at(str(release), verify=lambda _: None) as folder:
        readers = source_readers(folder, {name: Path(p) for name, p in (sources or {}).items()})
        return verified(folder, readers, limit, NotebookBars())


def recognize(
    texts: Rows | Iterable[str],
    recognizer: RecognizerChoice = "bundled",
    *,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Return {"id", "mentions"} for each text; mentions are {"start", "end", "type"}.

    Offsets count characters, and ends are exclusive. `texts` are texts, numbered from 0, or rows
    with id and text (or context).
    """
    return _lines(
        texts,
        lambda source, target: recognize_file(
            source, target, recognizer, cache=cache, reporter=NotebookBars()
        ),
    )


def swap_rows(rows: Rows, recognizer: RecognizerChoice = "bundled") -> list[dict[str, Any]]:
    """Rename each row by the row's own `renames`, as `renamer swap` does.

    Returns the renamed rows with their edits.
    """
    return _lines(
        rows, lambda source, target: swap_file(source, target, recognizer, NotebookBars())
    )


def export(
    release: Place,
    config: str,
    out: Place,
    *,
    split: str = "",
    format: str = "",  # noqa: A002
) -> int:
    """Write a split as `squad` or `mrqa` (default: its source's format); return the row count."""
    with release_at(str(release)) as folder:
        check_in_full(folder, split_path(read_manifest(folder), config, split))
        known = [row.value for row in exporting.Format]
        if format and format not in known:
            raise FixInputError(f"format {format!r}: expected one of {', '.join(known)}")
        chosen = exporting.Format(format or exporting.native_format(folder, config, split))
        return export_split(folder, config, split, Path(out), lines=exporting.FORMATS[chosen])


def push(
    folder: Place,
    repo: str,
    tag: str = "",
    *,
    dry_run: bool = False,
    private: bool | None = None,
    replace: bool = False,
    edits_only: Collection[str] = (),
    in_full: Collection[str] = (),
) -> pushing.Pushed:
    """Verify a release and publish it as a version of `repo`; a dry run changes nothing."""
    quiet_client()
    check(Path(folder))
    options = pushing.Options(private=private, dry_run=dry_run, replace=replace)
    with published_form(Path(folder), edits_only, in_full) as release:
        verified = check if release != Path(folder) else lambda _: None
        return pushing.push(release, repo, tag, verify=verified, options=options)


def pull(release: str, folder: Place) -> Path:
    """Fetch and verify a release, ORG/NAME@TAG, to a new or empty folder, and return the folder."""
    repo, at, tag = release.rpartition("@")
    if not at or not tag:
        raise FixInputError(f"{release}: expected ORG/NAME@TAG, such as my-org/renamed@v1.0.0")
    pull_quietly(repo, tag, Path(folder))
    return Path(folder)


def predict(release: Place, model: Model, out: Place, configs: Sequence[str] = ()) -> Asked:
    """Ask a model every distinct passage and question once, and write its predictions to `out`.

    `model` has a `fingerprint`, a line that identifies it, and a method `predict` that takes
    questions (id, title, context, question) and yields a Prediction for each. `configs` are names
    or patterns. An interrupted run resumes. Gold answers and edits are never passed to the model.
    """
    with release_at(str(release)) as folder:
        bars = NotebookBars()
        return predict_release(folder, Path(out), model, configs=configs, reporter=bars)


def score(
    release: Place,
    predictions: Predictions,
    *,
    scorers: Sequence[str] = (),
    threshold: float | Literal["best"] | None = None,
    model: str = "",
) -> Scorecard:
    """Score predictions; return `rows`, `drops` and the rest of a scorecard, as records in percent.

    `scorers` replace the default scorers: that of the config, and lenient. A prediction whose
    no-answer score is above `threshold` counts as no answer; "best" is the threshold with the
    best F1 on the original rows.
    """
    with release_at(str(release)) as folder:
        check_joined(folder)
        options = ScoringOptions(tuple(scorers), model, threshold)
        if isinstance(predictions, (str, Path)):
            return score_release(folder, Path(predictions), options)
        found = given_predictions(predictions)
        check_places(found, configs_of(read_manifest(folder)), Path("predictions"))
        return score_release(folder, found, options)


def audit_sample(release: Place, per_type: int = 30, *, key: str = "audit") -> str:
    """Return a sheet of sampled changed rows next to their sources, as CSV to be judged."""
    with release_at(str(release)) as folder:
        return auditing.sheet(auditing.sample(folder, per_type, key=key))


def audit_score(*sheets: Place) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the accuracies by type and step from judged sheets, and the readers' agreement."""
    if not sheets:
        raise FixInputError("no sheet: give at least one")
    return auditing.score_audit([read_sheet(Path(sheet)) for sheet in sheets])


def audit_keep(
    *sheets: Place,
    release: Place | Sequence[Place],
    texts: str,
    quality: Place,
    note: str = "",
) -> tuple[str, ...]:
    """Add judged sheets to a quality.toml, the source of the quality table of dataset cards.

    `release` is the release whose rows were judged, or several releases of one recipe. `texts` says
    where the rows are from, such as "ten articles". The sheets are copied next to `quality`,
    without the texts of the rows; returns the file names of the copies. The figures of the table
    are computed from the first sheet.
    """
    releases = [release] if isinstance(release, (str, Path)) else release
    if not sheets or not releases:
        raise FixInputError(f"no {'release' if sheets else 'sheet'}: give at least one")
    with ExitStack() as stack:
        folders = [stack.enter_context(release_at(str(each))) for each in releases]
        about = audit_keeping.About(texts, note)
        return audit_keeping.keep([Path(each) for each in sheets], folders, Path(quality), about)


def audit_check(release: Place, quality: Place = QUALITY) -> tuple[int, list[str]]:
    """Compare the quality table of a release's card with the judged sheets in a quality.toml.

    Returns the number of sheets that the card names, and a line for each difference. The default
    for `quality` is the file of the package.
    """
    with release_at(str(release)) as folder:
        return audit_keeping.check(folder, Path(quality))


def reproduce(release: Place, options: Options | None = None) -> ReleaseDiff:
    """Rebuild a release from its manifest and return the differences."""
    with release_at(str(release)) as folder:
        return rebuild(folder, options or Options(), NotebookBars())


def diff(before: Place, after: Place) -> ReleaseDiff:
    """Return the differences of two releases: inputs, files, and changed rows by cause."""
    with release_at(str(before)) as old, release_at(str(after)) as new:
        progress = NotebookBars().stage("Comparing files", len(read_manifest(new).files))
        return diff_releases(old, new, progress=progress)


def apply(
    release: Place, out: Place, sources: Mapping[str, Place] | None = None, *, force: bool = False
) -> Path:
    """Join an edits-only release to your copies of its sources; return the full release."""
    given = {name: Path(path) for name, path in (sources or {}).items()}
    join(str(release), Path(out), given, NotebookBars(), force=force)
    return Path(out)


def probe(
    release: Place,
    predictions: Place,
    *,
    scorer: str = "",
    out: Place | None = None,
    force: bool = False,
) -> Probe:
    """Compare a model's predictions for the seeds of a release: worst case, best case, stability.

    With `out`, the rows of the worst and the best seed of each instance are written there as a
    release. The keys of the result are those of builders.experiments.probe.
    """
    with release_at(str(release)) as folder:
        check_joined(folder)
        options = ScoringOptions((scorer,) if scorer else ())
        found = probe_release(folder, Path(predictions), options, NotebookBars())
        if out is not None:
            write_extremes(folder, found, Path(out), force=force)
        return found


def probe_model(
    recipe: Recipe | Place,
    model: Model,
    renamings: int | None = None,
    options: Options | None = None,
    *,
    scorer: str = "",
    out: Place | None = None,
    force: bool = False,
) -> Probe:
    """Compare a model's answers to many renamings of each row: worst case, best case, stability.

    No release is built. `renamings` is the number of renamings per row, by default the number of
    seeds in the recipe. Of `options`, the sources, recognizer, pattern, folder of names, cache and
    jobs are used. With `out`, the rows of the worst and the best renaming are written there as a
    release.
    """
    options = options or Options()
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    drawing = Drawing(
        renamings, options.sources, options.recognizer, options.only or "", options.names,
        options.cache, options.jobs,
    )  # fmt: skip
    scoring = ScoringOptions((scorer,) if scorer else ())
    to = None if out is None else Path(out)
    return probed_by_model(read, model, drawing, scoring, NotebookBars(), to, force=force)


def rename_labelled(
    source: Place,
    target: Place,
    format: str,  # noqa: A002 - the word of the command
    draw: Mapping[SwapType, str | Sequence[str]],
    recognizer: RecognizerChoice = "bundled",
    *,
    seed: int = 0,
) -> Renamed:
    """Rename entities in a file of sentence pairs, corrections or coreference data.

    `format` is pairs, m2 or conll. `draw` gives the collections of new names for each type to
    rename. The result has the rows with their edits, and counts the unchanged texts by reason.
    """
    collections = {
        kind: (names,) if isinstance(names, str) else tuple(names) for kind, names in draw.items()
    }
    return rename_labelled_file(
        Path(source), Path(target), format, collections, recognizer, seed=seed
    )


def score_labelled(
    predicted: Place,
    gold: Place,
    format: str,  # noqa: A002 - the word of the command
    original: Place | None = None,
) -> dict[str, float]:
    """Return the scores of predicted labels by measure, in percent.

    `format` is pairs, m2 or conll. With `original`, the gold file before renaming, only clusters
    with a renamed token are scored.
    """
    before = None if original is None else Path(original)
    return labelled_scores.score_labelled(Path(predicted), Path(gold), format, before)


def _lines(data: Rows, work: Callable[[Path, Path], object]) -> list[dict[str, Any]]:
    """Run a verb that reads and writes files, and return the lines that it wrote."""
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        target = Path(folder) / "out"
        work(_path(data, Path(folder) / "in"), target)
        with target.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def _path(data: Rows, kept: Path) -> Path:
    """Return a path, or the path of a temporary file with the given rows."""
    if isinstance(data, (str, Path)):
        return Path(data)
    write_rows(data if hasattr(data, "__arrow_c_stream__") else _numbered(data), kept)
    return kept


def _numbered(data: object) -> object:
    """Return a text as a row with a number; rows and other values are unchanged."""
    if not isinstance(data, Iterable) or isinstance(data, Mapping):
        return data
    return (
        {"id": number, "text": item} if isinstance(item, str) else item
        for number, item in enumerate(data)
    )
