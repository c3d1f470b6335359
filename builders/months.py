"""Months that are also names of persons: in May, but not by May."""

from __future__ import annotations

import re
from typing import Final

from builders.names import MONTHS

# Add a word that, before a month, makes it one.
_MONTH_BEFORE: Final = re.compile(
    r"(?:\b(?:in|since|until|till|early|mid|late|last|next|every|"
    r"each|during|throughout|(?:beginning|end|month|last|first|middle|rest|days?|week|half|start|"
    r"close|whole|ides)\s+of|(?-i:By)))[\s-]+$",
    re.IGNORECASE,
)
_DAY_BEFORE: Final = re.compile(
    r"(?:(\w+)\s+)?(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?[\s-]+$", re.IGNORECASE
)
_MONTH_AFTER: Final = re.compile(r"(?:\s+|,\s+)\d")


def is_month(before: str, after: str) -> bool:
    """Return whether the name of a month means the month, by the text before and after it."""
    if _MONTH_BEFORE.search(before) or _MONTH_AFTER.match(after):
        return True
    day = _DAY_BEFORE.search(before)
    return day is not None and (day[1] or "").lower() not in MONTHS
