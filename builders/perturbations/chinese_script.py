"""Detect and convert traditional and simplified Chinese characters with OpenCC (extra `zh`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from builders.errors import InstallError


@lru_cache(maxsize=2)
def _converter(name: str) -> Any:
    try:
        from opencc import OpenCC
    except ImportError as error:
        raise InstallError(
            "keep_script needs OpenCC, which is not installed; run: "
            "pip install 'entity-renamer[zh]'"
        ) from error
    return OpenCC(name)


def traditional(text: str) -> str:
    """Return a Chinese text in traditional characters. Raises InstallError if OpenCC is missing."""
    return str(_converter("s2t").convert(text))


@lru_cache(maxsize=4096)
def is_traditional(text: str) -> bool:
    """Return whether a Chinese text is in traditional rather than simplified characters.

    Only characters that differ between the two scripts are counted. Raises InstallError if OpenCC
    is missing.
    """
    simple = _converter("t2s").convert(text)
    return _differing(text, simple) > _differing(text, traditional(text))


def _differing(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))
