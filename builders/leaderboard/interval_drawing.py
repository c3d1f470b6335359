"""Small drawings of score drops and their intervals.

All drawings in a table have the same scale, so they can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from builders.leaderboard.submissions import Measured

WIDTH: Final = 140
HEIGHT: Final = 20
_MARGIN: Final = 6
_STEP: Final = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale that gives the horizontal position of a score drop in a drawing.

    The drawing covers the drops from `low` to `high`, in percentage points.
    """

    low: float
    high: float

    @classmethod
    def of(cls, measured: Iterable[Measured]) -> Scale:
        """Return a scale that covers zero, every drop and every interval, from -100 to 100 at most.

        Its bounds are multiples of five.
        """
        values = [0.0]
        for each in measured:
            values += [each.drop, *(b for b in (each.drop_low, each.drop_high) if b is not None)]
        low = _STEP * math.floor(max(min(values), -100) / _STEP)
        high = _STEP * math.ceil(min(max(values), 100) / _STEP)
        return cls(low, max(high, low + _STEP))

    def at(self, value: float) -> float:
        """Return the position of a drop in the drawing.

        A drop outside the scale has the position of the nearer end of the scale.
        """
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(_MARGIN + share * (WIDTH - 2 * _MARGIN), 1)


@dataclass(frozen=True, slots=True)
class IntervalDrawing:
    """The horizontal positions of the parts of a drawing of a score drop and its interval."""

    zero: float
    """The position of no drop."""
    at: float
    """The position of the drop."""
    low: float | None
    """The position of the interval's lower bound, or None if the interval is unknown."""
    high: float | None
    """The position of the interval's upper bound, or None if the interval is unknown."""


def drawing(measured: Measured, scale: Scale) -> IntervalDrawing:
    """Return the positions at which a drop and its interval are drawn."""
    low, high = measured.drop_low, measured.drop_high
    known = low is not None and high is not None
    return IntervalDrawing(
        zero=scale.at(0),
        at=scale.at(measured.drop),
        low=scale.at(low) if known and low is not None else None,
        high=scale.at(high) if known and high is not None else None,
    )
