"""The commands of `renamer` as plain Python functions, with the same defaults and results.

Rows may be given as a path or as an object: a pandas or polars frame, an Arrow table, a dataset
of `datasets`, or an iterable of mappings. All functions raise builders.errors.RenamerError with
a message that says what is wrong and what to do. In a notebook, long work shows a progress bar.
Elsewhere, nothing is printed.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
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
from builders.errors import FixInputError, FixManyError
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
from builders.scoring.predicting import Model, PredictionCounts
from builders.scoring.predicting import predict as predict_release
from builders.scoring.prediction_files import given_predictions
from builders.scoring.release_scoring import score as score_release
from builders.scoring.scorecard import Scorecard
from builders.scoring.subset_scoring import ScoringOptions
from builders.sources.row_formats import write_rows
from builders.stages.edits_only import check_in_full
from builders.stages.finding import RecognizerChoice
from builders.stages.renamings import RenamingOptions
from builders.swapping import swap_file
from builders.types import SwapType
from builders.verification.findings import Report

Place: TypeAlias = str | Path
Rows: TypeAlias = Place | Iterable[Mapping[str, Any]] | Any
"""Rows given as a path, a data frame or table, or an iterable of mappings."""

Predictions: TypeAlias = Place | Mapping[str, Mapping[str, Mapping[str, str]]]
"""A model's answers: a folder of <config>/<split>.json, or {config: {split: {id: text}}}."""


def build(
    recipe: Recipe | Place,
    out: Place,
    options: Options | None = None,
    *,
    sources: Mapping[str, Rows] | None = None,
) -> Path:
    """Build a release at `out` and return its folder.

    `recipe` is a Recipe, the name of a shipped recipe or the path of a TOML file. `sources` gives
    source datasets by name, as files or as rows in memory. They are added to `options.sources`.
    With more than one job, call `build` under `if __name__ == "__main__":`, like any Python code
    that starts processes.
    """
    options = options or Options()
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    with _paths(sources) as given:
        options = changed(options, sources={**options.sources, **given})
        return pipeline.build(read, Path(out), options, NotebookBars())


def plan(recipe: Recipe | Place, out: Place, options: Options | None = None) -> Place:
    """Plan a build for several machines, in a folder that all of them reach, and return `out`.

    `out` is the path or the URL of this folder. After `plan`, each machine calls `work`, and one
    of them calls `finish`.
    """
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    return pipeline.plan(read, out, options)


def work(folder: Place, rank: int, world: int, recognizer: str | None = None) -> int:
    """Run a worker's share of a planned build, then tasks that other workers left unfinished.

    `world` is how many workers there are, and `rank` says which of them this is, from 0 to
    `world` - 1. Returns how many tasks this worker ran. If the build was planned with a recognizer
    of your own, name this recognizer again.
    """
    return pipeline.work(folder, rank, world, recognizer)


def finish(folder: Place, recognizer: str | None = None, options: Options | None = None) -> Place:
    """Finish a planned build: replace the plan in `folder` by the release, and return `folder`."""
    return pipeline.finish(folder, recognizer, options)


def verify(
    release: Place, sources: Mapping[str, Rows] | None = None, *, limit: int = 1000
) -> Report:
    """Check every file and row of a release, and return a report of the faults.

    The report's `ok` is true if there are no faults, and the report lists at most `limit` faults.
    `release` is a folder or ORG/NAME@TAG. `sources` gives, by name, source datasets with which the
    unrenamed rows are compared.
    """
    with release_at(str(release), verify=lambda _: None) as folder, _paths(sources) as given:
        return verified(folder, source_readers(folder, given), limit, NotebookBars())


def recognize(
    texts: Rows | Iterable[str],
    recognizer: RecognizerChoice = "bundled",
    *,
    cache: Path | None = None,
    explain: bool = False,
) -> list[dict[str, Any]]:
    """Find the names in each text, and return a dictionary {"id", "mentions"} for each text.

    "mentions" is a list of {"start", "end", "type"}. Offsets count characters, and ends are
    exclusive. `texts` are strings, whose ids are the numbers from 0 on, or rows with the keys "id"
    and "text" (or "context"). With `explain`, a mention also has "score", the probability that it
    is a name of this type, and "reasons", the cues that the recognizer used.
    """
    return _lines(
        texts,
        lambda source, target: recognize_file(
            source, target, recognizer, cache=cache, explain=explain, reporter=NotebookBars()
        ),
    )


