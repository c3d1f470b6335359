"""Sizes and accuracies that the papers report, shown in cards next to those of a release."""

from __future__ import annotations

from typing import Final

PERTURBABLE: Final[dict[str, dict[str, int]]] = {
    "SQuAD": {"PER": 1170, "ORG": 1095, "GPE": 602, "MIX": 2613},
    "NaturalQuestions": {"PER": 3257, "ORG": 1207, "GPE": 1414, "MIX": 5150},
    "HotpotQA": {"PER": 1351, "ORG": 824, "GPE": 788, "MIX": 2614},
    "SearchQA": {"PER": 5707, "ORG": 2450, "GPE": 2248, "MIX": 8688},
    "TriviaQA": {"PER": 2747, "ORG": 1276, "GPE": 1270, "MIX": 4351},
}
"""The numbers of test instances that can be renamed, by dataset and type of answer.

They are from Yan et al. 2022, table 9.
"""

TEST_SETS: Final[dict[str, int]] = {
    "SQuAD": 10507, "NaturalQuestions": 12836, "HotpotQA": 5901,
    "SearchQA": 16980, "TriviaQA": 7785,
}  # fmt: skip
"""The numbers of instances in the test sets (Yan et al. 2022, table 8)."""

TRAINING_SETS: Final[dict[str, tuple[int, int]]] = {
    "SQuAD": (77_929, 8_659), "NaturalQuestions": (84_577, 9_367), "HotpotQA": (65_636, 7_292),
    "SearchQA": (105_646, 11_738), "TriviaQA": (42_569, 4_696),
}  # fmt: skip
"""The numbers of instances in training sets and in held-out tenths (Yan et al. 2022, table 8)."""

DISTANTLY_SUPERVISED: Final = frozenset({"SearchQA", "TriviaQA"})
"""Datasets whose answers were found by distant supervision (Yan et al. 2022, table 8)."""

SWAPPED_ENTITIES: Final[dict[str, int]] = {
    "PERSON": 2563, "ORGANIZATION": 2041, "LOCATION": 1581,
    "CITY": 1114, "COUNTRY": 1184, "NATIONALITY": 1104,
}  # fmt: skip
"""The numbers of named entities in the SQuAD 2.0 development set (Siro and Ajayi 2023, table 1)."""

SWAPPED_TRAINING_ENTITIES: Final[dict[str, int]] = {
    "PERSON": 50_706, "ORGANIZATION": 27_550, "LOCATION": 22_327,
    "CITY": 15_529, "COUNTRY": 20_633, "NATIONALITY": 16_792,
}  # fmt: skip
"""The numbers of named entities in the SQuAD 2.0 training set (Siro and Ajayi 2023, table 1)."""

SWAPPED_SOURCE: Final = "SQuAD2"
"""The name of the source dataset whose entities table 1 of Siro and Ajayi 2023 counts."""

SWAPPED_QUESTIONS: Final = 11_873
"""The number of questions in the SQuAD 2.0 development set."""


SWAPPED_PARTS: Final = {"HasAns": 5928, "NoAns": 5945}
"""The numbers of questions with and without an answer in the SQuAD 2.0 development set.

They are scored separately in table 6 of Siro and Ajayi 2023.
"""


def is_the_papers(source: str, questions: int) -> bool:
    """Return whether a source dataset is one that the papers used.

    A dataset counts as theirs if it has the same name and the same number of questions.
    """
    return questions == {**TEST_SETS, SWAPPED_SOURCE: SWAPPED_QUESTIONS}.get(source)


QUALITY: Final[dict[str, tuple[float, float]]] = {
    "PER": (93.3, 86.7), "ORG": (86.7, 96.7), "GPE": (93.3, 96.7),
    "PERSON": (94.32, 88.85), "COUNTRY": (92.17, 96.37), "CITY": (91.26, 94.61),
}  # fmt: skip
"""Accuracies that the papers report, by entity type, in percent, as judged by annotators.

The first number of a pair says how often names were identified rightly, and the second how often
they were replaced rightly. The numbers for PER, ORG and GPE are from Yan et al. 2022, table 2, and
the others from Siro and Ajayi 2023, table 2.
"""
