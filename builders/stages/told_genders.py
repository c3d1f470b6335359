"""First names that men and women have, of persons whose gender the text tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from builders.names import Gender, pronoun_gender
from builders.spans.answer_entities import Identified
from builders.spans.gender import SPAN_TYPES
from builders.types import Entity, Example, PerturbableSpan


def with_told_genders(
    found: Identified, example: Example, entities: Mapping[str, Entity]
) -> Identified:
    """Return `found` with the types of men's or women's names instead of FIRST_NEUTRAL.

    The gender is that of a person's title (Mr Noor), or else that of the pronouns in the question
    or in the passage. Without it, a man could get the name of a woman.
    """
    pronouns = pronoun_gender(example.question) or pronoun_gender(example.context)

    def told(span: PerturbableSpan) -> PerturbableSpan:
        gender: Gender = entities[span.entity].gender or pronouns
        return replace(span, span_type=SPAN_TYPES[gender])

    spans = {
        kind: tuple(told(one) if one.span_type == "FIRST_NEUTRAL" else one for one in its)
        for kind, its in found.spans.items()
    }
    return replace(found, spans=spans)
