"""Ask a model every distinct question of a release once, and save each answer when it arrives.

A model sees only title, passage and question. Its answers are appended to a file in the output
folder as they arrive, keyed by a digest of the question, so that an interrupted run can be resumed.
When all questions are answered, predictions are written in the layout that `renamer score` reads.

    OUT/<config>/<split>.json    {id: text}, or .jsonl if the model gives more than texts
    OUT/about.json               the release, the model and its settings
    OUT/.answers/<digest>.jsonl  the answers so far; may be deleted when the run is complete
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, Protocol

from builders.errors import ChooseFolderError, ChooseKnownError, FixInputError
from builders.progress import Reporter, Silent
from builders.releases.export import save
from builders.releases.manifest import Manifest, SplitRecord
from builders.releases.parquet import writing
from builders.releases.release_reading import batches_of, read_manifest
from builders.scoring.cells import manifest_digest
from builders.scoring.prediction_files import prediction_of, text_of_predictions
from builders.scoring.predictions import Faults, Prediction
from builders.types import Progress

_COLUMNS: Final = ("id", "title", "context", "question")
_ABOUT: Final = "about.json"


@dataclass(frozen=True, slots=True)
class Question:
    """A question for a model, with its passage (`context`) and title.

    `id` is a digest of these texts, so a question that several files contain has one id.
    """

    id: str
    title: str
    context: str
    question: str


class Model(Protocol):
    """The interface that every model implements; a model may answer questions in any order.

    A model may also have an attribute `about`: a mapping that is written to about.json. For
    example, it may contain the prompt or the number of tokens used.
    """

    @property
    def fingerprint(self) -> str:
        """Return a line that identifies the model and all settings that may change its answers."""

    def predict(self, questions: Sequence[Question]) -> Iterable[Prediction]:
        """Yield one prediction per question, with the question's id."""


@dataclass(frozen=True, slots=True)
class PredictionCounts:
    """The counts of a run of `predict`."""

    predictions: int
    """The number of predictions that were written."""
    questions: int
    """The number of distinct questions for which they were written."""
    asked: int
    """The number of questions that were sent to the model in this run.

    The answers to the other questions came from an earlier run.
    """


def predict(
    release: Path,
    out: Path,
    model: Model,
    *,
    configs: Sequence[str] = (),
    reporter: Reporter | None = None,
) -> PredictionCounts:
    """Ask a model the questions in some configs of a release, and write the answers to `out`.

    `configs` are globs for the names of configs. Without globs, all configs are used except those
    of the kind `by-seed`, because other configs contain the same files. Raises ChooseKnownError if
    a glob matches no config, ChooseFolderError if `out` contains predictions of another model or
    for another release, and FixInputError if the model's answers are malformed or incomplete.
    """
    manifest = read_manifest(release)
    splits = _chosen(manifest, configs)
    about: dict[str, Any] = {
        "release": {"recipe": manifest.recipe.name, "version": manifest.recipe.version,
                    "manifest": manifest_digest(release)},
        "model": model.fingerprint,
    }  # fmt: skip
    _check_out(out, about)
    ids = {path: _digests(release, path) for path in {split.path for _, split in splits}}
    store = _Store(out, model.fingerprint)
    wanted = set().union(*(digests.values() for digests in ids.values())) if ids else set()
    missing = wanted - store.answers.keys()
    progress = (reporter or Silent()).stage("Asking", len(wanted))
    progress(len(wanted) - len(missing))
    questions = _questions(release, sorted(ids), missing)
    store.add(_answers(model, questions, progress), out)
    for config, split in splits:
        _write(out / config, split.name, ids[split.path], store.answers)
    if missing or not (out / _ABOUT).is_file():  # otherwise about.json describes the earlier run
        about |= getattr(model, "about", {})
        save([json.dumps(about, ensure_ascii=False, indent=1, sort_keys=True)], out / _ABOUT)
    return PredictionCounts(
        sum(len(ids[split.path]) for _, split in splits), len(wanted), len(missing)
    )


def _chosen(manifest: Manifest, globs: Sequence[str]) -> list[tuple[str, SplitRecord]]:
    found = []
    for config in manifest.configs:
        asked = any(fnmatchcase(config.name, glob) for glob in globs)
        if asked or (not globs and config.kind != "by-seed"):
            found += [(config.name, split) for split in config.splits]
    for glob in globs:
        if not any(fnmatchcase(config.name, glob) for config in manifest.configs):
            raise ChooseKnownError("config", glob, (config.name for config in manifest.configs))
    return found


