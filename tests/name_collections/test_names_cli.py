"""`renamer names` and `renamer harvest`, run as a user runs them."""

from __future__ import annotations

import csv
import io
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import raw

from builders.cli.main import main
from name_collections import facts, store
from name_collections.harvest.source import first_name


@dataclass
class Done:
    stdout: str
    stderr: str


@pytest.fixture
def renamer(capsys, monkeypatch):
    """Run the command as its entry point does; the exit status is part of the expectation."""

    def run(*words: object, status: int = 0) -> Done:
        monkeypatch.setattr(sys, "argv", ["renamer", *map(str, words)])
        monkeypatch.setenv("COLUMNS", "300")
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        printed = capsys.readouterr()
        assert code == status, printed.err
        assert "Traceback" not in printed.err
        return Done(printed.out, printed.err)

    return run


def test_list_names_every_collection_with_its_licence(renamer):
    text = renamer("names", "list").stdout
    for name in store.known():
        assert name in text
    assert "ODbL-1.0" in text and "MIT" in text


def test_show_searches_and_says_where_names_come_from(renamer):
    text = renamer("names", "show", "african-persons", "--find", "TSHISEKEDI").stdout
    assert "Tshisekedi" in text and "Democratic" in text and "sha256" in text
    assert "Mandela" not in text


@pytest.mark.parametrize(
    ("collection", "name", "origin"),
    [
        ("african-locations", "Lake Kivu", "also in Natural Earth 4.0; The World Factbook"),
        ("african-locations", "Lake Burigi", "also in http"),
        ("indian", "Aashi", ""),
    ],
)
def test_show_says_which_names_were_stated_by_hand_and_who_else_lists_them(
    renamer, collection, name, origin
):
    lines = renamer("names", "show", collection, "--find", name).stdout.splitlines()
    row = next(line for line in lines if line.startswith(f"│ {name}"))
    assert row.split("│")[-2].strip().startswith(origin)
    assert origin or not row.split("│")[-2].strip()


def test_works_are_compared_by_words_and_by_kind_and_country(tmp_path, monkeypatch):
    monkeypatch.setattr(facts, "FOLDER", tmp_path)
    (tmp_path / "lakes.txt").write_text("lake, Chad: Lake Fitri; Lake Iro\nriver, Chad: Fitri\n")
    (tmp_path / "people.txt").write_text("first male: Zoé; Moussa\nlast: Moussa\n")
    (tmp_path / "pages.txt").write_text("lakes, Lake Iro: https://iro.test/lake\n")
    works = tmp_path / "works.tsv"
    works.write_text(
        "work\tfile\tkind\tname\tcountry\n"
        "Atlas\tlakes\tlake\tFitri\tNiger; Chad\n"
        "Atlas\tlakes\tlake\tIro\tMali\n"
        "Census\tpeople\tlast\tMOUSSA\t\n"
        "Poets\tpeople\t\tzoe\t\n"
    )
    script = Path(__file__).parents[2] / "scripts" / "reference_stated_names.py"
    monkeypatch.setattr(sys, "argv", [str(script), str(works)])
    runpy.run_path(str(script), run_name="__main__")
    assert facts.references("lakes") == {
        "Lake Fitri": "Atlas", "Lake Iro": "https://iro.test/lake", "Fitri": "",
    }  # fmt: skip
    assert facts.references("people") == {"Zoé": "Poets", "Moussa": "Census"}


def test_show_hides_risky_names_unless_asked(renamer):
    words = ("names", "show", "us-names", "--find", "will", "--type", "FIRST_MALE")
    assert "common word" not in renamer(*words).stdout
    assert "common word" in renamer(*words, "--risky").stdout


def test_check_exits_with_one_only_when_something_is_wrong(renamer, tmp_path):
    renamer("names", "check", "french")
    found = store.make("mine", [store.Name("ann", "FIRST_FEMALE")], [])
    store.save(found, tmp_path)
    done = renamer("names", "check", "mine", "--names", tmp_path, status=1)
    assert done.stdout == "row 1: 'ann' FIRST_FEMALE: wrong case\n"


def test_study_writes_the_factors(renamer, tmp_path):
    out = tmp_path / "names.csv"
    renamer("names", "study", "us-names", "--count", 5, "--out", out)
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert len(rows) == 5
    assert set(rows[0]) == {"name", "gender", "male", "female", "polarity", "popularity"}
    assert renamer("names", "study", "us-names", "--count", 5).stdout == out.read_text()


def test_the_figures_of_a_study_are_plain_numbers(renamer, tmp_path):
    people = [
        ("Allen", 0.174, 0.002),
        ("Ashleigh", 0.0, 0.008),
        ("Ali", 4818746.0, 1204686.5),
        ("Al", 0.00002, 0.0),
        ("Abe", 12345678901.0, 0.0),
    ]
    names = [first_name(text, male, female, "") for text, male, female in people]
    store.save(store.make("mine", names, []), tmp_path)
    assert renamer("names", "study", "mine", "--names", tmp_path).stdout == (
        "name,gender,male,female,polarity,popularity\n"
        "Abe,male,12345678901,0,,12345678901\n"
        "Al,male,0.00002,0,,0.00002\n"
        "Ali,male,4818746,1204686.5,4,6023432.5\n"
        "Allen,male,0.174,0.002,87,0.176\n"
        "Ashleigh,female,0,0.008,,0.008\n"
    )


