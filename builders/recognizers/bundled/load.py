"""The recognizer that comes with the package: small, offline, quick on one core.

A spaCy pipeline, trained by scripts/train_recognizer.py, with a quicker reader than spaCy's;
model/README.md is its card. Places are GPE or LOC: telling countries, states and cities apart is
a later stage's work.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final

import spacy
from spacy.about import __version__ as spacy_version
from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.tokens import Doc
from spacy.util import registry

from builders.errors import InstallError
from builders.recognizers.bundled.gazetteer_embed import share_gazetteer
from builders.recognizers.bundled.ops import set_precision
from builders.recognizers.bundled.reader import Reader
from builders.recognizers.trim import TRIM, trimmed
from builders.types import TypedSpan
from builders.workers import Workers

MODEL: Final = Path(__file__).parent / "model"
# Longer texts are read in pieces, several at a time: memory grows with the characters in a batch.
PIECE: Final = 8_000
_BATCH: Final = 20_000
_NO_RULES: Final = "renamer.TokenizerWithoutRules.v1"
# Halves of characters, which no encoder takes; JSON files may hold them.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Model:
    """A loaded model: what reads with it, its version, and the digest of its files."""

    reader: Reader
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class BundledRecognizer:
    """The model in a folder, and the number of processes that share the texts."""

    folder: Path
    jobs: int = 1

    @property
    def fingerprint(self) -> str:
        """Library, model and version; the number of processes is left out: it changes nothing."""
        model = _model(self.folder)
        return f"bundled {model.version} sha256:{model.digest[:16]} spacy {spacy_version} {TRIM}"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        offsets: deque[tuple[int, bool]] = deque()

        def pieces() -> Iterator[str]:
            for text in texts:
                for start, end in _pieces(text):
                    offsets.append((start, end == len(text)))
                    yield _SURROGATE.sub("\ufffd", text[start:end])

        spans: list[TypedSpan] = []
        with Workers(self.jobs, copies=True) as workers:
            read = workers.map(partial(_read, self.folder), _batches(pieces()))
            for found in chain.from_iterable(read):
                offset, last = offsets.popleft()
                spans += (
                    TypedSpan(offset + span.start, offset + span.end, span.type) for span in found
                )
                if last:
                    yield tuple(spans)
                    spans = []


def load_bundled(jobs: int = 1, folder: Path = MODEL) -> BundledRecognizer:
    """Load the model in `folder`; `jobs` is the number of processes that share the texts.

    Raises InstallError if the folder holds no model.
    """
    _model(folder)
    return BundledRecognizer(folder, jobs)


@registry.tokenizers(_NO_RULES)  # type: ignore[untyped-decorator]
def _without_rules() -> Callable[[Language], Callable[[str], Doc]]:
    """Return what makes a tokenizer that the model's files give its rules.

    Without it loading would take a fifth longer, for rules that the model's take the place of.
    """
    return lambda pipeline: Tokenizer(pipeline.vocab)


@lru_cache(maxsize=2)
def _model(folder: Path) -> _Model:
    """Load the model in a folder, once a process."""
    if not (folder / "config.cfg").is_file():
        raise InstallError(
            f"the bundled recognizer's model is not in {folder}; install the package anew: "
            "pip install --force-reinstall entity-renamer"
        )
    pipeline = spacy.load(folder, config={"nlp": {"tokenizer": {"@tokenizers": _NO_RULES}}})
    share_gazetteer(pipeline)
    set_precision(pipeline, "float32")
    return _Model(Reader.of(pipeline), pipeline.meta["version"], _digest(folder))


def _read(folder: Path, pieces: Sequence[str]) -> list[tuple[TypedSpan, ...]]:
    """Return the names in pieces of text; this is what a process is given to do."""
    found = _model(folder).reader.read(pieces)
    return [trimmed(piece, spans) for piece, spans in zip(pieces, found, strict=True)]


def _digest(folder: Path) -> str:
    hasher = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md":
            hasher.update(path.relative_to(folder).as_posix().encode() + b"\0")
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


def _batches(pieces: Iterable[str]) -> Iterator[list[str]]:
    """Yield as many pieces at a time as are worth reading together."""
    batch: list[str] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += len(piece) + 1
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield bounds of pieces that end after a line, else a sentence, else a word."""
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
