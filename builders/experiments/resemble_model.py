"""Evaluate RESEMBLE with a model: does it answer the worst renamings better than the model alone?

RESEMBLE (builders.experiments.resemble) combines a model's answer to a row with its answers to
copies of the row that have well-known ("canonical") names. The passages of a source are split at
random. RESEMBLE's temperature and canonical names are fitted on validation rows, and results are
computed on the other rows. The model answers one copy of each row per canonical name, and these
answers are reused for all renamings of the row, which are made as in
builders.experiments.model_probe.

Scores are reported on the renamings that are worst for the model, and also on the renamings that
are worst for RESEMBLE itself. The latter are the fair test of RESEMBLE, because they were chosen
against it as the former were chosen against the model. If a model gives no candidates with
probabilities, a majority vote is used instead, and reported as such.

For comparison, a second model that was trained on renamed data can answer the same rows and
renamings. Such training is another way to make a model robust (Yan et al. 2022).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from builders.draws import digest
from builders.errors import FixInputError
from builders.experiments.asking import Asker, in_bounds
from builders.experiments.probe import about_release
from builders.experiments.resemble import (
    Distribution,
    Evidence,
    Fitted,
    best_names,
    distribution,
    fit,
    majority_vote,
)
from builders.experiments.worst_case import extremes, picked
from builders.progress import Reporter, Silent
from builders.releases.recipe import Recipe
from builders.scoring.edit_columns import EditColumns
from builders.scoring.metrics import Floats, Mask, Scorer, score_columns
from builders.scoring.predicting import Model
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Prediction
from builders.scoring.row_mapping import RowMapper
from builders.scoring.scorecard import canonical_json
from builders.scoring.scored import OriginalReader
from builders.scoring.subset_scoring import ScoringOptions, scorers_for
from builders.scoring.uncertainty import clustered
from builders.stages.renamings import FixedNames, RenamableSubset, RenamingOptions, drawn_subsets
from builders.toml_file import read_toml

FORMAT: Final = 1
_NAMES: Final = Path(__file__).parent / "canonical_names.toml"
_BASE: Final = "model"
_RESEMBLE: Final = "RESEMBLE"
_VOTE: Final = "majority vote"
_TRAINED: Final = "trained on renamed data"


@dataclass(frozen=True, slots=True)
class ResembleSettings:
    """Settings of an evaluation of RESEMBLE (see builders.experiments.resemble)."""

    sizes: tuple[int, ...] = (1, 3)
    """How many canonical (well-known) names to use; results are given for each of these numbers."""
    confidence: float = 0.97
    """The recognizer's confidence in person names."""
    validation: float = 0.3
    """The share of passages to fit on."""
    seed: int = 0
    """The seed of the split of passages."""
    normalize: bool = False
    """Whether RESEMBLE's geometric mean is normalized."""


@dataclass(slots=True)
class ResembleReport:
    """Results of RESEMBLE: F1 in percent over held-out rows, which were not used for fitting.

    Before scoring, new names in answers are mapped back to the old names.
    """

    release: Record
    model: Record
    settings: Record
    cells: list[Record] = field(default_factory=list)
    """A record for each perturbation.

    Its keys are `config`, `n`, `clusters` (passages), `validation_n`, `renamings`, `left_out`
    (held-out rows with too few renamings) and `systems`. The latter has a record for the model, one
    for RESEMBLE with each number of canonical names, and one for the trained model if it is given:

    - `system`, `names`, `temperature`: the name of the system, and what was fitted.
    - `original`: the score before renaming.
    - `random`, `random_sd`: the mean and the standard deviation over renamings.
    - `worst`, `best`: the scores on the renamings that are worst and best for the model.
    - `own_worst`, `own_best`: those on the renamings that are worst and best for the system itself.
    - `gain`, `gain_low`, `gain_high`: the gain over the model on the model's worst renamings, and
      the bounds of its interval.
    """
    trained: Record | None = None
    """The name of the model that was trained on renamed data, and the digest of its answers."""

    def to_json(self) -> str:
        """Return the report as JSON text."""
        return canonical_json({"format": FORMAT, **asdict(self)})


