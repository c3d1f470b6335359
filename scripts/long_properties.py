"""Check the invariants of renamed rows on a large number of random instances.

    python scripts/long_properties.py                      100,000 instances, about a minute
    python scripts/long_properties.py --first 7 --count 1  only the seed that failed

The instances are made by tests/swap/swap_worlds.py. Each has its own seed, so that failures can be
reproduced. The exit status is 1 if a check fails or no row is renamed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "swap"))

from swap_worlds import broken, world

_MOST_SHOWN = 20


def failures(seed: int) -> tuple[list[str], int]:
    """Make a random instance, and return the faults in its rows and the number of renamed rows."""
    wrong: list[str] = []
    changed = 0
    try:
        case = world(Random(seed))
        for row in case.rows():
            wrong += broken(case, row)
            changed += row.changed
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
    return wrong, changed


def main() -> int:
    """Check the instances of all requested seeds, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000, help="how many instances")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    failed = renamed = 0
    for done, seed in enumerate(range(given.first, given.first + given.count), 1):
        wrong, changed = failures(seed)
        renamed += changed
        failed += bool(wrong)
        if wrong and failed <= _MOST_SHOWN:
            print(f"seed {seed}: " + "; ".join(wrong))
        if done % 1000 == 0 and sys.stderr.isatty():
            print(f"\r{done:,} of {given.count:,}, {failed} failed", end="", file=sys.stderr)
    print(f"{given.count:,} instances, {renamed:,} renamed rows, {failed} failed")
    return 1 if failed or not renamed else 0


if __name__ == "__main__":
    raise SystemExit(main())
