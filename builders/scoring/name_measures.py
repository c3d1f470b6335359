"""The length of a name, in characters (called letters) or in the tokens of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import FixInputError, InstallError, on_one_line
from builders.scoring.metrics import Integers

_BEFORE: Final = "a"


@dataclass(frozen=True, slots=True)
class LengthMeasure:
    """A way to measure the length of names.

    `unit` is "letters" if all characters are counted, spaces included, or "tokens". `of` takes a
    column of names and returns the length of each name.
    """

    unit: str
    of: Callable[[pa.Array], Integers]


def _letters(texts: pa.Array) -> Integers:
    return np.asarray(pc.utf8_length(texts), np.int64)


LETTERS: Final = LengthMeasure("letters", _letters)


def tokens_of(path: Path) -> LengthMeasure:
    """Return a measure that counts the tokens of names with the tokenizer at `path`.

    `path` is a tokenizer.json or a model folder that contains one. A name is tokenized after
    another word, as in most places in a text, and only its own tokens are counted. Raises
    InstallError if the package tokenizers is missing, and FixInputError if the file is not a
    tokenizer.
    """
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise InstallError(
            "--tokenizer needs tokenizers: pip install 'entity-renamer[models]'"
        ) from None
    place = path / "tokenizer.json" if path.is_dir() else path
    try:
        tokenizer = Tokenizer.from_str(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise FixInputError(f"{place}: cannot be read: {error.strerror}") from None
    except Exception as error:  # tokenizers raises plain Exception
        raise FixInputError(f"{place}: not a tokenizer: {on_one_line(str(error))}") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return LengthMeasure("tokens", lambda texts: _tokens(tokenizer, texts.to_pylist()))


def _tokens(tokenizer: Any, names: Sequence[str]) -> Integers:
    texts = [_BEFORE, *(f"{_BEFORE} {name}" for name in names)]
    read = tokenizer.encode_batch(texts, add_special_tokens=False)
    counts: Integers = np.array([len(each.ids) for each in read], np.int64)
    less: Integers = counts[1:] - counts[0]
    return less
