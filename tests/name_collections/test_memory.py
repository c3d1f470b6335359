"""A harvest of 100 MB stays under 300 MB of memory, whatever the source."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SIZE = 100 << 20
LIMIT = 300 << 20
HARVEST = """
import re, resource, sys
from pathlib import Path
from name_collections.harvesting import harvest
source, data, out = sys.argv[1:]
report = harvest(source, out=Path(out), cache=Path(out), retrieved="x", inputs=[Path(data)])
assert report.read > 100_000
# The peak of this program alone: what rusage says may be that of the process that started it.
status = Path("/proc/self/status")
own = re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text()) if status.exists() else None
print(1024 * (int(own[1]) if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""
_PARTS = ["an", "be", "chi", "do", "el", "fa", "gu", "ha", "in", "jo", "ka", "lu", "mi", "no", "ra"]


def invented(chance: random.Random, parts: int = 4) -> str:
    """Return a made-up word: what is measured is memory, not names."""
    return "".join(chance.choices(_PARTS, k=parts)).capitalize()


def ssa(chance: random.Random) -> Iterator[str]:
    while True:
        yield f"{invented(chance)},{chance.choice('MF')},{chance.randint(5, 9999)}\n"


def census(chance: random.Random) -> Iterator[str]:
    yield "name,rank,count,prop100k,cum_prop100k,pctwhite,pctblack,pctapi,pctaian,pct2prace\n"
    while True:
        columns = ",".join(f"{chance.random() * 100:.12f}" for _ in range(7))
        yield f"{invented(chance).upper()},1,{chance.randint(100, 9999)},{columns}\n"


def countries_states_cities(chance: random.Random) -> Iterator[str]:
    yield "["
    while True:
        city = {
            "id": 1, "name": invented(chance, 5), "state_id": 1, "state_name": "Baringo",
            "country_name": "Kenya", "translations": {"de": "x" * 300, "fr": "y" * 200},
        }  # fmt: skip
        yield json.dumps(city) + ",\n"


def ud_english(chance: random.Random) -> Iterator[str]:
    while True:
        yield f"1\t{invented(chance, 3)}\t_\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tSpaceAfter=No\n"


def write(path: Path, lines: Iterator[str], end: str) -> None:
    size = 0
    with path.open("w") as stream:
        while size < SIZE:
            size += stream.write(next(lines))
        stream.write(end)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "name", "lines", "end"),
    [
        ("ssa", "yob1990.txt", ssa, ""),
        ("census", "names.csv", census, ""),
        ("countries-states-cities", "cities.json", countries_states_cities, '{"name": ""}]'),
        ("ud-english", "en.conllu", ud_english, ""),
    ],
)
def test_a_hundred_megabytes(source, name, lines, end, tmp_path):
    path = tmp_path / name
    write(path, lines(random.Random(1)), end)
    done = subprocess.run(
        [sys.executable, "-c", HARVEST, source, path, tmp_path / "names"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < LIMIT, f"{int(done.stdout) >> 20} MB"