def swap_rows(rows: Rows, recognizer: RecognizerChoice = "bundled") -> list[dict[str, Any]]:
    """Replace the names that each row lists in its key "renames", and return the renamed rows.

    The renamed rows contain their edits. `renamer swap --help` describes the keys of a row.
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
    """Write a split of a release to `out`, and return the number of its rows.

    `format` is squad or mrqa, by default the format of the split's source.
    """
    with release_at(str(release)) as folder:
        check_in_full(folder, split_path(read_manifest(folder), config, split))
        known = [row.value for row in exporting.ExportFormat]
        if format and format not in known:
            raise FixInputError(f"format {format!r}: expected one of {', '.join(known)}")
        chosen = exporting.ExportFormat(format or exporting.native_format(folder, config, split))
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
    """Verify a release and publish it as a version of the dataset repository `repo` on the Hub.

    With `dry_run`, nothing is published. The parameters are the options of `renamer push`. For the
    sources named in `edits_only`, only the edits are published, without the texts. The sources
    named in `in_full` are published with their texts, even if their licence does not permit it.
    """
    quiet_client()
    check(Path(folder))
    options = pushing.PushOptions(private=private, dry_run=dry_run, replace=replace)
    with published_form(Path(folder), edits_only, in_full) as release:
        verified = check if release != Path(folder) else lambda _: None
        return pushing.push(release, repo, tag, verify=verified, options=options)


def pull(release: str, folder: Place) -> Path:
    """Fetch the release ORG/NAME@TAG to a new or empty folder, verify it, and return the folder."""
    repo, at, tag = release.rpartition("@")
    if not at or not tag:
        raise FixInputError(f"{release}: expected ORG/NAME@TAG, such as my-org/renamed@v1.0.0")
    pull_quietly(repo, tag, Path(folder))
    return Path(folder)


def predict(
    release: Place, model: Model, out: Place, configs: Sequence[str] = ()
) -> PredictionCounts:
    """Ask a model every distinct passage and question once, and write its predictions to `out`.

    `model` has a `fingerprint`, a line that identifies it, and a method `predict` that takes
    questions (id, title, context, question) and yields a Prediction for each. `configs` are names
    or patterns of configs, or empty for all. Gold answers and edits are never passed to the model.
    An interrupted run resumes when called again. Returns the numbers of predictions and questions.
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
    """Score predictions, and return a scorecard: the scores, and how far renaming lowers them.

    Scores and drops are in percent. `scorers` are names of scorers, by default the scorer of each
    config and the lenient scorer, which ignores accents and all punctuation. A prediction whose
    no-answer score is above `threshold` counts as no answer. "best" stands for the threshold with
    the best F1 on the original rows. `model` is the name of the model in the scorecard.
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
    """Return a sample of renamed rows next to their source rows, as the text of a CSV table.

    A human reader fills in a judgement on each line of the table. At most `per_type` rows are
    sampled for each type of renamed names. Another `key` samples other rows.
    """
    with release_at(str(release)) as folder:
        return auditing.sheet(auditing.sample(folder, per_type, key=key))


def audit_score(*sheets: Place) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return how often names were found and replaced rightly, and how far readers agree on this.

    `sheets` are tables of `audit_sample` with the judgements of readers, one table per reader. The
    first list has the accuracies by type of name, computed from the first table. The second list
    has the agreement between the readers.
    """
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
    """Add judged tables of `audit_sample` to a quality.toml, from which dataset cards are made.

    `sheets` are the judged tables, one per reader, and `quality` is the path of quality.toml.
    `release` is the release whose rows were judged, or several releases of one recipe. `texts` says
    where the rows are from, such as "ten articles". The tables are copied to the folder readings/
    next to quality.toml, without the texts of the rows. Returns the paths of the copies, relative
    to the folder of quality.toml. The figures on a card are computed from the first table.
    """
    releases = [release] if isinstance(release, (str, Path)) else release
    if not sheets or not releases:
        raise FixInputError(f"no {'release' if sheets else 'sheet'}: give at least one")
    with ExitStack() as stack:
        folders = [stack.enter_context(release_at(str(each))) for each in releases]
        about = audit_keeping.About(texts, note)
        return audit_keeping.keep([Path(each) for each in sheets], folders, Path(quality), about)


def audit_check(release: Place, quality: Place = QUALITY) -> tuple[int, list[str]]:
    """Compare the quality section of a release's card with the judged tables it was made from.

    `quality` is the path of the quality.toml that lists these tables, by default the one in this
    package. Returns the number of tables that the card names, and a line of text for each
    difference.
    """
    with release_at(str(release)) as folder:
        return audit_keeping.check(folder, Path(quality))


