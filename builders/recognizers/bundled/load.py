"""The recognizer that comes with the package: small, offline, fast on one core.

An ensemble of entity recognizers, which scripts/train_recognizer.py trains in one spaCy pipeline,
proposes candidates for names. A forest, trained by scripts/train_evidence.py, scores each candidate
from all features, and a decoder chooses the names among the candidates. model/README.md is the
model card. Places are GPE or LOC; a later stage distinguishes countries, states and cities.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

import numpy as np
import spacy
from spacy.about import __version__ as spacy_version
from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.tokens import Doc
from spacy.util import registry

from builders.errors import InstallError
from builders.recognizers.bundled.decoding import ChosenName, confident, decode
from builders.recognizers.bundled.features import COLUMNS, ScoredText, read
from builders.recognizers.bundled.forest import EVENT, TYPES, Forest
from builders.recognizers.bundled.gazetteer_embed import share_gazetteer
from builders.recognizers.bundled.memory import Memory
from builders.recognizers.bundled.network import Floats
from builders.recognizers.bundled.observed import LABELS, Observed
from builders.recognizers.bundled.ops import set_precision
from builders.recognizers.bundled.reader import Reader
from builders.recognizers.bundled.recurrent import RecurrentMember
from builders.recognizers.registry import Policy
from builders.recognizers.trim import TRIM, trimmed
from builders.toml_file import read_toml
from builders.types import Beside, EntityType, Reason, TypedSpan

MODEL: Final = Path(__file__).parent / "model"
# The maximum number of characters read as one piece. Longer texts are split, because memory grows
# with the size of a batch.
PIECE: Final = 8_000
_BATCH: Final = 60_000
# The number of passages whose `Memory` is kept for the questions about them.
_REMEMBERED: Final = 1_024
# The columns with the highest probability of a name anywhere in the text, and the indices of the
# types to which they belong.
_NAMED: Final = [label for label in LABELS if label != EVENT]
_ELSEWHERE: Final = [COLUMNS.index(f"best of repeats {label}") for label in _NAMED]
_AS_TYPES: Final = [TYPES.index(label) for label in _NAMED]
_NO_RULES: Final = "renamer.TokenizerWithoutRules.v1"
# Unpaired surrogates, which cannot be encoded as UTF-8 but may occur in JSON files.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ChoiceSettings:
    """The settings in evidence.toml by which names are chosen among candidates."""

    bias: float
    """The number added to the log odds of every candidate."""
    least: Mapping[str, float]
    """The lowest probability that suffices for a name of each type."""

    @classmethod
    def load(cls, folder: Path) -> ChoiceSettings:
        """Read the settings of the model in a folder."""
        settings = read_toml(folder / "evidence.toml")
        return cls(settings["bias"], settings["least"])

    def chosen(self, part: ScoredText, chances: Floats) -> list[ChosenName]:
        """Return the candidates of a text that are names, including names of events and works.

        `chances` has a row per candidate with the probability of each type and, last, of no name.
        """
        choices = decode(part.spans, chances, self.bias)
        names = [part.surface(choice.number) for choice in choices]
        return confident(choices, names, self.least)


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded model, with records of how it read the names of the latest passages."""

    reader: Reader
    """The ensemble of recognizers, which propose candidates for names."""
    forest: Forest
    """The forest that scores the candidates."""
    weights: ChoiceSettings
    """The settings by which names are chosen among the candidates."""
    version: str
    digest: str
    """The digest of the model's files."""
    memories: OrderedDict[str, Memory] = field(default_factory=OrderedDict)
    """How the names of the latest passages were read, by the text of the passage."""

    def remember(self, passage: str, memory: Memory) -> None:
        """Store how the names of a passage were read, and drop the oldest of too many records."""
        self.memories[passage] = memory
        if len(self.memories) > _REMEMBERED:
            self.memories.popitem(last=False)


