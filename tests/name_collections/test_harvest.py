"""Every source is fed its real format, then damaged forms of it."""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import raw

from name_collections import archive, store
from name_collections.archive import open_files
from name_collections.catalogue import SOURCES, source
from name_collections.errors import ChooseKnownNameError, FixNamesFileError, NamesError
from name_collections.harvest.source import Tally
from name_collections.harvesting import HarvestOptions, harvest
from name_collections.lexicon import Lexicon


def write(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def run(name: str, files: dict[str, bytes], tmp_path: Path):
    return harvest(
        name,
        out=tmp_path / "names",
        cache=tmp_path / "cache",
        retrieved="2026-01-01",
        inputs=[write(tmp_path / "in", files)],
    )


def parsed(name: str, files: dict[str, bytes], tmp_path: Path):
    tally = Tally()
    parse = source(name).parse
    assert parse is not None
    found = list(parse(open_files([write(tmp_path / "in", files)]), tally))
    return found, tally


def test_every_source_has_a_raw_fixture_and_says_what_it_is():
    assert set(raw.RAW) == {row.name for row in SOURCES}
    for row in SOURCES:
        assert row.help and row.licence and row.attribution
        assert (row.parse is None) != (row.count is None)
        assert row.downloads or row.needs_input or row.queries


@pytest.mark.parametrize("name", [row.name for row in SOURCES])
def test_every_source_ends_in_a_collection_with_provenance(name, tmp_path):
    report = run(name, raw.RAW[name], tmp_path)
    assert report.read > 0
    assert report.written
    for path in report.written:
        if path.parent.name == "names":
            entry = store.read(path).provenance[-1]
            assert len(entry.sha256) == 64
            assert entry.retrieved == "2026-01-01"
            assert entry.licence
        manifest = json.loads(path.with_suffix(".json").read_text())
        assert manifest["harvest"]["read"] == report.read
        assert manifest["harvest"]["dropped"] == report.dropped


def test_an_unknown_source_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(ChooseKnownNameError, match="census"):
        run("sas", {}, tmp_path)


def test_ssa_sums_years_and_judges_gender_by_more_than_two_times(tmp_path):
    found, tally = parsed("ssa", raw.RAW["ssa"], tmp_path)
    names = {n.text: n for n in found}
    assert (names["Mary"].female, names["Mary"].gender) == (16666, "female")
    assert names["Jordan"].span_type == "FIRST_MALE"  # 14105 against 3000
    assert names["Taylor"].span_type == "FIRST_NEUTRAL"  # 900 against 1500
    assert tally.read == 10
    assert tally.dropped == {"not a year's file": 1}


@pytest.mark.parametrize(
    ("male", "female", "gender"),
    [(201, 100, "MALE"), (200, 100, "NEUTRAL"), (100, 200, "NEUTRAL"), (100, 201, "FEMALE")],
)
def test_exactly_two_times_is_neutral(male, female, gender, tmp_path):
    files = {"yob2000.txt": f"Kim,M,{male}\nKim,F,{female}\n".encode()}
    (found,), _ = parsed("ssa", files, tmp_path)
    assert found.span_type == f"FIRST_{gender}"


@pytest.mark.parametrize(
    ("files", "weight", "dropped"),
    [
        (raw.RAW["census"], 2369644, {}),
        (raw.CENSUS_2010, 2442977, {"neither the CSV file of 2010 nor the workbook of 2020": 1}),
    ],
    ids=["2020", "2010"],
)
def test_census_spells_names_and_leaves_out_the_total(files, weight, dropped, tmp_path):
    found, tally = parsed("census", files, tmp_path)
    assert [n.text for n in found] == ["Smith", "McCoy", "O'Brien", "Rice"]
    assert found[0].weight == weight
    assert tally.dropped == {"total, not a name": 1, **dropped}
    assert tally.read == 5


def test_a_workbook_that_is_damaged_or_another_is_said(tmp_path):
    (name,) = raw.RAW["census"]
    data = raw.RAW["census"][name]
    for number, wrong in enumerate((data[: len(data) // 2], b"name,count", raw.zipped({"a": b""}))):
        with pytest.raises(FixNamesFileError, match=f"{name}: damaged workbook"):
            run("census", {name: wrong}, tmp_path / str(number))
    bomb = raw.zipped({"xl/workbook.xml": bytes(17 << 20)})
    with pytest.raises(FixNamesFileError, match=f"{name}: unpacks to far more"):
        run("census", {name: bomb}, tmp_path / "bomb")
    with pytest.raises(FixNamesFileError, match="workbook without the columns LAST NAME and FREQ"):
        run("census", {name: raw.workbook([("FIRST NAME", "RANK")])}, tmp_path / "other")
    liar = bytearray(bomb)
    at = liar.rindex(b"PK\x01\x02") + 20  # the packed size in the central directory
    liar[at : at + 4] = (0xFFFFFFF0).to_bytes(4, "little")
    with pytest.raises(FixNamesFileError, match=f"{name}: unpacks to far more"):
        run("census", {name: bytes(liar)}, tmp_path / "liar")


def test_a_workbook_is_read_by_its_columns_and_from_an_archive(tmp_path):
    (name,) = raw.RAW["census"]
    book = raw.workbook(
        [("A title",), (), ("LAST NAME", "FREQUENCY (COUNT)", "RANK"), ("SMITH", "2,369,644", 1),
         (), ("LEE",), ("All Other  Names ", 36_300_000)]
    )  # fmt: skip
    for number, files in enumerate(({name: book}, {"names.zip": raw.zipped({name: book})})):
        found, tally = parsed("census", files, tmp_path / str(number))
        assert [(one.text, one.weight) for one in found] == [("Smith", 2369644)]
        assert tally.dropped == {"total, not a name": 1, "no count": 1}


def test_ssa_and_census_make_one_collection_in_either_order(tmp_path):
    report = run("census", raw.RAW["census"], tmp_path / "a")
    assert report.kept == {"us-names": {"LAST": 4}}
    both = tmp_path / "a"
    harvest("ssa", out=both / "names", cache=tmp_path, retrieved="2026-01-01",
            inputs=[write(tmp_path / "b", raw.RAW["ssa"])])  # fmt: skip
    found = store.load("us-names", both / "names")
    assert found.pool("LAST", risky=True) == ("McCoy", "O'Brien", "Rice", "Smith")
    assert "Mary" in found.pool("FIRST_FEMALE", risky=True)
    assert "Jessica" in found.pool("FIRST_FEMALE")
    assert "Rice" not in found.pool("LAST")  # a common word
    assert "Will" not in found.pool("FIRST_MALE")
    assert len(found.pool("FIRST_FEMALE", risky=True)) == 2
    assert [(entry.covers, entry.licence.split("(")[1]) for entry in found.provenance] == [
        ("LAST", "U.S. Census Bureau)"),
        ("FIRST", "U.S. Social Security Administration)"),
    ]


def test_provenance_of_names_that_were_replaced_goes_and_the_rest_stays(tmp_path):
    run("ssa", raw.RAW["ssa"], tmp_path)
    first, second = store.load("us-names", tmp_path / "names").provenance
    assert "1990" in first.licence and first.covers == "LAST"
    assert "Social Security" in second.licence and second.covers == "FIRST"
    run("ssa", raw.RAW["ssa"], tmp_path)
    assert len(store.load("us-names", tmp_path / "names").provenance) == 2


SQUAD = {
    "version": "v2.0",
    "data": [{"title": "Normans", "paragraphs": [{"context": "They came.", "qas": [
        {"id": "1", "question": "Who?", "answers": [{"text": "They", "answer_start": 0}]}]}]}],
}  # fmt: skip
NO_LISTS = {
    "SQuAD": SQUAD,
    "rows of questions": [{"id": "1", "title": "Normans", "question": "Who?"}],
    "rows of passages": [{"name": "Ana", "passages": ["She came."]}],
    "nested lists": [["Ana", ["She came."]]],
    "settings": {"name": "Ana", "private": True, "scripts": {"test": "make"}},
    "number": 3,
}


@pytest.mark.parametrize("name", ["french", "indian", "arabic", "chinese", "spanish"])
@pytest.mark.parametrize("value", NO_LISTS.values(), ids=NO_LISTS.keys())
def test_json_that_is_no_list_of_names_is_refused(name, value, tmp_path):
    with pytest.raises(FixNamesFileError, match="1 JSON file that is no list of names") as caught:
        run(name, {"surnames.json": json.dumps(value).encode()}, tmp_path)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "names").exists()


@pytest.mark.parametrize(
    "value",
    [
        ["Dubois", "Zidane"],
        [{"Name": "Dubois", "rank": None}, {"Name": "Zidane", "rank": 2}],
        {"Dubois": 3, "Zidane": 1.5},
        {"about": "surnames", "year": 2020, "names": ["Dubois", "Zidane"]},
        {"a": {"Dubois": 3}, "b": {"Zidane": 4}},
        {"query": {"categorymembers": [{"title": "Dubois"}, {"title": "Zidane"}]},
         "limits": {"categorymembers": 500}},
    ],
)  # fmt: skip
def test_lists_of_names_in_json_are_read(value, tmp_path):
    found, tally = parsed("french", {"surnames.json": json.dumps(value).encode()}, tmp_path)
    assert [(name.text, name.span_type) for name in found] == [
        ("Dubois", "LAST"),
        ("Zidane", "LAST"),
    ]
    assert (tally.read, tally.dropped) == (2, {})


def test_places_keep_country_and_nationality(tmp_path):
    found, tally = parsed("countries-states-cities", raw.RAW["countries-states-cities"], tmp_path)
    pairs = {(n.text, n.span_type, n.country) for n in found}
    assert pairs == {
        ("Kenya", "COUNTRY", "Kenya"), ("Kenyan", "NATIONALITY", "Kenya"),
        ("Bahamas", "COUNTRY", "Bahamas"), ("Bahamian", "NATIONALITY", "Bahamas"),
        ("United Kingdom", "COUNTRY", "United Kingdom"),
        ("British", "NATIONALITY", "United Kingdom"), ("UK", "NATIONALITY", "United Kingdom"),
        ("Baringo", "STATE", "Kenya"), ("Kabarnet", "CITY", "Kenya"),
    }  # fmt: skip
    assert tally.dropped == {
        "empty": 1, "control characters": 1, "digits": 1, "country unknown": 1,
    }  # fmt: skip


def test_the_nested_export_says_the_same(tmp_path):
    nested = [dict(raw.COUNTRIES[0], states=[
        {"id": 181, "name": "Baringo", "cities": [{"id": 1, "name": "Kabarnet"}]}])]  # fmt: skip
    files = {"countries+states+cities.json.gz": raw.packed(nested)}
    found, _ = parsed("countries-states-cities", files, tmp_path)
    assert [(n.text, n.span_type) for n in found] == [
        ("Kenya", "COUNTRY"), ("Kenyan", "NATIONALITY"), ("Baringo", "STATE"),
        ("Kabarnet", "CITY"),
    ]  # fmt: skip


def test_treebanks_count_words_and_keep_their_usual_spelling(tmp_path):
    run("ptb", raw.RAW["ptb"], tmp_path)
    words = Lexicon.load(tmp_path / "names")
    assert words.is_proper("Vinken") and words.words["vinken"].total == 2
    assert words.words["pierre"].form == "Pierre" and words.words["pierre"].total == 3
    assert words.is_common("will") and not words.is_proper("will")
    assert words.is_known("1/2") and words.is_known("(") and not words.is_known("*-1")
    nouns = store.load("proper-nouns", tmp_path / "names")
    assert nouns.pool("NNP") == ("Pierre", "Vinken")


def test_the_same_text_as_trees_and_as_tags_is_counted_once(tmp_path):
    members = {"treebank/combined/wsj_0001.mrg": raw.MRG, "treebank/tagged/wsj_0001.pos": raw.POS}
    report = run("ptb", {"treebank.zip": raw.zipped(members)}, tmp_path)
    assert Lexicon.load(tmp_path / "names").words["vinken"].total == 1
    assert report.dropped["same text as its trees"] == 1


def test_ninety_per_cent_is_not_more_than_ninety_per_cent(tmp_path):
    line = "{}\t{}\t_\tX\t{}\t_\t_\t_\t_\t_\n"
    rows = [line.format(i, "Nine", "NNP") for i in range(1, 10)] + [line.format(10, "nine", "CD")]
    rows += [line.format(i, "Ten", "NNPS") for i in range(1, 11)] + [line.format(11, "ten", "CD")]
    run("ud-english", {"a.conllu": "".join(rows).encode()}, tmp_path)
    words = Lexicon.load(tmp_path / "names")
    assert words.is_common("nine") and words.is_proper("ten")


def test_conllu_reads_words_once_and_falls_back_on_the_universal_tag(tmp_path):
    report = run("ud-english", raw.RAW["ud-english"], tmp_path)
    words = Lexicon.load(tmp_path / "names")
    assert words.words["will"].proper == 1 and words.words["will"].total == 2
    assert words.words["ibm"].form == "IBM" and words.is_proper("IBM")
    assert not words.is_known("gone") and not words.is_known("vinken's")
    assert report.dropped == {"several words or an empty node": 2}


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("french", {"Adrien", "Camille", "Zoé", "Marie", "Jean"}, {"Dubois", "Lefèvre"}),
        ("spanish", {"Antonio", "Jose", "Abel", "Abraham", "Adán"}, {"García"}),
        ("indian", {"Barjraj", "Ramdin", "Sharat"}, {"Acharya", "Agarwal"}),
        ("arabic", {"Aaban", "Abd-Al-Aziz", "Marudeen"}, {"Haddad", "Najjar"}),
        ("chinese", {"Wei", "Yong'an", "Lu"}, {"Wang", "Ouyang"}),
    ],
)
def test_cultures_are_romanized_and_told_apart(name, first, last, tmp_path):
    found, _ = parsed(name, raw.RAW[name], tmp_path)
    assert {n.text for n in found if n.span_type.startswith("FIRST")} == first
    assert {n.text for n in found if n.span_type == "LAST"} == last
    assert {n.culture for n in found} == {name}


def test_french_counts_are_summed_by_gender(tmp_path):
    found, tally = parsed("french", raw.RAW["french"], tmp_path)
    camille = next(n for n in found if n.text == "Camille")
    assert (camille.male, camille.female, camille.gender) == (600, 900, "neutral")
    assert tally.dropped["placeholder or page, no name"] == 2


def test_french_counts_are_read_in_the_layout_of_2025_too(tmp_path):
    table = "sexe;prenom;periode;valeur\n1;CAMILLE;1950;70\n2;CAMILLE;1990;40\n"
    (camille,), _ = parsed("french", {"prenoms.csv": table.encode()}, tmp_path)
    assert (camille.male, camille.female) == (70, 40)


def test_chinese_given_names_are_whole_names_with_counts_by_gender(tmp_path):
    found, _ = parsed("chinese", raw.RAW["chinese"], tmp_path)
    counts = {n.text: (n.male, n.female) for n in found if n.span_type != "LAST"}
    assert counts == {"Wei": (2825007, 454481), "Yong'an": (9000, 100), "Lu": (10, 4000)}


def test_what_is_not_romanized_is_dropped_and_counted(tmp_path):
    _, tally = parsed("arabic", raw.RAW["arabic"], tmp_path)
    assert tally.dropped["not romanized"] == 1
    _, tally = parsed("chinese", raw.RAW["chinese"], tmp_path / "2")
    assert tally.dropped == {"no pinyin": 3}


def test_persons_give_their_last_two_words_and_stated_names(tmp_path):
    found, tally = parsed("african-persons", raw.RAW["african-persons"], tmp_path)
    assert [(n.text, n.span_type, n.country) for n in found] == [
        ("Muta Maathai", "PERSON", "Kenya"),
        ("Maathai", "LAST", "Kenya"),
        ("Wangari", "FIRST_FEMALE", "Kenya"),
    ]
    assert tally.dropped == {"item without an English label": 1}


def test_sources_behind_a_login_say_what_to_do(tmp_path):
    for name in ("ptb", "spanish"):
        with pytest.raises(FixNamesFileError, match="--input"):
            harvest(name, out=tmp_path, cache=tmp_path, retrieved="2026-01-01")


def test_a_download_over_loopback_from_first_byte_to_collection(loopback, answer, tmp_path):
    import httpx

    class ToLoopback(httpx.BaseTransport):
        """Sends every address to the server on loopback; keeps the path."""

        def __init__(self) -> None:
            self.inner = httpx.HTTPTransport()

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            request.url = httpx.URL(loopback.url).copy_with(raw_path=request.url.raw_path)
            return self.inner.handle_request(request)

    loopback.answers = [answer(raw.RAW["ssa"]["names.zip"])]
    options = HarvestOptions(transport=ToLoopback(), sleep=lambda _: None, contact="a@b.c")
    report = harvest("ssa", out=tmp_path / "n", cache=tmp_path / "c", retrieved="2026-01-01",
                     options=options)  # fmt: skip
    assert loopback.requests[0].path == "/oact/babynames/names.zip"
    assert "a@b.c" in loopback.requests[0].headers["User-Agent"]
    (*_, entry) = store.load("us-names", tmp_path / "n").provenance
    assert entry.url == "https://www.ssa.gov/oact/babynames/names.zip"
    assert report.read == 10

    last = json.dumps({"query": {"categorymembers": [{"title": "Zidane"}]}}).encode()
    csv = raw.ARABIC.encode()
    loopback.requests.clear()
    loopback.answers = [answer(csv), answer(csv), answer(raw.WIKI_JSON.encode()), answer(last)]
    harvest("arabic", out=tmp_path / "n", cache=tmp_path / "c", retrieved="2026-01-01",
            options=options)  # fmt: skip
    assert "cmcontinue=page%7C2%7C3" in loopback.requests[3].path
    pool = store.load("arabic", tmp_path / "n").pool("LAST")
    assert {"Dubois", "Lefèvre", "Zidane"} <= set(pool)


# ------------------------------------------------------------------------ unsafe archives


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/passwd", "a/../../b", "C:\\x", "..\\x"])
def test_members_that_would_leave_their_place_are_refused(name, tmp_path):
    data = raw.zipped({name: "Mary,F,1\n", "yob1990.txt": raw.YOB_1990})
    with pytest.raises(FixNamesFileError, match="unsafe member name"):
        run("ssa", {"names.zip": data}, tmp_path)
    assert not (tmp_path / "names").exists()


def test_a_zip_bomb_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "FREE_BYTES", 1 << 20)
    bomb = raw.zipped({"yob1990.txt": b"Mary,F,1\n" * 1_500_000})
    assert len(bomb) < 50_000
    with pytest.raises(FixNamesFileError, match="unpacks to far more"):
        run("ssa", {"names.zip": bomb}, tmp_path)


