"""The commands of `renamer` as plain Python functions, with the same defaults and results.

Rows may be given as a path or as an object: a pandas or polars frame, an Arrow table, a dataset
of `datasets`, or an iterable of mappings. All functions raise builders.errors.RenamerError with
one line that says what is wrong and what to do. In a notebook, long work shows a progress bar;
elsewhere nothing is printed.
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
    added to those of the options, and may be rows in memory. With more than one job, call `build`
    under `if __name__ == "__main__":`, like any Python code that starts processes.
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

    `rank` is the number of the worker, from 0 to `world` - 1. Returns the number of tasks that it
    ran. If the build was planned with a recognizer of your own, name this recognizer again.
    """
    return pipeline.work(folder, rank, world, recognizer)


def finish(folder: Place, recognizer: str | None = None, options: Options | None = None) -> Place:
    """Finish a planned build, whose release replaces the plan in `folder`; return `folder`."""
    return pipeline.finish(folder, recognizer, options)


def verify(
    release: Place, sources: Mapping[str, Rows] | None = None, *, limit: int = 1000
) -> Report:
    """Check every file and row of a release; `ok` of the result says whether all is right.

    `release` is a folder or ORG/NAME@TAG. `sources` gives the source datasets with which the
    unrenamed rows are compared, by name.
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
    """Return {"id", "mentions"} for each text; mentions are {"start", "end", "type"}.

    Offsets count characters, and ends are exclusive. `texts` are strings, whose ids are the
    numbers from 0 on, or rows with an id and a text (or context). With `explain`, a mention also
    has its "score" and its "reasons".
    """
    return _lines(
        texts,
        lambda source, target: recognize_file(
            source, target, recognizer, cache=cache, explain=explain, reporter=NotebookBars()
        ),
    )


def swap_rows(rows: Rows, recognizer: RecognizerChoice = "bundled") -> list[dict[str, Any]]:
    """Rename each row as its own `renames` say, and return the renamed rows with their edits.

    The help of `renamer swap` describes the rows.
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
    """Verify a release and publish it as a version of `repo`; a dry run changes nothing.

    The parameters are the options of `renamer push`. `edits_only` and `in_full` are names of
    sources.
    """
    quiet_client()
    check(Path(folder))
    options = pushing.Options(private=private, dry_run=dry_run, replace=replace)
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


def predict(release: Place, model: Model, out: Place, configs: Sequence[str] = ()) -> Asked:
    """Ask a model every distinct passage and question once, and write its predictions to `out`.

    `model` has a `fingerprint`, a line that identifies it, and a method `predict` that takes
    questions (id, title, context, question) and yields a Prediction for each. `configs` are names
    or patterns of configs, or empty for all. Gold answers and edits are never passed to the model.
    An interrupted run resumes. Returns the numbers of questions and predictions.
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
    """Score predictions, and return a scorecard: records of scores and drops in percent.

    `scorers` are names of scorers, by default the scorer of each config and the lenient scorer. A
    prediction whose no-answer score is above `threshold` counts as no answer. "best" stands for the
    threshold with the best F1 on the original rows. `model` is a name to show.
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
    """Return a table of sampled changed rows next to their sources, as CSV text.

    A reader judges each row of the table. `per_type` is the number of rows per type of renamed
    names, and another `key` samples other rows.
    """
    with release_at(str(release)) as folder:
        return auditing.sheet(auditing.sample(folder, per_type, key=key))


