"""A recognizer that runs a spaCy pipeline, which is an installed package or in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import spacy
import thinc.api
from spacy.about import __version__ as spacy_version
from spacy.language import Language

from builders.errors import InstallError
from builders.recognizers.labels import label_types
from builders.recognizers.registry import Policy
from builders.recognizers.trim import TRIM, trimmed
from builders.types import EntityType, TypedSpan

_BATCH: Final = 64
# Components that are excluded, because name recognition does not need them. Nothing is excluded
# from pipelines with components that are neither here nor in _NEEDED.
_UNNEEDED: Final = frozenset({
    "tagger", "morphologizer", "parser", "senter", "attribute_ruler", "lemmatizer",
    "trainable_lemmatizer", "textcat", "textcat_multilabel",
})  # fmt: skip
_NEEDED: Final = frozenset({"tok2vec", "transformer", "curated_transformer", "ner"})
_TRANSFORMERS: Final = frozenset({"transformer", "curated_transformer"})


@dataclass(frozen=True, slots=True)
class SpacyRecognizer:
    """A recognizer that runs a loaded spaCy pipeline."""

    pipeline: Language
    types: Mapping[str, EntityType]
    """The entity type for each label that the pipeline gives to names."""
    digest: str
    """The digest of the pipeline's files."""
    device: str = "cpu"
    """The device that computes: "cpu" or "gpu"."""
    jobs: int = 1
    """The number of processes."""

    @property
    def fingerprint(self) -> str:
        """Return a line with the versions of spaCy and the pipeline, its digest, and the device."""
        meta = self.pipeline.meta
        name = f"{meta['lang']}_{meta['name']} {meta['version']}"
        return f"spacy {spacy_version} {name} sha256:{self.digest[:16]} {self.device} {TRIM}"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        clean = (without_surrogates(text) for text in texts)
        for doc in self.pipeline.pipe(clean, batch_size=_BATCH, n_process=self.jobs):
            found = (
                TypedSpan(name.start_char, name.end_char, self.types[name.label_])
                for name in doc.ents
                if name.label_ in self.types
            )
            yield trimmed(doc.text, found)


def load_spacy(name: str, jobs: int = 1) -> SpacyRecognizer:
    """Load a spaCy pipeline by the name of its package, or from a folder if `name` is a path.

    A pipeline with a transformer runs on a GPU, in one process, if there is a GPU. Raises
    InstallError if there is no such pipeline, and FixInputError if it does not find names.
    """
    pipeline = _load(name)
    device = "cpu"
    if _TRANSFORMERS & set(pipeline.pipe_names) and thinc.api.prefer_gpu():
        device, jobs = "gpu", 1
        pipeline = _load(name)
    labels = (label for pipe in pipeline.pipe_names for label in pipeline.pipe_labels.get(pipe, ()))
    types = label_types(f"spacy:{name}", labels)
    return SpacyRecognizer(pipeline, types, _digest(pipeline), device, jobs)


def without_surrogates(text: str) -> str:
    """Return the text with "?" for each unpaired surrogate, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _load(name: str) -> Language:
    # A name without a separator never refers to a folder: a recipe could otherwise load a model
    # from the current folder.
    is_folder = Path(name).name != name and Path(name).is_dir()
    if not is_folder and not spacy.util.is_package(name):
        raise InstallError(
            f"spaCy pipeline {name!r} is not installed; run: python -m spacy download {name} "
            "(or give a pipeline's folder after spacy:, as ./FOLDER or an absolute path)"
        )
    try:
        whole = spacy.load(Path(name) if is_folder else name)
    except OSError as error:
        raise InstallError(f"spacy:{name}: cannot be loaded: {error}") from error
    rest = set(whole.pipe_names) - _UNNEEDED
    if rest <= _NEEDED:
        for pipe in _UNNEEDED & set(whole.pipe_names):
            whole.remove_pipe(pipe)
    return whole


def _digest(pipeline: Language) -> str:
    """Return the SHA-256 over the names and bytes of the pipeline's files."""
    folder = pipeline.path
    hasher = sha256()
    if folder is not None:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                hasher.update(path.relative_to(folder).as_posix().encode())
                hasher.update(sha256(path.read_bytes()).digest())
    return hasher.hexdigest()


def load(argument: str, events: Policy) -> SpacyRecognizer:
    """Return the recognizer of the spaCy pipeline that the argument names."""
    del events
    return load_spacy(argument)
