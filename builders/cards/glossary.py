"""Explanations of the reasons why instances are left out of a release or are not renamed.

Dataset cards and `renamer show --left-out` print these explanations.

To add a reason, define it in the module that decides it, and explain it here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from builders.perturbations import swapped_types as swapping
from builders.perturbations.entity_renaming import NO_MENTION, NO_NAME, NOT_SUBSTITUTED
from builders.spans import answer_entities as renaming
from builders.spans import person_spans as persons

REASONS: Final[dict[str, str]] = {
    renaming.NO_ENTITY: (
        "No gold answer names an entity of this type: it is a date, a number, a phrase, or a name "
        "that was not recognized."
    ),
    renaming.NOT_ASKED: (
        "The recipe renames whom or what the question names, and it names none of this type that "
        "was recognized."
    ),
    renaming.UNSURE: (
        "The recognizer's probability for the answer's type, and the probability that the question "
        "asks for this type, are too low together: a wrong type would put a person's name on a law "
        "of physics."
    ),
    renaming.UNREAD: (
        "An answer holds several names and not all of them were recognized; renaming the others "
        "would leave half an answer."
    ),
    persons.THREE_WORDS: (
        "Yan et al. (2022) rename first and last names; of a longer name it is not certain which "
        "words these are."
    ),
    persons.TWO_GIVEN: "A ruler such as John Paul II has two given names and no last name.",
    persons.LOWER_CASE_WORD: "A name such as Vincent van Gogh is not split into first and last.",
    renaming.NO_WORD: (
        "Of an organization's name only places, proper nouns and rare words are renamed; this name "
        "has none."
    ),
    renaming.HALF: "One of the names in the answer has nothing that can be renamed.",
    renaming.UNSPACED: (
        "Chinese, Japanese or Thai names of organizations have no blanks that would part places "
        "and proper nouns from other words; EntSwap renames them whole."
    ),
    persons.ONE_CHARACTER: (
        "A single character of a script without blanks is a word or a part of one in most places."
    ),
    renaming.NO_PLACE: (
        "The place is not in the database of countries, states and cities, so there is nothing of "
        "its kind to draw."
    ),
    renaming.HALF_NAMED: (
        "The name also occurs where it was not recognized as one, so a renamed text would have the "
        "old name beside the new one."
    ),
    renaming.CLOSE_READINGS: (
        "A mention fits two entities of the passage, and nothing says which of them is meant."
    ),
    renaming.PEOPLE_STAYS: (
        "The text has both Bavaria and Bavarian, for example. Peoples change together only with "
        "countries. The peoples of cities and states are those that WordNet knows."
    ),
    renaming.REGION_ASKED: (
        "A question about an African country cannot have an answer that is a country elsewhere."
    ),
    swapping.NO_ENTITY: "The texts name no entity of the types that this variant renames.",
    swapping.NO_KIND: (
        "Like is drawn for like: an organization or a place keeps its name if the name does not "
        "show what it is (NBC, Arbeia), or if there are too few names of its kind."
    ),
    NO_NAME: (
        "Every name that may be drawn is taken by another entity of the instance or occurs in it."
    ),
    NOT_SUBSTITUTED: (
        "The perturbation has no names for the answer's spans: its collections have only names of "
        "persons, for example, and the answer is a place, or they have no first name for the "
        "person's gender."
    ),
    NO_MENTION: (
        "The name was recognized, but no occurrence of it could be edited without changing a part "
        "of another word or name."
    ),
}


def explained(reasons: Iterable[str]) -> list[tuple[str, str]]:
    """Return the distinct reasons with their explanations.

    A reason without an explanation, which another version of this package may have recorded, is
    left out.
    """
    return [(reason, REASONS[reason]) for reason in dict.fromkeys(reasons) if reason in REASONS]