def resemble_model(
    recipe: Recipe,
    model: Model,
    *,
    drawing: RenamingOptions,
    trained: Model | None = None,
    settings: ResembleSettings | None = None,
    options: ScoringOptions | None = None,
    reporter: Reporter | None = None,
) -> ResembleReport:
    """Evaluate RESEMBLE on the questions about persons of each source and perturbation.

    `trained` is a model that was trained on renamed data, to compare RESEMBLE with. The reporter
    shows the progress of reading each source and of asking about its rows. Raises FixInputError if
    no row can be renamed or there are too few passages to split, and all errors of
    `drawn_subsets`, which makes the renamings.
    """
    settings, options = settings or ResembleSettings(), options or ScoringOptions()
    reporter, asker = reporter or Silent(), Asker(model)
    report = ResembleReport(about_release(recipe), {"name": options.model or model.fingerprint},
                            asdict(settings))  # fmt: skip
    others = [] if trained is None else [Asker(trained)]
    for subset in drawn_subsets(recipe, drawing, reporter):
        if subset.type == "PER":
            copies = len(canonical_names()) + len(subset.files) * (1 + len(others))
            progress = reporter.stage(f"Asking {subset.dataset}", subset.size() * copies)
            for each in (asker, *others):
                each.progress = progress
            report.cells += _AnsweredSubset(
                subset, asker, others, settings, options.scorers
            ).records()
    if not report.cells:
        raise FixInputError(f"{recipe.name}: makes no file of type PER, whose names could change")
    report.model["predictions"] = asker.digest.hexdigest()
    if trained is not None:
        answers = others[0].digest.hexdigest()
        report.trained = {"name": trained.fingerprint, "predictions": answers}
    return report