def reproduce(release: Place, options: Options | None = None) -> ReleaseDiff:
    """Build a release again from its manifest, and return how the two releases differ."""
    with release_at(str(release)) as folder:
        return rebuild(folder, options or Options(), NotebookBars())


def diff(before: Place, after: Place) -> ReleaseDiff:
    """Return how two releases differ in inputs, files and rows, and why rows differ."""
    with release_at(str(before)) as old, release_at(str(after)) as new:
        progress = NotebookBars().stage("Comparing files", len(read_manifest(new).files))
        return diff_releases(old, new, progress=progress)


def apply(
    release: Place, out: Place, sources: Mapping[str, Place] | None = None, *, force: bool = False
) -> Path:
    """Make a full release from one in which edits stand in place of some rows, and return `out`.

    `out` is the folder for the full release. `sources` are your copies of the source files, by
    name, to which the edits are applied.
    """
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
    """Compare a model's predictions for several renamings of each row of a release.

    The release has one renaming of each row per seed. The result has the scores in the worst and
    the best case, and the stability of the predictions. Its keys are described in
    builders.experiments.probe. With `out`, a release is written there that has only the renamings
    of each row with the worst and with the best prediction.
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

    `renamings` is the number of renamings per row, by default the number of seeds in the recipe.
    The renamings are made in memory and discarded once they are scored. Of `options`, only the
    fields `sources`, `recognizer`, `only`, `names`, `cache` and `jobs` are used. With `out`, a
    release is written there that has only the renamings of each row with the worst and with the
    best answer.
    """
    options = options or Options()
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    drawing = RenamingOptions(
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

    The renamed file is written to `target`. `format` is pairs, m2 or conll. `draw` maps each type
    of entity that is renamed to the name of the collection of its new names, or to several such
    names. The result has the rows with their edits, and the numbers of unchanged texts by reason.
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
    """Return the scores of predicted labels in percent, by the name of the measure.

    `format` is pairs (sentence pairs), m2 (corrections) or conll (coreference). `original`, for
    conll only, is the gold file before renaming. If it is given, only coreference clusters with a
    renamed token are scored.
    """
    before = None if original is None else Path(original)
    return labelled_scores.score_labelled(Path(predicted), Path(gold), format, before)


def _lines(data: Rows, work: Callable[[Path, Path], object]) -> list[dict[str, Any]]:
    """Call `work` with the paths of two files, and return what it writes to the second file.

    The first file contains `data`. Each line that `work` writes is returned as a parsed JSON
    object.
    """
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        target = Path(folder) / "out"
        source = _path(data, Path(folder) / "in")
        try:
            work(source, target)
        except FixManyError as error:
            raise (error if isinstance(data, (str, Path)) else _of_rows(error)) from None
        with target.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def _of_rows(error: FixManyError, rows: str = "rows") -> FixManyError:
    """Return an error about `rows` in memory, with "row 0" in place of "line 1" of a file."""
    number = re.compile(r"^line (\d+)$")
    return FixManyError(rows, [
        changed(fault, where=number.sub(lambda found: f"row {int(found[1]) - 1}", fault.where))
        for fault in error.faults
    ])  # fmt: skip


@contextmanager
def _paths(sources: Mapping[str, Rows] | None) -> Iterator[dict[str, Path]]:
    """Yield the paths of source datasets by name; write rows in memory to temporary files first."""
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        kept = {name: Path(folder) / str(number) for number, name in enumerate(sources or {})}
        paths = {name: _path(data, kept[name]) for name, data in (sources or {}).items()}
        for name, path in kept.items():
            if path.exists() and not path.stat().st_size:
                raise FixInputError(f"source {name}: has no rows")
        try:
            yield paths
        except FixManyError as error:
            for name, path in kept.items():
                if error.path == str(path):
                    raise _of_rows(error, f"source {name}") from None
            raise


def _path(data: Rows, kept: Path) -> Path:
    """Return the path of `data`; if `data` are rows in memory, write them to `kept` first."""
    if isinstance(data, (str, Path)):
        return Path(data)
    # A frame or a table has columns; a column by itself is a sequence of its values.
    has_columns = hasattr(data, "columns") or hasattr(data, "schema")
    write_rows(data if has_columns else _numbered(data), kept)
    return kept


def _numbered(data: object) -> object:
    """Return the items of an iterable, each string as a row {"id": index, "text": string}.

    Other items are unchanged. Data that are a mapping or not iterable are returned as they
    are.
    """
    if not isinstance(data, Iterable) or isinstance(data, Mapping):
        return data
    return (
        {"id": number, "text": item} if isinstance(item, str) else item
        for number, item in enumerate(data)
    )