def _check_out(out: Path, about: Mapping[str, Any]) -> None:
    place = out / _ABOUT
    if not place.is_file():
        return
    try:
        before = json.loads(place.read_text(encoding="utf-8"))
    except ValueError:
        before = None
    if not isinstance(before, dict) or any(
        before.get(key) != about[key] for key in ("release", "model")
    ):
        raise ChooseFolderError(f"{out}: holds predictions of another model or for another "
                                "release; choose another folder")  # fmt: skip


def digest_of(title: str, context: str, question: str) -> str:
    """Return the id of a question, a digest of its title, passage (`context`) and text."""
    return sha256(json.dumps([title, context, question]).encode()).hexdigest()[:32]


def _digests(release: Path, path: str) -> dict[str, str]:
    """Return a mapping from the id of every row of a file to the digest of its question."""
    return {id_: digest_of(*texts) for id_, *texts in _rows(release, path)}


def _rows(release: Path, path: str) -> Iterator[tuple[str, str, str, str]]:
    for batch in batches_of(release, path, _COLUMNS):
        columns = (batch.column(name).to_pylist() for name in _COLUMNS)
        yield from zip(*columns, strict=True)


def _questions(release: Path, paths: Sequence[str], wanted: set[str]) -> Iterator[Question]:
    left = set(wanted)
    for path in paths:
        for _, *texts in _rows(release, path):
            id_ = digest_of(*texts)
            if id_ in left:
                left.discard(id_)
                yield Question(id_, *texts)


_AT_ONCE: Final = 1024


def _answers(
    model: Model, questions: Iterator[Question], progress: Progress
) -> Iterator[Prediction]:
    """Ask a model the questions in batches, and yield the answers as they arrive.

    Raises FixInputError if an answer is missing or is for a question that was not asked.
    """
    batch: list[Question] = []
    for question in questions:
        batch.append(question)
        if len(batch) == _AT_ONCE:
            yield from answered(model, batch, progress)
            batch = []
    if batch:
        yield from answered(model, batch, progress)


def answered(model: Model, batch: Sequence[Question], progress: Progress) -> Iterator[Prediction]:
    """Yield a model's answers to a batch of questions, and report each answer to `progress`.

    Raises FixInputError unless each question gets exactly one answer.
    """
    open_ids = {question.id for question in batch}
    for prediction in model.predict(batch):
        if prediction.id not in open_ids:
            raise FixInputError(
                f"{model.fingerprint}: answered {prediction.id!r:.60}, which was not asked or is "
                "answered already"
            )
        open_ids.discard(prediction.id)
        yield prediction
        progress(1)
    if open_ids:
        raise FixInputError(
            f"{model.fingerprint}: {len(open_ids):,} of {len(batch):,} questions were not "
            f"answered, {min(open_ids)} among them"
        )


class _Store:
    """The answers that a model has given so far, kept in a file with one line per answer."""

    def __init__(self, out: Path, fingerprint: str) -> None:
        name = sha256(fingerprint.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._path = out / ".answers" / f"{name}.jsonl"
        self.answers: dict[str, Prediction] = {}
        if self._path.is_file():
            self._read()

    def _read(self) -> None:
        """Read the answers in the file, and remove an incomplete last line.

        An interrupted run may leave such a line.
        """
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._path.write_bytes(whole)
        faults = Faults(str(self._path))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                value = json.loads(line)
            except ValueError:
                value = None
            if isinstance(value, dict):
                made = prediction_of(value, f"line {number}", faults)
                if made is not None:
                    self.answers[made.id] = made
            else:
                faults.add(f"line {number}", "", "not an answer; remove the line")
        faults.check()

    def add(self, predictions: Iterator[Prediction], out: Path) -> None:
        """Append each answer to the file as soon as it arrives.

        Raises FreeSpaceError, which names the output folder `out`, if the file cannot be written,
        and FixManyError if an answer is malformed.
        """
        with writing(out):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as stream:
                for each in predictions:
                    self._keep(each, stream)

    def _keep(self, each: Prediction, stream: IO[str]) -> None:
        line = text_of_predictions([each])
        faults = Faults("the model")
        prediction_of(json.loads(line), f"question {each.id}", faults)
        faults.check()
        stream.write(line)
        stream.flush()
        self.answers[each.id] = each


def _write(
    folder: Path, split: str, ids: Mapping[str, str], answers: Mapping[str, Prediction]
) -> None:
    made = [replace(answers[digest], id=id_) for id_, digest in ids.items()]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    plain = all(
        each.no_answer is None and each.start is None and not each.candidates for each in made
    )
    if plain:
        texts = {each.id: each.text for each in made}
        save([json.dumps(texts, ensure_ascii=False)], folder / f"{split}.json")
    else:
        save([text_of_predictions(made).removesuffix("\n")], folder / f"{split}.jsonl")
