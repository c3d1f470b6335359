"""The check whether a word that looks like a sought name is an ordinary word in its context.

Examples: "Bush fires burned", "Mark my words", "in May", "crossed the Jordan", "sang in Danish".
"""

from __future__ import annotations

import re
from typing import Final

from builders.lexicon.tables import words
from builders.months import is_month
from builders.names import COMMON_WORDS, DAYS, MONTHS, OPENERS
from builders.predicates import is_predicate
from builders.spans.event_sentences import reports_event
from builders.spans.linking_context import LinkingContext
from builders.spans.person_or_place import Read
from builders.spans.search_forms import SearchForm
from builders.spans.usage import DETERMINERS, is_bare, is_language, is_named_as_work, is_titled_work
from builders.text import fold_key

_NUMBER: Final = re.compile(r" \d")
_DAY_BEFORE: Final = re.compile(
    r"\b(?:on|last|next|every|each|this|that|one|until|till|since|by|from|to|a)\s+$", re.IGNORECASE
)
_MODALS: Final = frozenset({"will", "may", "can", "shall"})
_VERBS: Final = _MODALS | {"are", "were", "have", "do"}
_AFTER_ORGANIZATIONS: Final = words("usage", "of_bodies")
_AFTER_VERBS: Final = words("usage", "after_verbs")


