"""Simplified and traditional characters, told apart and converted by OpenCC (extra `zh`)."""

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
    """Return a text in traditional characters. Raises InstallError where OpenCC is missing."""
    return str(_converter("s2t").convert(text))


@lru_cache(maxsize=4096)
def is_traditional(text: str) -> bool:
    """Return whether more characters of a text are of the traditional script alone than not."""
    simple = _converter("t2s").convert(text)
    return _differing(text, simple) > _differing(text, traditional(text))


def _differing(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))
