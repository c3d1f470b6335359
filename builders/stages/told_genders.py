"""First names that men and women have, of persons whose gender the text tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from builders.names import Gender, noun_gender, pronoun_gender
from builders.spans.answer_entities import Identified
from builders.spans.person_spans import SPAN_TYPES
from builders.types import Entity, Example, Mention, PerturbableSpan


def with_told_genders(
    found: Identified,
    example: Example,
    entities: Mapping[str, Entity],
    mentions: Iterable[Mention],
) -> Identified:
    """Return `found` with the types of men's or women's names instead of FIRST_NEUTRAL.

    The gender is that of a person's title (Mr Noor), or else that of a noun beside the name in the
    passage (his wife Noor; `mentions` are those of the passage), or else that of the pronouns in
    the question or the passage, if these name no other person.
    """
    text = example.context
    nouns: dict[str, Gender] = {}
    for one in mentions:
        nouns[one.entity] = nouns.get(one.entity, "") or noun_gender(text, one.start, one.end)
    persons = [one for one in entities.values() if one.type == "PERSON"]
    pronouns: Gender = ""
    if len(persons) == 1:
        pronouns = pronoun_gender(example.question) or pronoun_gender(text)

    def told(span: PerturbableSpan) -> PerturbableSpan:
        gender = entities[span.entity].gender or nouns.get(span.entity, "") or pronouns
        return replace(span, span_type=SPAN_TYPES[gender])

    spans = {
        kind: tuple(told(one) if one.span_type == "FIRST_NEUTRAL" else one for one in its)
        for kind, its in found.spans.items()
    }
    return replace(found, spans=spans)