class OrdinaryWords:
    """A check of the words of one field for being ordinary words."""

    def __init__(self, linking_context: LinkingContext, read: Read) -> None:
        self.linking_context = linking_context
        self.read = read
        self.words = read.words

    def is_word(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether a form of one word is a word, a month, a river or a language here."""
        before, after = self.read.around(at, end)
        if self._is_date(form, before, after) or self._is_work(form, before, after):
            return True
        if form.entity.type == "NORP" and not form.plural and is_language(before, after):
            return True
        if self._is_with_article(form, at, after) or self._is_bare_plural(form, at):
            return True
        return self.is_opening_word(form, at, end)

    @staticmethod
    def _is_work(form: SearchForm, before: str, after: str) -> bool:
        """Return whether the name of a person or place is that of a work here: the film Zell."""
        may_be = form.entity.type not in {"LOC", "ORG"}
        return is_titled_work(after) or (may_be and is_named_as_work(before, after))

    @staticmethod
    def _is_date(form: SearchForm, before: str, after: str) -> bool:
        """Return whether the word is a number, a month or a day of the week: in May, on Sunday."""
        word = form.words[0]
        if word in COMMON_WORDS and _NUMBER.match(after):
            return True
        if form.entity.type != "PERSON":
            return False
        if word in MONTHS:
            return is_month(before, after)
        return word in DAYS and _DAY_BEFORE.search(before) is not None

    def _is_bare_plural(self, form: SearchForm, at: int) -> bool:
        """Return whether a sentence begins with a plural that could be a family: Foxes."""
        word = form.words[0]
        if form.entity.type != "PERSON" or form.part != "full" or not self.words.opens(at):
            return False
        singular = fold_key(form.entity.last or form.entity.name)
        return singular in COMMON_WORDS and word in (f"{singular}s", f"{singular}es")

    def _is_with_article(self, form: SearchForm, at: int, after: str) -> bool:
        """Return whether an article shows another thing: the Jordan (river), a Ford (car)."""
        word = form.words[0]
        before = self.words.words[at - 1] if at and self.words.spaced(at) else ""
        if (
            form.plural
            or form.entity.type in {"NORP", "LOC"}
            or word not in self.linking_context.plain
        ):
            return False
        if form.entity.type == "PERSON" and before in {"a", "an"}:
            return is_bare(after)
        if before != "the" or (
            form.entity.type == "ORG" and word not in self.linking_context.waters
        ):
            return False
        return word in self.linking_context.waters or is_bare(after) or self._is_whole_subject(at)

    def _is_whole_subject(self, at: int) -> bool:
        """Return whether only the verb of a question follows: Whom did the Church sue?"""
        words = self.words
        asked = at > 1 and words.words[at - 2] in {"did", "does", "do", "will", "would"}
        return asked and (at + 2 == len(words) or words.opens(at + 2))

    def is_opening_word(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether a sentence begins with a common word that is also a name."""
        words, word = self.words, self.words.words[at]
        begins = words.opens(at) or words.opens_speech(at)
        if not begins or form.plural or len(form.words) > 1:
            return False
        is_told = reports_event(word, self.read.around(at, end)[1])
        if is_told or not self._is_common(word, at):
            return is_told
        if end == len(words):
            return word in OPENERS and len(words) > 1
        if form.entity.type == "NORP":  # It modifies what follows and is a name none the less.
            return words.words[end] in DETERMINERS
        if form.entity.type == "ORG" and words.words[end] in _AFTER_ORGANIZATIONS:
            return False
        return words.between(end - 1) == " " and self._modifies(at, end)

    def _is_common(self, word: str, at: int) -> bool:
        """Return whether a word is probably not a name."""
        if word in COMMON_WORDS or word in self.linking_context.lower_case:
            return True
        return word in self.linking_context.common and self._has_noun(at)

    def _has_noun(self, at: int) -> bool:
        """Return whether a rarer word modifies the next word: Bright lights shone."""
        words = self.words
        after, beyond = words.words[at + 1 : at + 2], words.words[at + 2 : at + 3]
        if after and after[0].endswith("s"):  # Of two that may be verbs the second one is.
            return bool(beyond) and is_predicate(beyond[0])
        goes_on = bool(beyond) and beyond[0] in {"is", "was", "has", "are", "were", "have"}
        if goes_on and after[0] not in OPENERS and not is_predicate(after[0]):
            return not words.is_capital(at + 1)  # Orange juice is sold.
        return bool(after) and not self._is_seen(at, at + 1)

    def _modifies(self, at: int, end: int) -> bool:
        """Return whether a common word modifies the next word: Bush fires, Will they."""
        words, after = self.words, self.words.words[end]
        following = words.words[end + 1] if end + 1 < len(words) else ""
        if is_predicate(after):
            return words.words[at] in OPENERS and after == "not"
        if after in DETERMINERS:
            return not self._is_epithet(end)  # Mark my words.
        if self._is_subject(at, end):
            return False
        if after in OPENERS or not self._is_seen(at, end):
            return True
        return after.endswith("s") or is_predicate(following)

    def _is_subject(self, at: int, end: int) -> bool:
        """Return whether the next words make it a subject: Will will come, Chad shares a lake."""
        words, after = self.words, self.words.words[end]
        following = words.words[end + 1] if end + 1 < len(words) else ""
        is_capital = bool(following) and words.is_capital(end + 1)
        if after == "and":
            return is_capital or following in {"his", "her", "their"}
        if after == words.words[at] or after in _MODALS:
            return not words.is_capital(end)
        return after.endswith("s") and (
            is_capital or following in DETERMINERS or self._is_only_verb(end)
        )

    def _is_only_verb(self, at: int) -> bool:
        """Return whether a word in -s is the only verb of a sentence: Reed reads on."""
        words, last = self.words, at + 1
        while last < len(words) and not words.opens(last):
            last += 1
        rest = words.words[at + 1 : last]
        if any(is_predicate(word) or word in _VERBS for word in rest):
            return False
        return not rest or rest[0] in _AFTER_VERBS or rest[0].endswith("s")

    def _is_epithet(self, at: int) -> bool:
        """Return whether "the" and a capital follow a word: Will the Conqueror."""
        return self.words.words[at] == "the" and self.words.name_after(at + 1)

    def _is_seen(self, at: int, end: int) -> bool:
        """Return whether a recognizer found exactly this name."""
        return self.read.type_seen(at, end) is not None
