"""Texts of a release as they appear in messages: truncated, with control characters escaped."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


def shown(text: str, limit: int = 60) -> str:
    """Return a text in quotation marks, truncated, with control characters escaped."""
    return f"'{escaped(text, limit)}'"


def escaped(text: str, limit: int) -> str:
    """Return a text truncated to `limit` characters, with control characters escaped."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(map(_visible, cut))


@lru_cache(maxsize=4096)
def _visible(char: str) -> str:
    category = unicodedata.category(char)
    return char if category[0] != "C" and category not in {"Zl", "Zp"} else ascii(char)[1:-1]
