"""Count the predictions that are right before and wrong after renaming, for each error class.

The error classes are described in builders.scoring.cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from builders.scoring.prediction_records import Record


def counted(cases: Iterable[Record]) -> list[Record]:
    """Count the predictions that are right before renaming and wrong after it.

    Returns a record per config and error class. `cases` are records made by
    `builders.scoring.cases.case_of`. In a returned record, `n` is the number of these
    predictions, and `share` is `n` in percent of all such predictions for the config.
    """
    counts = Counter((str(case["config"]), str(case["class"])) for case in cases if case["class"])
    totals = Counter(config for config, _ in counts.elements())
    return [
        {"config": config, "class": name, "n": n, "share": 100 * n / totals[config]}
        for (config, name), n in sorted(counts.items(), key=lambda each: (each[0][0], -each[1]))
    ]