def canonical_names() -> tuple[tuple[str, FixedNames], ...]:
    """Return the sets of well-known names to choose from, each with its label.

    A set has one name for each span type. For example, the set with the label "James Brown, Mary
    Brown" has two given names and a last name.
    """
    table = read_toml(_NAMES)["names"]
    return tuple((each.pop("label"), each) for each in table)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A model's answer, and the probabilities of its candidates if it gives any.

    In both, new names are mapped back to the old names.
    """

    answer: str
    probabilities: Distribution


class _AnsweredSubset:
    """The rows of a source, with a model's answers to each row and to changed versions of it.

    The versions are copies with well-known names, and renamings.
    """

    def __init__(
        self,
        subset: RenamableSubset,
        asker: Asker,
        others: Sequence[Asker],
        settings: ResembleSettings,
        scorers: Sequence[str],
    ) -> None:
        self._drawn = subset
        self._asker = asker
        self._others = others
        self._others_original: list[list[_Answer]] = [[] for _ in others]
        self._settings = settings
        self._labels, fixed = zip(*canonical_names(), strict=True)
        rows = OriginalReader(subset.files[0].path)
        golds: list[pa.Array] = []
        said: list[list[_Answer]] = [[] for _ in range(len(fixed) + 1)]
        changed: list[list[bool]] = [[] for _ in range(len(fixed) + 1)]
        for block in subset.renamed_to(fixed).blocks():
            asked = self._asked((each for each, _ in block), [asker])
            for at, (table, (found,)) in enumerate(asked):
                if at == 0:
                    for batch in table.to_batches():
                        rows.add(batch)
                    golds += table.column("gold_answers").chunks
                    self._scorer: Scorer = scorers_for(scorers, subset.gold, rows.subset())[0]
                    for answers, other in zip(self._others_original, others, strict=True):
                        answers.extend(self._read_answers(table, next(other.ask([table]))))
                said[at] += self._read_answers(table, found)
                changed[at] += table.column("changed").to_pylist()
        self._subset = rows.subset()
        if not len(self._subset.ids):
            raise FixInputError(f"{subset.dataset}: no answer holds a person whose name can change")
        self._golds = pa.chunked_array(golds).combine_chunks()
        self._original, *self._copies = said
        self._has_copy = np.array(changed[1:])
        self._held_out = self._held_out_rows()
        everything = (*self._original, *(each for copies in self._copies for each in copies))
        self._is_vote = not all(sum(each.probabilities.values()) > 0 for each in everything)
        self._fitted = [self._fit(size) for size in settings.sizes]

    def _asked(
        self, tables: Iterable[pa.Table], askers: Sequence[Asker]
    ) -> Iterator[tuple[pa.Table, tuple[list[Prediction], ...]]]:
        """Yield each table with the predictions of each model."""
        for some in in_bounds(tables):
            found = zip(*(asker.ask(some) for asker in askers), strict=True)
            yield from zip(some, found, strict=True)

    def _read_answers(
        self, table: pa.Table, predictions: Sequence[Prediction]
    ) -> Iterator[_Answer]:
        start = 0
        for batch in table.to_batches():
            mapper = RowMapper(batch, EditColumns(batch.column("edits")))
            for at in range(batch.num_rows):
                yield self._read_answer(mapper, at, predictions[start + at])
            start += batch.num_rows

    def _read_answer(self, mapper: RowMapper, at: int, said: Prediction) -> _Answer:
        normalize = self._scorer.normalize
        listed = [(mapper.map(at, each.text, each.start).text, each.probability)
                  for each in said.candidates]  # fmt: skip
        if listed and said.no_answer is not None:
            listed.append(("", said.no_answer))
        answer = normalize(mapper.map(at, said.text, said.start).text)
        return _Answer(answer, distribution(listed, normalize))

    def _held_out_rows(self) -> Mask:
        """Return a mask of the held-out rows; the other rows are used for fitting."""
        limit = int(self._settings.validation * 2**32)
        held_out = np.array([
            int.from_bytes(digest(("validation", self._settings.seed, cluster))[:4], "big") >= limit
            for cluster in self._subset.clusters.tolist()
        ])  # fmt: skip
        if held_out.all() or not held_out.any():
            raise FixInputError(f"{self._drawn.dataset}: too few passages to fit on some of them")
        return held_out

    def _f1(self, answers: Sequence[str], start: int = 0) -> Floats:
        golds = self._golds.slice(start, len(answers))
        return score_columns(self._scorer, pa.array(answers, pa.string()), golds).f1

    def _fit(self, size: int) -> Fitted:
        """Choose the `size` names with the best F1 on the validation rows, and fit the temperature.

        The temperature scales the probabilities of answers.
        """
        validation = np.flatnonzero(~self._held_out).tolist()
        scores: dict[str, list[float]] = {}
        for label, copies, has in zip(self._labels, self._copies, self._has_copy, strict=True):
            f1 = self._f1([each.answer for each in copies])
            scores[label] = [float(f1[row]) for row in validation if has[row]]
        names = best_names(scores, size)
        ids = frozenset(self._subset.ids[row].as_py() for row in validation)
        if self._is_vote:
            return Fitted(1.0, names, ids)
        pairs = [(self._evidence(row, self._original[row], names), self._right(row))
                 for row in validation]  # fmt: skip
        return fit(pairs, scores, size)

    def _right(self, row: int) -> str:
        """Return the gold answer, normalized, that the model considers most probable for a row."""
        known = self._original[row].probabilities
        golds = [self._scorer.normalize(each) for each in self._golds[row].as_py()]
        return max(golds, key=lambda gold: known.get(gold, 0.0), default="")

    def _evidence(self, row: int, said: _Answer, names: Sequence[str]) -> Evidence:
        copies = tuple(self._copies[at][row].probabilities for at in self._copies_of(row, names))
        id_ = self._subset.ids[row].as_py()
        return Evidence(id_, said.probabilities, copies, self._settings.confidence)

    def _copies_of(self, row: int, names: Sequence[str]) -> list[int]:
        """Return the copies of a row that were made by renaming to one of `names`.

        Each copy is given as the index of its name in the list of all well-known names. There
        is no copy with a name that the row already contains.
        """
        places = (self._labels.index(name) for name in names)
        return [at for at in places if self._has_copy[at][row]]

    def _answers(self, said: Sequence[_Answer], fitted: Fitted, start: int) -> list[str]:
        """Return RESEMBLE's answers to consecutive rows.

        RESEMBLE combines the model's answer to a row with its answers to copies of the row that
        have well-known names. For validation rows, which are not scored, the model's answers
        are returned. `said` are the model's answers to all these rows, and `start` is the index
        of the first row.
        """
        found = [each.answer for each in said]
        for at in np.flatnonzero(self._held_out[start : start + len(said)]).tolist():
            row = start + at
            if self._is_vote:
                others = [self._copies[each][row].answer
                          for each in self._copies_of(row, fitted.canonical)]  # fmt: skip
                found[at] = majority_vote(found[at], others)
            else:
                evidence = self._evidence(row, said[at], fitted.canonical)
                found[at] = fitted.answer(evidence, normalize=self._settings.normalize)
        return found

    def _systems(
        self, said: Sequence[_Answer], others: Sequence[Sequence[_Answer]], start: int = 0
    ) -> Floats:
        """Return the F1 of consecutive rows, as an array with the shape (systems, rows).

        The systems are the model alone, RESEMBLE with each number of well-known names, and the
        other models. RESEMBLE combines the model's answer to a row with its answers to copies
        of the row that have well-known names. `said` are the answers of the model, and `others`
        those of the other models. `start` is the index of the first row.
        """
        answers = [[each.answer for each in said],
                   *(self._answers(said, fitted, start) for fitted in self._fitted),
                   *([each.answer for each in of_other] for of_other in others)]  # fmt: skip
        return np.stack([self._f1(each, start) for each in answers])

    def records(self) -> Iterator[Record]:
        """Yield a record for each perturbation."""
        original = self._systems(self._original, self._others_original)
        files = self._drawn.files[1:]
        scores: list[list[Floats]] = [[] for _ in files]
        changed: list[list[Mask]] = [[] for _ in files]
        start = 0
        for block in self._drawn.blocks():
            size = next(block)[0].num_rows
            drawn = self._asked((table for table, _ in block), [self._asker, *self._others])
            for at, (table, predictions) in enumerate(drawn):
                said, *others = (list(self._read_answers(table, each)) for each in predictions)
                scores[at].append(self._systems(said, others, start))
                changed[at].append(np.asarray(table.column("changed"), bool))
            start += size
        for perturbation in dict.fromkeys(file.perturbation for file in files):
            own = [at for at, file in enumerate(files) if file.perturbation == perturbation]
            draws = np.stack([np.concatenate(scores[at], axis=1) for at in own], axis=1)
            renamed = np.stack([np.concatenate(changed[at]) for at in own])
            yield self._record(perturbation, original, draws, renamed)

    def _record(self, perturbation: str, original: Floats, draws: Floats, renamed: Mask) -> Record:
        """Return the record of a perturbation.

        `original` are scores before renaming (systems, rows), `draws` those after renaming
        (systems, renamings, rows), and `renamed` marks the rows that each renaming changed.
        """
        base = extremes(draws[0], renamed)
        kept = base.kept & self._held_out
        _, clusters = np.unique(self._subset.clusters[kept], return_inverse=True)
        record: Record = {
            "config": f"{self._drawn.dataset}-PER-{perturbation}", "n": int(kept.sum()),
            "clusters": len(np.unique(clusters)), "validation_n": int((~self._held_out).sum()),
            "renamings": draws.shape[1], "left_out": int((self._held_out & ~base.kept).sum()),
            "systems": [],
        }  # fmt: skip
        if not kept.any():
            return record
        attacked = picked(draws[0], base.worst)[kept]
        for number, scores in enumerate(draws):
            own = extremes(scores, renamed)
            worst = picked(scores, base.worst)[kept]
            gain = clustered(worst - attacked, clusters)
            interval = gain.interval
            corpora = scores[:, kept].mean(axis=1)
            record["systems"].append({
                **self._named(number),
                "original": 100 * float(original[number][kept].mean()),
                "random": 100 * float(corpora.mean()),
                "random_sd": 100 * float(corpora.std(ddof=1)) if len(corpora) > 1 else None,
                "worst": 100 * float(worst.mean()),
                "best": 100 * float(picked(scores, base.best)[kept].mean()),
                "own_worst": 100 * float(picked(scores, own.worst)[kept].mean()),
                "own_best": 100 * float(picked(scores, own.best)[kept].mean()),
                "gain": 100 * gain.mean,
                "gain_low": None if interval is None else 100 * interval.low,
                "gain_high": None if interval is None else 100 * interval.high,
            })  # fmt: skip
        return record

    def _named(self, number: int) -> Record:
        """Return the name and the fitted values of one of the compared systems.

        A system is a model, or a model with RESEMBLE. System 0 is the model alone.
        """
        if not 0 < number <= len(self._fitted):
            name = _TRAINED if number else _BASE
            return {"system": name, "names": [], "temperature": None}
        fitted = self._fitted[number - 1]
        name = f"{_VOTE if self._is_vote else _RESEMBLE}, M = {len(fitted.canonical)}"
        temperature = None if self._is_vote else fitted.temperature
        return {"system": name, "names": list(fitted.canonical), "temperature": temperature}