def test_a_gzip_bomb_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "FREE_BYTES", 1 << 20)
    with pytest.raises(FixNamesFileError, match="unpacks to far more"):
        run("countries-states-cities", {"c.json.gz": raw.packed([" " * 30_000_000])}, tmp_path)


def test_too_many_members_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    with pytest.raises(FixNamesFileError, match="more than 2"):
        run("ssa", raw.RAW["ssa"], tmp_path)


def test_an_encrypted_member_is_one_line(tmp_path):
    data = bytearray(raw.zipped({"yob1990.txt": raw.YOB_1990}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    with pytest.raises(FixNamesFileError, match="encrypted"):
        run("ssa", {"names.zip": bytes(data)}, tmp_path)


# ------------------------------------------------------------------------ damaged inputs


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes cut, flipped, doubled, swapped or with noise put in."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0:
            del data[at:]
        elif kind == 1 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 2:
            data[at:at] = chance.randbytes(chance.randint(1, 40))
        elif kind == 3:
            del data[at : at + chance.randint(1, 60)]
        elif kind == 4:
            data[at:at] = data[: chance.randint(0, 200)]
        else:
            data[at:at] = chance.choice([b"\0", b'"', b"\n", b",", b"[", b"}", b"\xff\xfe", b"\t"])
    return bytes(data)


def unpacked(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the members of archives as plain files: damage that no checksum catches."""
    found: dict[str, bytes] = {}
    for name, data in files.items():
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(data)) as opened:
                found.update({member: opened.read(member) for member in opened.namelist()})
        elif name.endswith(".gz"):
            found[name.removesuffix(".gz")] = gzip.decompress(data)
        else:
            found[name] = data
    return found


@pytest.mark.parametrize("runs", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [row.name for row in SOURCES])
def test_damages_end_in_counted_drops_or_one_line(name, runs, tmp_path):
    chance = random.Random(name)
    packed, plain = raw.RAW[name], unpacked(raw.RAW[name])
    row = source(name)
    read = row.parse or row.count
    ends = {"whole": 0, "refused": 0}
    for _ in range(runs):
        files = dict(chance.choice((packed, plain)))
        victim = chance.choice(sorted(files))
        files[victim] = damaged(files[victim], chance)
        shutil.rmtree(tmp_path / "in", ignore_errors=True)
        tally = Tally()
        try:
            list(read(open_files([write(tmp_path / "in", files)]), tally))
            ends["whole"] += 1
        except NamesError as error:
            assert "\n" not in str(error)
            ends["refused"] += 1
    assert ends["whole"] > 0 and ends["refused"] + ends["whole"] == runs, ends


def test_a_damaged_input_ends_in_a_whole_collection_or_in_none(tmp_path):
    chance = random.Random(7)
    plain = unpacked(raw.RAW["spanish"])
    for index in range(30):
        files = dict(plain)
        victim = chance.choice(sorted(files))
        files[victim] = damaged(files[victim], chance)
        place = tmp_path / str(index)
        try:
            run("spanish", files, place)
        except NamesError:
            assert not (place / "names").exists()
        else:
            assert store.load("spanish", place / "names").digest


def test_a_refused_input_leaves_an_older_collection_as_it_was(tmp_path):
    run("census", raw.RAW["census"], tmp_path)
    before = {p.name: p.read_bytes() for p in (tmp_path / "names").iterdir()}
    data = raw.CENSUS_2010["names.zip"]
    with pytest.raises(FixNamesFileError):
        run("census", {"names.zip": data[: len(data) // 2]}, tmp_path)
    assert {p.name: p.read_bytes() for p in (tmp_path / "names").iterdir()} == before


def test_the_wrong_file_is_said_with_what_was_dropped(tmp_path):
    with pytest.raises(FixNamesFileError, match=r"neither the CSV file.*right file"):
        run("census", {"cities.json": b"[]"}, tmp_path)
    with pytest.raises(FixNamesFileError, match="no such file"):
        harvest("ssa", out=tmp_path, cache=tmp_path, retrieved="x", inputs=[tmp_path / "nope"])


def test_the_raw_zip_is_one_that_zipfile_reads():
    with zipfile.ZipFile(io.BytesIO(raw.RAW["ssa"]["names.zip"])) as found:
        assert found.testzip() is None
