"""Read the submissions to a leaderboard from a folder.

    RESULTS/board.json                  title, description, url, release {repo, tag, manifest}
    RESULTS/**/meta.json                marks the folder of a submission, which can also contain
        scores.json                     self-reported scores, written by `renamer score --json`
        reproduced.json                 scores that `renamer leaderboard check` derived
        predictions/<config>/<split>.json    the predictions

meta.json has the keys name, url, size (number of parameters), licence, revision, predictor (how the
predictions were made: prompt, decoding, hardware), note and source. `source` is `paper` for results
taken from a publication.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from builders.errors import Fault, FixInputError, FixManyError
from builders.leaderboard.results_reading import Fields, read_object

META: Final = "meta.json"
SCORES: Final = "scores.json"
REPRODUCED: Final = "reproduced.json"
PREDICTIONS: Final = "predictions"
BOARD: Final = "board.json"
FORMAT: Final = 1

METRICS: Final = ("em", "f1")
_META_KEYS: Final = {
    "name", "url", "size", "licence", "revision", "predictor", "note", "source",
}  # fmt: skip
_LENIENT: Final = "lenient"

Status = Literal["reproduced", "self-reported", "paper"]


@dataclass(frozen=True, slots=True)
class Board:
    """The description of a leaderboard and of its release; unknown values are empty."""

    title: str = "Leaderboard"
    description: str = ""
    url: str = ""
    repo: str = ""
    """The repository of the release on the Hub."""
    tag: str = ""
    """The tag of the release in its repository."""
    manifest: str = ""
    """The SHA-256 of the release's manifest."""


