"""Stanza's recognizer for a language: a neural tagger, which uses a GPU if there is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from builders.errors import InstallError
from builders.recognizers.labels import label_types
from builders.recognizers.registry import Policy
from builders.recognizers.trim import TRIM, trimmed
from builders.types import EntityType, TypedSpan

_BATCH: Final = 64
_PROCESSORS: Final = "tokenize,ner"


@dataclass(frozen=True, slots=True)
class StanzaRecognizer:
    """A recognizer that runs a Stanza pipeline; `types` has the entity type for each label."""

    pipeline: Any
    types: Mapping[str, EntityType]
    fingerprint: str

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        stream = iter(texts)
        while batch := list(islice(stream, _BATCH)):
            # Stanza accepts neither empty texts nor unpaired surrogates.
            whole = [text.encode("utf-8", "replace").decode("utf-8") for text in batch]
            read = iter(self.pipeline.bulk_process([text for text in whole if text.strip()]))
            for text in whole:
                yield self._spans(text, next(read).ents) if text.strip() else ()

    def _spans(self, text: str, names: Iterable[Any]) -> tuple[TypedSpan, ...]:
        return trimmed(
            text,
            (
                TypedSpan(name.start_char, name.end_char, self.types[name.type])
                for name in names
                if name.type in self.types
            ),
        )


def load_stanza(language: str, folder: Path | None = None) -> StanzaRecognizer:
    """Load the tokenizer and the recognizer of a language from `folder` or Stanza's own folder.

    Nothing is downloaded. Raises InstallError, with a command to run, if something is missing.
    """
    try:
        import stanza
    except ImportError:
        raise InstallError(
            "Stanza is not installed; run: pip install 'entity-renamer[stanza]'"
        ) from None
    where = {} if folder is None else {"dir": str(folder)}
    try:
        pipeline = stanza.Pipeline(
            language, processors=_PROCESSORS, download_method=None, verbose=False, **where
        )
    except (OSError, KeyError, ValueError) as error:
        raise InstallError(_how_to_download(language, folder)) from error
    types = label_types(f"stanza:{language}", pipeline.processors["ner"].get_known_tags())
    fingerprint = (
        f"stanza {stanza.__version__} {language} sha256:{_digest(pipeline.config)[:16]} "
        f"{pipeline.device} {TRIM}"
    )
    return StanzaRecognizer(pipeline, types, fingerprint)


def _how_to_download(language: str, folder: Path | None) -> str:
    where = "" if folder is None else f", model_dir={str(folder)!r}"
    command = f"import stanza; stanza.download({language!r}, processors={_PROCESSORS!r}{where})"
    place = "" if folder is None else f" in {folder}"
    return f'no Stanza models for {language!r}{place}; run: python -c "{command}"'


def _digest(config: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the model files that a pipeline has loaded."""
    paths = set()
    for key, value in config.items():
        values = value if isinstance(value, (list, tuple)) else [value]
        if key.endswith("_path"):
            paths |= {path for path in values if isinstance(path, str) and path}
    hasher = sha256()
    for path in sorted(paths):
        for part in path.split(";"):
            if Path(part).is_file():
                hasher.update(Path(part).name.encode())
                hasher.update(sha256(Path(part).read_bytes()).digest())
    return hasher.hexdigest()


def load(argument: str, events: Policy) -> StanzaRecognizer:
    """Return the recognizer of a Stanza language, given as LANGUAGE or LANGUAGE@FOLDER."""
    del events
    language, _, folder = argument.partition("@")
    return load_stanza(language, Path(folder) if folder else None)
