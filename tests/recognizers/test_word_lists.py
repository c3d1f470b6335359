"""The word lists of the recognizer's training: how they are made, and what was made."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from recognizer.wordlists import clusters, known_names, name_pools  # noqa: E402
from refresh_word_lists import plain_words, word_clusters, wordnet_names, write  # noqa: E402

# Offset, file, words, pointers and gloss, as in WordNet; 14 is the file of groups, 18 of persons.
NOUNS = """\
  1 A licence, in lines that begin with two spaces
00000010 14 n 01 organization 0 000 | a body
00000020 14 n 02 Grand_Society 0 GS 0 001 @i 00000010 n 0000 | a club
00000030 14 n 01 Red_Tide 0 000 | a craze
00000040 18 n 01 inhabitant 0 000 | one who lives there
00000050 18 n 02 Ulmer 0 townsman 0 001 @ 00000040 n 0000 | of Ulm
00000060 18 n 01 Vicar 0 000 | a title
00000070 18 n 01 Ann_Roe 0 001 @i 00000040 n 0000 | a person
00000080 18 n 01 Boor 0 001 @ 00000040 n 0000 | (offensive) of Ulm
00000090 15 n 01 Ulm 0 001 @i 00000010 n 0000 | a city
00000100 05 n 01 Ulmus 0 000 | not an animal
"""


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    (tmp_path / "data.noun").write_text(NOUNS)
    (tmp_path / "data.adj").write_text("00000010 01 a 02 Ulmian(a) 0 small 0 000 | of Ulm\n")
    return tmp_path


def test_names_of_wordnet_by_kind(wordnet: Path) -> None:
    assert set(wordnet_names(wordnet)) == {
        ("group", "Grand Society"), ("group", "GS"), ("other", "Red Tide"), ("people", "Ulmer"),
        ("other", "Vicar"), ("person", "Ann Roe"), ("place", "Ulm"), ("adjective", "Ulmian"),
    }  # fmt: skip


def test_plain_words_are_no_names_and_not_rare(tmp_path: Path) -> None:
    nouns = "barge 0 lugger 0 Lugger 0 sampan 0 ketch 0 skiff 0 jolly_boat 0 punt 0"
    (tmp_path / "data.noun").write_text(f"00000010 06 n 08 {nouns} 000 | boats\n")
    for part in ("verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text(
            "  1 A licence\n00000020 00 a 01 ashore(p) 0 000 | a\n"
        )
    chances = {
        "barge": -12.0, "Barge": -15.0, "lugger": -12.0, "sampan": -18.0, "ketch": -12.0,
        "skiff": -12.0, "Skiff": -12.5, "punt": -12.0, "ashore": -12.0, "wherry": -12.0,
    }  # fmt: skip
    with gzip.open(tmp_path / "en_lexeme_prob.json.gz", "wt") as file:
        json.dump(chances, file)
    plain, general = plain_words(tmp_path, tmp_path, ["Púnt"])
    assert plain == {"ashore", "barge", "ketch", "punt"}
    # Rarer ones, and those nearly as often capitalized; but not the places, however written.
    assert general == {"sampan", "skiff"}
    assert "punt" not in plain_words(tmp_path, tmp_path, ["Punt"])[0]


def test_clusters_of_the_most_frequent_words(tmp_path: Path) -> None:
    for kind, table in {
        "cluster": {"Ann": 5, "roe": 6, "!": 7, "none": 0},
        "prob": {"Ann": -9.0, "roe": -3.0},
    }.items():
        with gzip.open(tmp_path / f"en_lexeme_{kind}.json.gz", "wt") as file:
            json.dump(table, file)
    assert list(word_clusters(tmp_path)) == [("roe", "6"), ("Ann", "5")]


def test_lists_are_written_the_same_whatever_the_order(tmp_path: Path) -> None:
    write(tmp_path / "one", [("b", "1"), ("a", "2")])
    write(tmp_path / "two", [("a", "2"), ("b", "1"), ("a", "2")])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert gzip.decompress((tmp_path / "one").read_bytes()) == b"a\t2\nb\t1\n"


def test_the_lists_that_training_reads() -> None:
    known = known_names()
    assert ("united", "nations") in known["known_group"]
    assert ("danube",) in known["known_place"]
    assert ("einstein",) in known["known_person"]
    assert ("huguenot",) in known["known_people"]
    assert ("magna", "carta") in known["known_other"]
    numbers = clusters()
    assert numbers["London"] == numbers["Paris"] != numbers["walked"]


def test_pools_hold_names_as_they_are_written() -> None:
    pools = name_pools()
    assert "Huguenot" in pools["people"]
    assert all(name[0].isupper() for name in pools["people"] + pools["body"] + pools["cause"])
    assert "People's" in pools["cause"]
