"""Scores of single names: a bias shows in the groups, none shows where there is none."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from builders.errors import FixInputError, FixManyError
from builders.scoring.scorecard import Scorecard
from builders.scoring.single_names import NameScore, add_names, by_factor, name_scores, read_factors

NAMES = [(f"N{n}", float(1 + n), 1000.0 - n) for n in range(100)]


def test_a_bias_against_rare_names_shows() -> None:
    found = by_factor(
        [NameScore(name, polarity, popularity, 70.0 if popularity > 930 else 50.0, 9)
         for name, polarity, popularity in NAMES], "popularity",
    )  # fmt: skip
    assert (found["top_names"], found["bottom_names"]) == (20, 10)
    assert (found["top_em"], found["bottom_em"]) == (70, 50)
    assert found["spearman"] > 0.7
    assert found["spearman_low"] > 0.5
    assert 0 < found["kendall"] < found["spearman"]


def test_no_bias_shows_where_there_is_none() -> None:
    found = by_factor(
        [NameScore(name, polarity, popularity, 60.0 + number * 37 % 11, 9)
         for number, (name, polarity, popularity) in enumerate(NAMES)], "polarity",
    )  # fmt: skip
    assert found["spearman_low"] < 0 < found["spearman_high"]
    assert abs(found["top_em"] - found["bottom_em"]) < 3


def test_a_tie_is_taken_whole_and_refused_where_it_is_everybody() -> None:
    def scores(infinite: int) -> list[NameScore]:
        return [NameScore(name, math.inf if n < infinite else polarity, popularity, 50.0, 9)
                for n, (name, polarity, popularity) in enumerate(NAMES)]  # fmt: skip

    found = by_factor(scores(25), "polarity")
    assert (found["top_names"], found["infinite"], found["top_em"]) == (25, 25, 50)
    assert found["spearman"] is None  # EM is the same everywhere
    found = by_factor(scores(90), "polarity")
    assert (found["top_names"], found["top_em"]) == (90, None)
    assert "renamer harvest ssa" in found["remark"]


def test_a_scorecard_holds_every_name() -> None:
    drops = [{"perturbation": f"Name_{name}", "scorer": "mrqa", "perturbed_em": 50.0 + number,
              "changed_n": 8} for number, (name, _, _) in enumerate(NAMES)]  # fmt: skip
    card = Scorecard({}, "m", drops=drops)
    factors = {name: (math.inf if name == "N0" else polarity, popularity)
               for name, polarity, popularity in NAMES}  # fmt: skip
    assert len(add_names(card, factors)) == len(card.by_name) == 100
    assert [each["factor"] for each in card.names] == ["polarity", "popularity"]
    written = json.loads(card.to_json())["by_name"][0]
    assert written == {"name": "N0", "polarity": None, "popularity": 1000, "em": 50, "changed": 8}


def test_factors_and_drops_are_joined_by_name(tmp_path: Path) -> None:
    place = tmp_path / "names.csv"
    place.write_text("name,gender,male,female,polarity,popularity\nJo Ann,F,0,5,,5\nAl,M,4,2,2,6\n")
    factors = read_factors(place)
    assert factors == {"Jo Ann": (math.inf, 5.0), "Al": (2.0, 6.0)}
    drop = {"perturbation": "Name_Jo_Ann", "scorer": "mrqa", "perturbed_em": 61.0, "changed_n": 8}
    other = drop | {"perturbation": "French"}
    lenient = drop | {"scorer": "lenient"}
    assert name_scores([drop, other, lenient], factors) == [
        NameScore("Jo Ann", math.inf, 5.0, 61.0, 8)
    ]
    with pytest.raises(FixInputError, match="renamer names study"):
        name_scores([other], factors)
    place.write_text("name,male,female,polarity,popularity\nAl,1,2,x,3\nBo,1,2,3,\n")
    with pytest.raises(FixManyError) as raised:
        read_factors(place)
    assert len(raised.value.faults) == 2
    place.write_text("name,male,female,polarity,popularity\n" + "Al,1,2,x,3\n" * 1234)
    with pytest.raises(FixManyError) as raised:
        read_factors(place)
    first, *_, last = str(raised.value).splitlines()
    assert first.endswith(": 1,234 faults") and last == "  and 1,134 more"
    place.write_text("a,b\n")
    with pytest.raises(FixInputError, match="expected the columns name"):
        read_factors(place)
