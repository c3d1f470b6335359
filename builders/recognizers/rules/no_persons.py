"""Works, substances, awards and chapels that bear a name like a person's, as a text tells.

"Zorba Gelt, a novel set in Wales", "Zorbin is a hormone", "the Zorb Cross": nobody is spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.given_names import is_first_name
from builders.names import bare
from builders.recognizers.rules.context import before
from builders.types import TypedSpan

# Add a work that bears a name of its own.
_WORKS: Final = (
    r"(?:album|ballad|ballet|cartoon|comedy|documentary|drama|fable|film|game|magazine|miniseries|"
    r"movie|musical|newspaper|novel|novella|opera|operetta|oratorio|play|poem|series|sitcom|song|"
    r"symphony|tragedy)"
)
# Add what is studied, made or suffered, and can bear no other name.
_MATTERS: Final = (
    r"(?:acid|algorithm|alloy|antibiotic|bacteri(?:um|a)|chemical|compound|disease|disorder|"
    r"drug|element|enzyme|file format|fossil|fungus|gas|genus|herb|hormone|illness|infection|"
    r"medicine|metal|mineral|operating system|parasite|plant|poison|programming language|"
    r"protein|protocol|species|steroid|substance|theorem|toxin|vaccine|virus|vitamin)"
)
_NO_MORE: Final = (
    r"(?=[.,;:)]|[ \u00a0](?:about|based|broadcast|by|caused|created|directed|for|found|from|in|of|"
    r"on|published|released|set|starring|that|used|which|with|written)\b)"
)
_IS_A_THING: Final = re.compile(
    r"(?:,| is| was)[ \u00a0](?:an?|the|his|her)[ \u00a0]"
    r"(?:(?!of\b|in\b|by\b)[\w'’-]+[ \u00a0]){0,4}"
    rf"(?:{_WORKS}|{_MATTERS}){_NO_MORE}"
)
_FROM_A_WORK: Final = re.compile(
    rf",[ \u00a0](?:about|set in|from|based on)[ \u00a0](?:an?|the|his|her)"
    rf"[ \u00a0](?:[a-z-]+[ \u00a0])?(?:{_WORKS}|boy|child|family|girl|man|woman|village)\b"
)
# Add what makes or shows a work.
_MADE_BEFORE: Final = re.compile(
    r"\b(?:composed|directed|filmed|made|produced|published|released|staged|wrote)[ \u00a0]$"
)
_ABOUT_AFTER: Final = re.compile(r",[ \u00a0](?:about|set in)\b")
_DONE_TO_MATTER: Final = re.compile(
    r"[ \u00a0](?:is|was|can be|may be)[ \u00a0](?:[a-z]+ly[ \u00a0])?"
    r"(?:caused|distilled|eradicated|extracted|manufactured|synthesi[sz]ed)\b"
)
_MATTER_BEFORE: Final = re.compile(
    r"\b(?:[Ff]ossils|genus|outbreaks?|species|specimens|vaccines?)[ \u00a0]"
    r"(?:against|for|of)[ \u00a0]$"
)
# Add the last word of what is given with an article, as no person's name is.
_AWARDS: Final = frozenset({"award", "cross", "medal", "prize", "star", "trophy"})
_GIVEN_TO: Final = re.compile(r"\b(?:and|by|for|from|of|to|with)[ \u00a0]$")
_ARTICLE_BEFORE: Final = re.compile(r"\b[Tt]he[ \u00a0]$")
_HOUSE_AFTER: Final = re.compile(
    r"['’]s?[ \u00a0](?:Abbey|Cathedral|Chapel|Church|College|Hall|Hospital|Priory|School)\b"
)
_REACH: Final = 40


def no_persons(text: str, spans: Sequence[TypedSpan]) -> set[tuple[str, str]]:
    """Return the type and the surface of what was taken for a person, and is a thing."""
    return {
        (span.type, surface)
        for span in spans
        if span.type == "PERSON" and _is_thing(text, span, surface := text[span.start : span.end])
    }


def is_in_name_of_house(text: str, span: TypedSpan) -> bool:
    """Tell whether a saint stands in the name of a chapel: "St Zorb's Chapel"."""
    saint = before(text, span.start).key in {"st", "saint"}
    return saint and _HOUSE_AFTER.match(text, span.end) is not None


def is_award(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether it is given: "the Zorb Cross"."""
    last = bare(surface.rpartition(" ")[2])
    article = _ARTICLE_BEFORE.search(text, max(0, span.start - 6), span.start)
    return " " in surface and last in _AWARDS and article is not None


def _is_thing(text: str, span: TypedSpan, surface: str) -> bool:
    end, ahead = span.end, (max(0, span.start - _REACH), span.start)
    given = _GIVEN_TO.search(text, *ahead) is not None
    if not given and (_IS_A_THING.match(text, end) or _FROM_A_WORK.match(text, end)):
        return True
    if _MADE_BEFORE.search(text, *ahead) and _ABOUT_AFTER.match(text, end):
        return True
    if " " in surface or is_first_name(surface):
        return False
    done = _DONE_TO_MATTER.match(text, end) or _MATTER_BEFORE.search(text, *ahead)
    return done is not None