def test_harvest_takes_a_users_file_and_reports(renamer, tmp_path):
    (tmp_path / "names.zip").write_bytes(raw.CENSUS_2010["names.zip"])
    words = ("harvest", "census", "--input", tmp_path / "names.zip", "--out", tmp_path / "names")
    text = renamer(*words).stdout
    assert "read 5 records of 1 files" in text
    assert "dropped 1: total, not a name" in text
    assert "us-names" in text
    assert "McCoy" in store.load("us-names", tmp_path / "names").pool("LAST")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("harvest", "sas"), "unknown source 'sas'; known: african-persons"),
        (("harvest", "ptb"), "--input"),
        (("harvest", "ssa", "--input", "nowhere.zip"), "no such file"),
        (("names", "show", "martian"), "unknown collection 'martian'"),
        (("names", "show", "spanish", "--type", "LASTS"), "known: FIRST_FEMALE, FIRST_MALE"),
        (("names", "study", "places"), "counts of first names 'places'; known: african, arabic"),
        (("names", "list", "--names", "nowhere"), "nowhere: there is no such folder"),
        (("names", "show", "spanish", "--names", "nowhere"), "nowhere: there is no such folder"),
        (("names", "check", "martian"), "unknown collection 'martian'"),
    ],
)
def test_bad_usage_is_one_line(renamer, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = renamer(*words, status=2)
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [("harvest",), ("names", "list"), ("names", "show"), ("names", "check"),
              ("names", "study")]
)  # fmt: skip
def test_every_help_has_an_example(renamer, words):
    assert "Example: renamer" in renamer(*words, "--help").stdout


def test_harvest_list_shows_every_source(renamer):
    text = renamer("harvest", "list").stdout
    for name in raw.RAW:
        assert name in text


TABLE = """name,type,gender,count,kind
Chioma,first,female,9,
Uche,first,neutral,4,
Will,first,male,3,
Okafor,last,,12,
Benue Radio,ORGANIZATION,,,broadcaster
"""


def test_a_table_becomes_a_collection_that_can_be_drawn_from(renamer, tmp_path):
    table, folder = tmp_path / "igbo.csv", tmp_path / "names"
    table.write_text(TABLE, encoding="utf-8")
    made = renamer("names", "import", table, "--as", "igbo", "--out", folder,
                   "--licence", "CC0-1.0")  # fmt: skip
    assert "5 names, 1 flagged; drawn:" in made.stdout
    found = store.load("igbo", folder)
    assert found.pool("FIRST_FEMALE") == ("Chioma",)
    assert found.pool("FIRST_NEUTRAL") == ("Uche",)
    assert found.pool("LAST") == ("Okafor",)
    assert found.pool("FIRST_MALE") == ()  # Will is a common word
    assert found.select("ORGANIZATION")[0].kind == "broadcaster"
    assert found.provenance[0].licence == "CC0-1.0"


def test_a_collection_with_the_name_of_a_shipped_one_says_that_it_replaces_it(renamer, tmp_path):
    table, folder = tmp_path / "igbo.csv", tmp_path / "names"
    table.write_text(TABLE, encoding="utf-8")
    said = "replaces the collection french of the package"
    assert said in renamer("names", "import", table, "--as", "french", "--out", folder).stdout
    assert said not in renamer("names", "import", table, "--as", "igbo", "--out", folder).stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,type\nAda,middle\n,last\n", ("row 2: type 'middle'", "row 3: no name")),
        ("nam,type\nAda,first\n", ("did you mean name?", "no column name; the columns are 'nam'")),
        ("Text;Type\nAda;first\n", ("no column name; the columns are 'text', 'type'",)),
        ("name\nAda\n", ("no column type; the columns are 'name'",)),
        ("name,type\n" + "Ada,middle\n" * 60, ("row 51: type", "; and 10 more")),
        ("name,type,gendr\nAda,first,f\n", ("column 'gendr': did you mean gender?",)),
        ("name,type,gender\nAda,first,x\n", ("gender 'x'",)),
        ("name,type,count\nAda,last,many\n", ("count 'many'",)),
        ("", ("no row with a name",)),
    ],
)
def test_every_fault_of_a_table_is_told_and_nothing_is_written(renamer, tmp_path, text, said):
    table, folder = tmp_path / "bad.csv", tmp_path / "names"
    table.write_text(text, encoding="utf-8")
    failed = renamer("names", "import", table, "--as", "bad", "--out", folder, status=2)
    assert all(each in failed.stderr for each in said)
    assert not folder.exists()
