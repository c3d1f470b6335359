"""What a question asks for says what its answer is."""

from __future__ import annotations

import re
from typing import Final

from builders.types import EntityType

# Add a way to ask, and the type of what answers it.
_ASKED: Final[tuple[tuple[re.Pattern[str], EntityType], ...]] = (
    (re.compile(r"^(?:who|whom|whose)\b", re.I), "PERSON"),
    (re.compile(r"\b(?:what|which) (?:country|nation)\b", re.I), "COUNTRY"),
    (re.compile(r"\b(?:what|which) (?:city|town|capital)\b", re.I), "CITY"),
    (re.compile(r"\b(?:what|which) (?:u\.?s\.? )?(?:state|province)\b", re.I), "STATE"),
    (re.compile(r"\b(?:what|which) (?:nationality|people|ethnic group|religion)\b", re.I), "NORP"),
    (re.compile(r"\b(?:what|which) (?:company|organization|university|party)\b", re.I), "ORG"),
)


def question_type(question: str) -> EntityType | None:
    """Return the type of what answers a question, None where its words do not tell."""
    return next((type_ for asked, type_ in _ASKED if asked.search(question)), None)