@dataclass(frozen=True, slots=True)
class Meta:
    """The description of a submitted model."""

    name: str
    url: str = ""
    size: int | None = None
    """The number of parameters."""
    licence: str = ""
    revision: str = ""
    predictor: str = ""
    """How the predictions were made: prompt, decoding, hardware."""
    note: str = ""
    paper: bool = False
    """Whether the results are taken from a publication."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A score before and after renaming, in percent.

    Bounds are those of 95% intervals, or None if they are unknown.
    """

    original: float
    """The score before renaming."""
    perturbed: float
    """The score after renaming."""
    drop: float
    """How much lower the score is after renaming."""
    drop_low: float | None
    """The lower bound for the drop."""
    drop_high: float | None
    """The upper bound for the drop."""
    perturbed_low: float | None
    """The lower bound for the score after renaming."""
    perturbed_high: float | None
    """The upper bound for the score after renaming."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The scores of a model before and after one perturbation of one subset."""

    config: str
    dataset: str
    type: str
    """The entity type of the subset, or an empty string for EntSwap."""
    perturbation: str
    scorer: str
    seeds: int
    """The number of seeds over which scores after renaming are averaged."""
    n: int
    """The number of rows."""
    clusters: int
    """The number of source passages."""
    em: Measured
    f1: Measured
    consistency: float | None
    """The percentage of rows that are answered alike with all seeds, or None if unknown."""

    @property
    def lenient(self) -> bool:
        """Return whether the scores are by the lenient scorer, not by an official one."""
        return self.scorer == _LENIENT

    def measured(self, metric: str) -> Measured:
        """Return the scores by `metric`, which is "em" or "f1"."""
        return self.em if metric == "em" else self.f1


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission to a leaderboard: a model with its scores."""

    folder: str
    """The folder of the submission, relative to the results folder."""
    meta: Meta
    status: Status
    """Where the scores come from: recomputed from predictions, self-reported, or a paper."""
    recipe: str
    """The name of the recipe of the release that was scored."""
    version: str
    """The version of that recipe."""
    manifest: str
    """The SHA-256 of the manifest of that release."""
    drops: tuple[Drop, ...]


def read_board(results: Path) -> Board:
    """Read board.json; return a board without a release if the file does not exist.

    Raises FixManyError with all faults of the file, and FixInputError if it is no JSON object.
    """
    path = results / BOARD
    if not path.is_file():
        return Board()
    faults: list[Fault] = []
    fields = Fields(read_object(path), BOARD, faults)
    release = fields.table("release")
    board = Board(
        title=fields.text("title"),
        description=fields.text("description", "", empty=True),
        url=fields.link("url"),
        repo=release.text("repo", "", empty=True),
        tag=release.text("tag", "", empty=True),
        manifest=release.text("manifest"),
    )
    _raise(path, faults)
    return board


def read_submissions(results: Path) -> tuple[Submission, ...]:
    """Read all submissions, sorted by name; raise FixManyError with the faults of all of them.

    It is a fault if a submission is for another release than the leaderboard, because the scores on
    two releases are not comparable. It is also a fault if a model is submitted twice in the same
    revision.
    """
    board = read_board(results)
    faults: list[Fault] = []
    found: list[Submission] = []
    for folder in submission_folders(results):
        try:
            found.append(read_submission(results, folder))
        except FixManyError as error:
            faults += error.faults
        except FixInputError as error:
            faults.append(Fault(folder.relative_to(results).as_posix(), META, str(error)))
    pinned = board.manifest or next((each.manifest for each in found if each.manifest), "")
    for each in found:
        if each.status != "paper" and each.manifest != pinned:
            message = f"is of another release ({each.manifest:.12}…, not {pinned:.12}…)"
            faults.append(Fault(each.folder, "release.manifest", message))
    faults += _repeated(found)
    _raise(results, faults)
    return tuple(sorted(found, key=lambda each: (each.meta.name.casefold(), each.folder)))


def submission_folders(results: Path) -> tuple[Path, ...]:
    """Return the folders that contain a submission; raise FixInputError if there are none."""
    if not results.is_dir():
        raise FixInputError(f"{results}: there is no such folder")
    folders = tuple(path.parent for path in sorted(results.rglob(META)))
    if not folders:
        raise FixInputError(f"{results}: holds no submission: no folder with a {META}")
    return folders


def read_meta(folder: Path, where: str = META) -> Meta:
    """Read the meta.json in a folder; raise FixManyError with all its faults.

    `where` names the file in the faults. Raises FixInputError if the file is no JSON object.
    """
    faults: list[Fault] = []
    path = folder / META
    value = read_object(path)
    fields = Fields(value, where, faults)
    for key in sorted(value.keys() - _META_KEYS):
        fields.fault(ascii(key)[1:-1][:60], f"unknown key; known: {', '.join(sorted(_META_KEYS))}")
    texts = {key: fields.text(key, "", empty=True)
             for key in ("licence", "revision", "predictor", "note")}  # fmt: skip
    meta = Meta(
        name=fields.text("name"),
        url=fields.link("url"),
        size=fields.count("size", optional=True),
        paper=fields.choice("source", ("submission", "paper"), "submission") == "paper",
        **texts,
    )
    _raise(path, faults)
    return meta


def read_submission(results: Path, folder: Path) -> Submission:
    """Read the submission in `folder`, which is in the results folder.

    Raises FixManyError with all faults of a file, and FixInputError if the submission has no file
    with scores.
    """
    where = folder.relative_to(results).as_posix()
    meta = read_meta(folder, f"{where}/{META}")
    status, path = _scores_of(folder, meta)
    value = read_object(path)
    faults: list[Fault] = []
    fields = Fields(value, f"{where}/{path.name}", faults)
    if value.get("format") != FORMAT:
        fields.fault("format", f"expected {FORMAT}: what `renamer score --json` writes")
    release = fields.table("release")
    submission = Submission(
        folder=where,
        meta=meta,
        status=status,
        recipe=release.text("recipe", "", empty=True),
        version=release.text("version", "", empty=True),
        manifest=release.text("manifest", "" if meta.paper else None, empty=meta.paper),
        drops=tuple(_drops(fields)),
    )
    if not faults and not submission.drops:
        fields.fault("drops", "is empty: nothing was scored before and after renaming")
    _raise(path, faults)
    return submission


def _scores_of(folder: Path, meta: Meta) -> tuple[Status, Path]:
    if meta.paper:
        return "paper", folder / SCORES
    if (folder / REPRODUCED).is_file():
        return "reproduced", folder / REPRODUCED
    if (folder / SCORES).is_file():
        return "self-reported", folder / SCORES
    raise FixInputError(
        f"{folder}: has neither {SCORES} nor {REPRODUCED}; `renamer leaderboard check` derives "
        f"scores from {PREDICTIONS}/"
    )


def _drops(fields: Fields) -> Iterator[Drop]:
    bounds = _bounds(fields.tables("rows"))
    for each in fields.tables("drops"):
        config, scorer = each.text("config"), each.text("scorer")
        key = (config, scorer)
        yield Drop(
            config=config,
            dataset=each.text("dataset"),
            type=each.text("type", "", empty=True),
            perturbation=each.text("perturbation"),
            scorer=scorer,
            seeds=len(bounds.get(key, ())) or 1,
            n=each.count("n") or 0,
            clusters=each.count("clusters") or 0,
            em=_measured(each, "em", bounds.get(key, [])),
            f1=_measured(each, "f1", bounds.get(key, [])),
            consistency=each.number("consistency", 0),
        )


_Bounds = dict[str, tuple[float, float] | None]


def _bounds(rows: list[Fields]) -> dict[tuple[str, str], list[_Bounds]]:
    """Return the distances from the score of each renamed split to the bounds of its interval.

    The keys are pairs of config and scorer. The list at a key has one mapping for each renamed
    split: from each metric to the distances to the lower and the upper bound, or to None if the
    bounds are unknown.
    """
    found: dict[tuple[str, str], list[_Bounds]] = {}
    for row in rows:
        config, scorer = row.text("config"), row.text("scorer")
        if row.text("perturbation") == "Original":
            continue
        half: _Bounds = {}
        for metric in METRICS:
            score, low, high = (row.number(f"{part}{metric}") for part in ("", "low_", "high_"))
            known = score is not None and low is not None and high is not None
            half[metric] = (score - low, high - score) if known else None  # type: ignore[operator]
        found.setdefault((config, scorer), []).append(half)
    return found


def _measured(fields: Fields, metric: str, seeds: list[_Bounds]) -> Measured:
    perturbed = fields.score(f"perturbed_{metric}", 0)
    halves = [half for seed in seeds if (half := seed[metric]) is not None]
    # A mean over seeds is at least as precise as one seed, so the widest bounds are conservative.
    whole = bool(halves) and len(halves) == len(seeds)
    return Measured(
        original=fields.score(f"original_{metric}", 0),
        perturbed=perturbed,
        drop=fields.score(f"drop_{metric}"),
        drop_low=fields.number(f"low_{metric}", -1000, 1000),
        drop_high=fields.number(f"high_{metric}", -1000, 1000),
        perturbed_low=max(perturbed - max(low for low, _ in halves), 0) if whole else None,
        perturbed_high=min(perturbed + max(high for _, high in halves), 100) if whole else None,
    )


def _repeated(found: list[Submission]) -> Iterator[Fault]:
    seen: dict[tuple[str, str], str] = {}
    for each in found:
        key = (each.meta.name, each.meta.revision)
        if key in seen:
            yield Fault(each.folder, "name", f"the model and revision of {seen[key]} again")
        seen.setdefault(key, each.folder)
        cells = [(drop.config, drop.scorer) for drop in each.drops]
        if len(set(cells)) < len(cells):
            yield Fault(each.folder, "drops", "a config and scorer stand there twice")


def _raise(path: Path, faults: list[Fault]) -> None:
    if faults:
        raise FixManyError(str(path), faults)


def as_json(submission: Submission) -> dict[str, Any]:
    """Return the description of a submission as written to results.json, without its scores."""
    meta = submission.meta
    return {
        "name": meta.name, "url": meta.url, "size": meta.size, "licence": meta.licence,
        "revision": meta.revision, "predictor": meta.predictor, "note": meta.note,
        "status": submission.status, "manifest": submission.manifest,
    }  # fmt: skip