@dataclass(frozen=True, slots=True)
class BundledRecognizer:
    """The bundled recognizer, with its model in `folder`.

    If `events` is "rename", names inside the names of events and works are found like others, such
    as London in "London Marathon". If `events` is "keep", they are not found; with `misc`, the
    whole name of an event or work is found instead, with the type MISC.
    """

    folder: Path
    events: Policy = "keep"
    misc: bool = False

    @property
    def fingerprint(self) -> str:
        """Return a line with the versions of spaCy and the model, and the settings."""
        model = _model(self.folder)
        found = " and MISC" if self.misc else ""
        return (
            f"bundled {model.version} sha256:{model.digest[:16]} events {self.events}{found} "
            f"spacy {spacy_version} {TRIM}"
        )

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        for batch in _batches(Beside("", text, "passage") for text in texts):
            yield from self._read(batch)

    def recognize_beside(self, texts: Iterable[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the typed spans of texts, such as questions, with the help of their passages."""
        for batch in _batches(texts):
            self._recall(batch)
            yield from self._read(batch)

    def explain(self, text: Beside) -> Iterator[tuple[TypedSpan, tuple[Reason, ...]]]:
        """Yield each name of a text with the reasons for and against it, strongest first."""
        model = _model(self.folder)
        self._recall([text])
        for start, part in _reads(model, [text])[0]:
            chances = model.forest(part.table)
            for choice in self._choices(part, chances):
                if choice.type == EVENT:
                    continue
                row = part.table[choice.number]
                moved = model.forest.reasons(row, TYPES.index(choice.type))
                ordered = sorted(moved.items(), key=lambda item: -abs(item[1]))
                yield (
                    _span(part, start, choice),
                    tuple(
                        Reason(COLUMNS[column], float(row[column]), weight)
                        for column, weight in ordered
                    ),
                )

    def _recall(self, texts: Sequence[Beside]) -> None:
        """Read the passages of some texts, unless an earlier reading of them is still stored."""
        known = _model(self.folder).memories
        wanted = dict.fromkeys(text.passage for text in texts if text.passage)
        unread = [Beside("", one, "passage") for one in wanted if one not in known]
        for batch in _batches(unread):
            _reads(_model(self.folder), batch)

    def _read(self, texts: Sequence[Beside]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the typed spans of each text; the candidates of all texts are scored together."""
        model = _model(self.folder)
        found = _reads(model, texts)
        tables = [part.table for parts in found for _, part in parts]
        chances = iter(np.split(
            model.forest(np.concatenate(tables)), np.cumsum([len(one) for one in tables])[:-1]
        ))  # fmt: skip
        for text, parts in zip(texts, found, strict=True):
            spans = [
                _span(part, start, choice)
                for start, part in parts
                for choice in self._choices(part, next(chances))
            ]
            yield trimmed(text.text, spans)

    def _choices(self, part: ScoredText, chances: Floats) -> Iterator[ChosenName]:
        """Yield the names of a text.

        If `events` is "rename", the names inside the name of an event or work are yielded in its
        place. Otherwise the name of an event or work is yielded only if `misc` is set.
        """
        for choice in _model(self.folder).weights.chosen(part, chances):
            if choice.type != EVENT or (self.misc and self.events == "keep"):
                yield choice
            elif self.events == "rename":
                yield from _inside(part, choice)


def _inside(part: ScoredText, event: ChosenName) -> Iterator[ChosenName]:
    """Yield the names inside the name of an event or work (London in "London Marathon").

    A name is yielded only if the ensemble is sure of it at some place in the text or its passage.
    """
    first, last = part.spans[event.number]
    inner = [
        number
        for number, (start, end) in enumerate(part.spans)
        if first <= start and end <= last and (start, end) != (first, last)
    ]
    known = part.table[np.ix_(inner, _ELSEWHERE)]
    sure = np.zeros((len(inner), len(TYPES) + 1), np.float32)
    sure[:, _AS_TYPES] = known
    sure[:, -1] = 1 - known.max(axis=1, initial=0)
    for choice in decode([part.spans[number] for number in inner], sure, 0.0):
        yield choice._replace(number=inner[choice.number])


def load_bundled(
    folder: Path = MODEL, events: Policy = "keep", *, misc: bool = False
) -> BundledRecognizer:
    """Load the model in `folder`. Raises InstallError if the folder has no model."""
    _model(folder)
    return BundledRecognizer(folder, events, misc)


@registry.tokenizers(_NO_RULES)  # type: ignore[untyped-decorator]
def _without_rules() -> Callable[[Language], Callable[[str], Doc]]:
    """Return a maker of tokenizers without rules: building spaCy's own takes a fifth of loading."""
    return lambda pipeline: Tokenizer(pipeline.vocab)


@lru_cache(maxsize=2)
def _model(folder: Path) -> _Model:
    """Load the model in a folder, once per process."""
    if not (folder / "config.cfg").is_file():
        raise InstallError(
            f"the bundled recognizer's model is not in {folder}; install the package anew: "
            "pip install --force-reinstall entity-renamer"
        )
    return _Model(
        load_reader(folder),
        Forest.load(folder / "forest.npz"),
        ChoiceSettings.load(folder),
        json.loads((folder / "meta.json").read_text(encoding="utf-8"))["version"],
        _digest(folder),
    )


def load_reader(folder: Path) -> Reader:
    """Load all recognizers of the ensemble, convolutional and recurrent."""
    recurrent = map(RecurrentMember.load, sorted(folder.glob("recurrent_*.npz")))
    return Reader.of(load_members(folder), recurrent)


def load_members(folder: Path) -> Language:
    """Load the spaCy pipeline whose components are the convolutional members of the ensemble."""
    pipeline = spacy.load(folder, config={"nlp": {"tokenizer": {"@tokenizers": _NO_RULES}}})
    share_gazetteer(pipeline)
    set_precision(pipeline, "float32")
    return pipeline


def _reads(model: _Model, texts: Sequence[Beside]) -> list[list[tuple[int, ScoredText]]]:
    """Return, for each text, the offset of each of its pieces and the candidates in the piece.

    The names that the ensemble found in the first piece of a passage help to read the later pieces,
    as well as the questions and other texts that belong to the passage.
    """
    bounds = [list(_pieces(text.text)) for text in texts]
    pieces = [
        _SURROGATE.sub("\ufffd", text.text[start:end])
        for text, its in zip(texts, bounds, strict=True)
        for start, end in its
    ]
    observed = model.reader.read(pieces)
    return [
        list(_parts(model, text, its, observed)) for text, its in zip(texts, bounds, strict=True)
    ]


def _parts(
    model: _Model, text: Beside, bounds: Iterable[tuple[int, int]], observed: Iterator[Observed]
) -> Iterator[tuple[int, ScoredText]]:
    known = model.memories.get(text.passage) if text.passage else None
    for start, _ in bounds:
        part = read(next(observed), text.kind, known)
        if known is None:
            known = part.memory
            if text.kind == "passage":
                model.remember(text.text, part.memory)
        yield start, part


def _span(part: ScoredText, origin: int, choice: ChosenName) -> TypedSpan:
    start, end = part.observed.bounds(part.spans[choice.number])
    return TypedSpan(origin + start, origin + end, cast("EntityType", choice.type), choice.chance)


def _digest(folder: Path) -> str:
    hasher = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md":
            hasher.update(path.relative_to(folder).as_posix().encode() + b"\0")
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


def _batches(texts: Iterable[Beside]) -> Iterator[list[Beside]]:
    """Yield batches of texts that are read together."""
    batch: list[Beside] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text.text) + 1
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Divide a text into pieces of at most PIECE characters, and yield their bounds.

    A piece ends after a line if that is possible, otherwise after a sentence or else after a word.
    """
    start = 0
    while len(text) - start > PIECE:
        end = _last_break(text, start + PIECE // 2, start + PIECE)
        yield start, end
        start = end
    yield start, len(text)


def _last_break(text: str, low: int, high: int) -> int:
    for separator in ("\n", ". ", " "):
        found = text.rfind(separator, low, high)
        if found >= 0:
            return found + len(separator)
    return high


def load(argument: str, events: Policy) -> BundledRecognizer:
    """Return the recognizer that comes with the package; the argument is ignored."""
    del argument
    return load_bundled(events=events, misc=True)
