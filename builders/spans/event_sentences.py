"""The check whether a sentence reports an event without a person: snow fell, winter came.

Such a sentence begins with the thing and not with a person whose name is the same word.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class _EventCue(NamedTuple):
    """Words for things of one kind, and the words that follow if the thing is meant."""

    things: frozenset[str]
    after: re.Pattern[str]


def _event_cue(things: str, after: str) -> _EventCue:
    return _EventCue(frozenset(things.split()), re.compile(rf"\s+(?:{after})"))


_ON: Final = (
    r"(?:about|above|across|all|along|among|around|at|between|from|on|over|through|until)\b"
)
_STOPS: Final = r"\s*(?:[.,;:!?]|$|and\b|early\b|at\s+last\b)"

# Add a kind of things that have names in common with persons, and what only they do.
_EVENT_CUES: Final = (
    _event_cue(
        "snow rain hail frost mist sleet ash fog dew",
        rf"(?:melted|thawed|drifted|swirled|blanketed)\b|fell\s+(?:{_ON}|heavily\b|softly\b)|"
        rf"fell{_STOPS}|covered\s+(?:the|every\w*|all|its)\b|lay\s+(?:{_ON}|deep\b|thick\b)",
    ),
    _event_cue(
        "spring summer autumn winter day night dawn dusk",
        rf"(?:came|passed)(?:{_STOPS}|\s+(?:and\s+went|to\s+the)\b)|set\s+in\b",
    ),
    _event_cue(
        "day dawn",
        rf"broke(?:{_STOPS}|\s+(?:{_ON}|clear\b|cold\b|grey\b|gray\b|in\b))",
    ),
    _event_cue("night darkness dusk silence snow", rf"fell(?:{_STOPS}|\s+{_ON})"),
    _event_cue(
        "joy hope grace faith love mercy fear pride charity patience",
        r"(?:filled|flooded|overcame|welled|prevailed|faded|springs)\b|"
        r"(?:is|was)\s+(?:all|what|blind|everything)\b",
    ),
    _event_cue(
        "moss ivy heather grass holly reed rose lily violet fern hay corn cotton clover",
        rf"grew\s+(?:{_ON}|wild\b|thick\w*\b|everywhere\b|tall\b)|"
        r"(?:bloomed|blossomed|sprouted|withered|carpeted)\b|"
        r"covered\s+(?:the|every\w*|all|its)\b",
    ),
    _event_cue(
        "stone wood glass gold iron silver clay sand steel ash coal cotton rock",
        r"(?:crumbled|shattered|rusted|melted|glittered|gleamed|splintered)\b",
    ),
)  # fmt: skip


def reports_event(word: str, after: str) -> bool:
    """Return whether the text after a folded word and a space shows that the thing is meant."""
    return any(word in cue.things and cue.after.match(after.casefold()) for cue in _EVENT_CUES)
