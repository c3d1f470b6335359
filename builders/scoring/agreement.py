"""Agreement of annotators on nominal labels: raw agreement, Cohen's kappa, Krippendorff's alpha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def raw_agreement(one: Sequence[str], other: Sequence[str]) -> float | None:
    """Return the share of items to which two annotators give the same label, from 0 to 1.

    `one` and `other` are the labels of the two annotators, in the order of the items. Returns None
    if there are no items.
    """
    pairs = list(zip(one, other, strict=True))
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def cohen_kappa(one: Sequence[str], other: Sequence[str]) -> float | None:
    """Return Cohen's kappa of two annotators' labels for the same items, in the same order.

    Returns None if kappa is undefined, because there are no items or all labels are equal.
    """
    agreed = raw_agreement(one, other)
    if agreed is None:
        return None
    ours, theirs, n = Counter(one), Counter(other), len(one)
    chance = sum(ours[label] * theirs[label] for label in ours) / n**2
    return (agreed - chance) / (1 - chance) if chance < 1 else None


def krippendorff_alpha(units: Sequence[Sequence[str]]) -> float | None:
    """Return Krippendorff's alpha (Krippendorff 2011) for items with any number of labels each.

    Each element of `units` has the labels of one item. Items with fewer than two labels are
    ignored. Returns None if alpha is undefined, because no item is left or all labels are equal.
    """
    rated = [unit for unit in units if len(unit) > 1]
    totals = Counter(label for unit in rated for label in unit)
    n = sum(totals.values())
    expected = n * n - sum(count * count for count in totals.values())
    if not expected:
        return None
    observed = sum(
        (len(unit) ** 2 - sum(count * count for count in Counter(unit).values())) / (len(unit) - 1)
        for unit in rated
    )
    return 1 - (n - 1) * observed / expected
