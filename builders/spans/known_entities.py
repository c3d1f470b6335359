"""A search for mentions of entities whose names are known in advance, as in `renamer swap`.

Mentions are found as in a build: by a recognizer, by coreference, and by a search for names that
the recognizer missed. In addition, text that is written like a known name belongs to the entity
with this name, whatever was recognized there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from builders.names import SUFFIXES, is_numeral
from builders.spans.linking import LinkedPassage, link_field, link_passage
from builders.spans.missed_mentions import Names, missed_mentions, names_of_one
from builders.spans.sentence_ends import without_sentence_ends
from builders.text import fold_key, occurrences
from builders.types import Entity, Mention, TypedSpan

_WORD_AFTER: Final = re.compile(r",? (\w+)")


def find_known(
    fields: Iterable[tuple[str, str]],
    entities: Sequence[Entity],
    found: Mapping[str, Sequence[TypedSpan]],
) -> tuple[Mention, ...]:
    """Return the mentions of `entities` in the fields of an instance.

    `fields` are pairs of the name of a field and its text, the passage first. `found` maps texts to
    the spans that a recognizer found in them, including names of events and works (MISC), which are
    not renamed. Texts in which it found none can be omitted from `found`.
    """
    known = _Known.of(entities)
    (_, context), *others = fields
    passage = link_passage(context, known.spans(context, found.get(context, ())), known=entities)
    names = {**names_of_one(passage.entities.values()), **known.names}
    mentions = known.of_passage(passage, names, _kept("context", found.get(context, ())))
    for name, text in others:
        linked, _ = link_field(passage, name, text, known.spans(text, found.get(text, ())))
        taken = (*linked, *_kept(name, found.get(text, ())))
        mentions += [*linked, *missed_mentions(name, text, names, taken)]
    texts = {"context": context, **dict(others)}
    return tuple(
        mention
        for mention in mentions
        if mention.entity in known.entities and not known.is_word(mention, texts[mention.field])
    )


def _kept(field: str, spans: Iterable[TypedSpan]) -> list[Mention]:
    """Return the names of events and works as mentions; the words in them are not renamed."""
    return [Mention(field, one.start, one.end, "MISC", "") for one in spans if one.type == "MISC"]


@dataclass(frozen=True, slots=True)
class _Known:
    """The known entities by id, and by each capitalized name that only one of them has."""

    entities: Mapping[str, Entity]
    names: Names

    @classmethod
    def of(cls, entities: Sequence[Entity]) -> _Known:
        owners = [(name, one) for one in entities for name in {one.name, *one.aliases}]
        counts = Counter(name for name, _ in owners)
        names = {name: one for name, one in owners if counts[name] == 1 and name[:1].isupper()}
        return cls({one.id: one for one in entities}, names)

    def spans(self, text: str, spans: Iterable[TypedSpan]) -> list[TypedSpan]:
        """Return the recognized names in a text (`spans`) and the known names, sorted.

        A known name of one word counts only if a suffix, such as Jr., follows it. A known name
        replaces the recognized names that overlap it, unless a longer recognized name contains
        it. A recognized name that differs from a known name only in case or diacritics gets the
        type of the known entity.
        """
        names = [span for span in spans if span.type != "MISC"]
        exact = [one for one in self._exact(text) if not any(_holds(name, one) for name in names)]
        words = {fold_key(name): entity for name, entity in self.names.items()}
        for name in names:
            if not any(_overlap(name, one) for one in exact):
                entity = words.get(fold_key(text[name.start : name.end]))
                exact.append(replace(name, type=entity.type) if entity else name)
        return sorted(without_sentence_ends(text, exact), key=lambda span: span.start)

    def _exact(self, text: str) -> Iterator[TypedSpan]:
        found: list[TypedSpan] = []
        for name in sorted(self.names, key=lambda name: (-len(name), name)):
            for start, end in occurrences(text, name):
                span = TypedSpan(start, end, self.names[name].type)
                is_exact = " " in name or _has_suffix(text, end)
                if is_exact and not any(_overlap(span, other) for other in found):
                    found.append(span)
        yield from found

    def of_passage(
        self, passage: LinkedPassage, names: Names, kept: Sequence[Mention]
    ) -> list[Mention]:
        """Return the mentions in a passage.

        They are the recognized names, other forms of the entities' names, such as acronyms, and
        names that the recognizer missed. The missed names overlap no mention in `kept`, which are
        the names of events and works.
        """
        text = passage.context
        taken = [*passage.mentions, *(mention for mention, _ in passage.undecided)]
        formed, _ = link_field(passage, "context", text)
        more = [
            mention
            for mention in formed
            if text[mention.start].isupper() and not any(_overlap(mention, one) for one in taken)
        ]
        missed = missed_mentions("context", text, names, (*taken, *more, *kept))
        return [*passage.mentions, *more, *missed]

    def is_word(self, mention: Mention, text: str) -> bool:
        """Return whether a mention is an ordinary word, such as "bush" in a text about Ann Bush."""
        entity, surface = self.entities[mention.entity], text[mention.start : mention.end]
        is_lower = surface.islower() and " " not in surface and text != text.lower()
        return is_lower and entity.type == "PERSON" and not entity.last[:1].islower()


def _has_suffix(text: str, end: int) -> bool:
    """Return whether a name is followed by a suffix that distinguishes persons: Jr., III."""
    word = _WORD_AFTER.match(text, end)
    return word is not None and (word[1].casefold() in SUFFIXES or is_numeral(word[1]))


def _overlap(one: TypedSpan | Mention, other: TypedSpan | Mention) -> bool:
    return one.start < other.end and other.start < one.end


def _holds(outer: TypedSpan, inner: TypedSpan) -> bool:
    """Return whether `outer` contains `inner` and is longer."""
    bounds = (outer.start, outer.end), (inner.start, inner.end)
    return bounds[0] != bounds[1] and outer.start <= inner.start and inner.end <= outer.end