def audit_score(*sheets: Place) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the accuracies that judged tables of `audit_sample` give, and the readers' agreement.

    There is one table per reader, and the accuracies come from the first. They are given by type of
    name, for finding the names and for replacing them.
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

    `release` is the release whose rows were judged, or several releases of one recipe. `texts` says
    where the rows are from, such as "ten articles". The tables are copied next to `quality` without
    the texts of the rows, and the file names of the copies are returned. The figures on a card are
    computed from the first table.
    """
    releases = [release] if isinstance(release, (str, Path)) else release
    if not sheets or not releases:
        raise FixInputError(f"no {'release' if sheets else 'sheet'}: give at least one")
    with ExitStack() as stack:
        folders = [stack.enter_context(release_at(str(each))) for each in releases]
        about = audit_keeping.About(texts, note)
        return audit_keeping.keep([Path(each) for each in sheets], folders, Path(quality), about)


def audit_check(release: Place, quality: Place = QUALITY) -> tuple[int, list[str]]:
    """Compare the section on quality of a release's card with the judged rows in a quality.toml.

    Returns the number of files of judged rows that the card names, and a line for each difference.
    The default for `quality` is the file of the package.
    """
    with release_at(str(release)) as folder:
        return audit_keeping.check(folder, Path(quality))


def reproduce(release: Place, options: Options | None = None) -> ReleaseDiff:
    """Rebuild a release from its manifest, and return the differences of the two releases."""
    with release_at(str(release)) as folder:
        return rebuild(folder, options or Options(), NotebookBars())


def diff(before: Place, after: Place) -> ReleaseDiff:
    """Return the differences of two releases in inputs, files and rows, with causes."""
    with release_at(str(before)) as old, release_at(str(after)) as new:
        progress = NotebookBars().stage("Comparing files", len(read_manifest(new).files))
        return diff_releases(old, new, progress=progress)


def apply(
    release: Place, out: Place, sources: Mapping[str, Place] | None = None, *, force: bool = False
) -> Path:
    """Write the full release of one that has edits in place of rows, and return its folder `out`.

    `sources` are your copies of the source files, by name.
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
    """Compare a model's predictions for the seeds of a release: worst case, best case, stability.

    With `out`, a release is written there in which each instance has the renaming with the worst
    prediction, or that with the best. builders.experiments.probe describes the keys of the result.
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
    seeds in the recipe. Of `options`, only the fields `sources`, `recognizer`, `only`, `names`,
    `cache` and `jobs` are used. With `out`, a release is written there in which each row has its
    worst renaming, or its best.
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

    `format` is pairs, m2 or conll. `draw` gives the collections of new names for each type of
    entity that is renamed. The result has the rows with their edits, and the numbers of unchanged
    texts by reason.
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

    `format` is pairs, m2 or conll. `original`, for conll only, is the gold file before its names
    were renamed; with it, only clusters with a renamed token are scored.
    """
    before = None if original is None else Path(original)
    return labelled_scores.score_labelled(Path(predicted), Path(gold), format, before)


def _lines(data: Rows, work: Callable[[Path, Path], object]) -> list[dict[str, Any]]:
    """Return the JSON lines that `work` writes for `data`; its arguments are source and target."""
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        target = Path(folder) / "out"
        source = _path(data, Path(folder) / "in")
        try:
            work(source, target)
        except FixManyError as error:
            raise (error if isinstance(data, (str, Path)) else _of_rows(error)) from None
        with target.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def _of_rows(error: FixManyError) -> FixManyError:
    """Return the error for rows in memory, whose row 0 is line 1 of a file."""
    number = re.compile(r"^line (\d+)$")
    return FixManyError("rows", [
        changed(fault, where=number.sub(lambda found: f"row {int(found[1]) - 1}", fault.where))
        for fault in error.faults
    ])  # fmt: skip


@contextmanager
def _paths(sources: Mapping[str, Rows] | None) -> Iterator[dict[str, Path]]:
    """Yield the paths of source datasets by name; rows in memory are in temporary files."""
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        yield {
            name: _path(data, Path(folder) / str(number))
            for number, (name, data) in enumerate((sources or {}).items())
        }


def _path(data: Rows, kept: Path) -> Path:
    """Return the path of `data`; rows in memory are first written to the path `kept`."""
    if isinstance(data, (str, Path)):
        return Path(data)
    # A frame or a table has columns; a column by itself is a sequence of its values.
    has_columns = hasattr(data, "columns") or hasattr(data, "schema")
    write_rows(data if has_columns else _numbered(data), kept)
    return kept


def _numbered(data: object) -> object:
    """Return an iterable with its texts as rows with numbers as ids; all else is unchanged."""
    if not isinstance(data, Iterable) or isinstance(data, Mapping):
        return data
    return (
        {"id": number, "text": item} if isinstance(item, str) else item
        for number, item in enumerate(data)
    )
