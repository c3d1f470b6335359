"""The recognizer that comes with the package: small, offline, quick on one core.

A spaCy pipeline of one component, trained by scripts/train_recognizer.py; model/README.md is its
card. Places are GPE or LOC: telling countries, states and cities apart is a later stage's work.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

import spacy
from spacy.about import __version__ as spacy_version
from spacy.language import Language

from builders.errors import InstallError
from builders.recognizers import bundled_vote  # noqa: F401  registers its components
from builders.recognizers.bundled_ops import set_precision, use_matmul
from builders.recognizers.gazetteer_embed import share_gazetteer
from builders.recognizers.trim import trimmed
from builders.types import EntityType, TypedSpan

MODEL: Final = Path(__file__).parent / "model"
# Longer texts are read in pieces: memory grows with the longest piece of a batch.
PIECE: Final = 8_000
BATCH: Final = 16
# Halves of characters, which no encoder takes; JSON files may hold them.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class BundledRecognizer:
    """A loaded pipeline, the digest of its files, and the number of processes it may use."""

    pipeline: Language
    digest: str
    jobs: int = 1

    @property
    def fingerprint(self) -> str:
        """Library, model and version; the number of processes is left out: it changes nothing."""
        version = self.pipeline.meta["version"]
        return f"bundled {version} sha256:{self.digest[:16]} spacy {spacy_version}"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        offsets: deque[tuple[int, bool]] = deque()

        def pieces() -> Iterator[str]:
            for text in texts:
                for start, end in _pieces(text):
                    offsets.append((start, end == len(text)))
                    yield _SURROGATE.sub("\ufffd", text[start:end])

        spans: list[TypedSpan] = []
        for doc in self.pipeline.pipe(pieces(), batch_size=BATCH, n_process=self.jobs):
            offset, last = offsets.popleft()
            found = (
                TypedSpan(entity.start_char, entity.end_char, cast("EntityType", entity.label_))
                for entity in doc.ents
            )
            spans += (
                TypedSpan(offset + span.start, offset + span.end, span.type)
                for span in trimmed(doc.text, found)
            )
            if last:
                yield tuple(spans)
                spans = []


@lru_cache(maxsize=2)
def load_bundled(jobs: int = 1, folder: Path = MODEL) -> BundledRecognizer:
    """Load the model in `folder`; `jobs` is the number of processes that share the texts.

    Raises InstallError if the folder holds no model.
    """
    if not (folder / "config.cfg").is_file():
        raise InstallError(
            f"the bundled recognizer's model is not in {folder}; install the package anew: "
            "pip install --force-reinstall entity-renamer"
        )
    pipeline = spacy.load(folder)
    share_gazetteer(pipeline)
    set_precision(pipeline, "float32")
    use_matmul(pipeline)
    return BundledRecognizer(pipeline, _digest(folder), jobs)


def _digest(folder: Path) -> str:
    hasher = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md":
            hasher.update(path.relative_to(folder).as_posix().encode() + b"\0")
            hasher.update(path.read_bytes())
    return hasher.hexdigest()


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
