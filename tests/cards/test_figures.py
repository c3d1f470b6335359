"""The figures of a card: true, readable by everybody, the same on every run, and harmless."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from release_samples import RECIPE, bytes_of, write_release

from builders.cards.card import draw
from builders.cards.card_tables import place_names
from builders.cards.figures import Figure, figures, place_columns
from builders.cards.svg import drawing, fault_of_drawing
from builders.cards.swapped_names import SwappedNames
from builders.regions import Regions
from builders.releases.manifest import Manifest
from builders.stages.write import sums_text
from builders.verification.verify import verify
from name_collections.name import Name

SVG = "{http://www.w3.org/2000/svg}"
NAMES = SwappedNames(
    config="Afri",
    split="validation",
    source="SQuAD2",
    entities={"CITY": 3, "COUNTRY": 2},
    before={
        "CITY": (("Oslo", 6), ("Graz", 3), ("Lima", 1)), "COUNTRY": (("Norway", 8), ("Peru", 2)),
    },
    after={
        "CITY": (("Keren", 4), ("Adwa", 2), ("Bata", 2), ("Lira", 1), ("Ruvo", 1)),
        "COUNTRY": (("Mali", 10),),
    },
    became={},
)  # fmt: skip
REGIONS = Regions.of([
    Name("Oslo", "CITY", country="Norway"), Name("Graz", "CITY", country="Austria"),
    Name("Keren", "CITY", country="Eritrea"), Name("Adwa", "CITY", country="Ethiopia"),
    Name("Bata", "CITY", country="Equatorial Guinea"), Name("Lira", "CITY", country="Uganda"),
    Name("Ruvo", "CITY", country="Mali"), Name("Ruvo", "CITY", country="Italy"),
])  # fmt: skip


@pytest.fixture(scope="module")
def manifest(sample: Path) -> Manifest:
    read = Manifest.from_json((sample / "manifest.json").read_text())
    squad = replace(read.sources[1], name="SQuAD2", questions=11_873)
    return replace(read, sources=(*read.sources, squad))


@pytest.fixture
def drawn(manifest: Manifest) -> dict[str, Figure]:
    return {Path(figure.path).stem: figure for figure in figures(manifest, NAMES, [NAMES], REGIONS)}


def texts(figure: Figure) -> list[str]:
    return [node.text or "" for node in ET.fromstring(figure.svg).iter(f"{SVG}text")]


def test_places_before_and_after_have_their_regions() -> None:
    before, after = place_columns(NAMES, "CITY", REGIONS)
    assert [(place.name, place.count, place.region) for place in before.places] == [
        ("Oslo", 6, "Europe"), ("Graz", 3, "Europe"), ("Lima", 1, "Americas"),
    ]  # fmt: skip
    assert before.shares == (("Europe", 0.9), ("Americas", 0.1))
    assert [place.region for place in after.places] == ["Africa"] * 5


def test_names_of_a_list_of_the_whole_world_are_not_drawn_to_one_region() -> None:
    mixed = replace(NAMES, after={"CITY": (("Keren", 2), ("Oslo", 2), ("Ruvo", 1))})
    _, after = place_columns(mixed, "CITY", REGIONS)
    assert [place.region for place in after.places] == ["Africa", "Europe", "Europe"]


def test_the_figure_tells_names_counts_and_regions(drawn: dict[str, Figure]) -> None:
    found = texts(drawn["frequent-names"])
    for text in ("Oslo", "6 Europe", "1 Americas", "Keren", "4 Africa", "Mali", "10 Africa"):
        assert text in found
    assert "All mentions: Europe 90%, Americas 10%" in found


def test_a_longer_bar_is_a_larger_share(drawn: dict[str, Figure]) -> None:
    for figure in drawn.values():
        root = ET.fromstring(figure.svg)
        bars = [node for node in root.iter(f"{SVG}rect") if node.get("height") in {"7", "13"}]
        counts = [
            int(re.findall(r"\d+", text.replace(",", ""))[-1])
            for text in texts(figure) if re.fullmatch(r"[\d,]+(, \d+%| [A-Z]\w+)?", text)
        ]  # fmt: skip
        widths = [float(str(bar.get("width"))) for bar in bars]
        assert len(widths) == len(counts) > 3
        largest = max(counts)
        if figure.path != "figures/frequent-names.svg":
            for width, count in zip(widths, counts, strict=True):
                # What is printed is rounded to whole percents.
                assert width == pytest.approx(max(1, 420 * count / largest), abs=5)


def test_the_papers_counts_stand_beside(drawn: dict[str, Figure]) -> None:
    assert "2,563, 27%" in texts(drawn["renamed-names"])
    assert "CITY 10, 50% (1,114, 12%)" in drawn["renamed-names"].alt
    assert "Books: PER 7, 100%, MIX 7, 100%" in drawn["subset-sizes"].alt
    assert not [text for text in texts(drawn["subset-sizes"]) if "paper" in text]


def test_who_cannot_see_is_told(drawn: dict[str, Figure]) -> None:
    for figure in drawn.values():
        root = ET.fromstring(figure.svg)
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert description is not None
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        assert description.text == figure.alt
    assert "Cities before: Oslo 6, Graz 3, Lima 1, of all mentions Europe 90%" in (
        drawn["frequent-names"].alt
    )


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_it_is_readable_on_any_page(drawn: dict[str, Figure]) -> None:
    for figure in drawn.values():
        ground, *rest = ET.fromstring(figure.svg).iter(f"{SVG}rect")
        assert ground.get("fill") == "#ffffff"
        for node in (*rest, *ET.fromstring(figure.svg).iter(f"{SVG}text")):
            least = 4.5 if node.tag == f"{SVG}text" else 3
            assert 1.05 / (luminance(str(node.get("fill"))) + 0.05) >= least, node.attrib


def test_nothing_lies_outside(drawn: dict[str, Figure]) -> None:
    for figure in drawn.values():
        root = ET.fromstring(figure.svg)
        wide, high = (float(str(root.get(side))) for side in ("width", "height"))
        for node in root.iter():
            if node.get("x") is not None:
                assert 0 <= float(str(node.get("x"))) + float(node.get("width", 0)) <= wide
                assert 0 <= float(str(node.get("y"))) + float(node.get("height", 0)) <= high


def test_the_card_links_every_figure_and_holds_its_numbers(sample: Path) -> None:
    card = (sample / "README.md").read_text()
    linked = re.findall(r"^!\[(.+)\]\((.+)\)$", card, re.MULTILINE)
    assert sorted(path for _, path in linked) == sorted(
        name for name in bytes_of(sample) if name.startswith("figures/")
    )
    assert all(alt.startswith("Bar chart") for alt, _ in linked)
    assert "| CITY | Lisbon | 7 | not known | Porto | 7 | not known |" in card


def test_the_table_behind_the_figure() -> None:
    assert place_names(NAMES, REGIONS)[1:] == (
        ("COUNTRY", "Norway", "8", "Europe", "Mali", "10", "Africa"),
        ("COUNTRY", "Peru", "2", "Americas", "", "", ""),
        ("CITY", "Oslo", "6", "Europe", "Keren", "4", "Africa"),
        ("CITY", "Graz", "3", "Europe", "Adwa", "2", "Africa"),
        ("CITY", "Lima", "1", "Americas", "Bata", "2", "Africa"),
        ("CITY", "", "", "", "Lira", "1", "Africa"),
        ("CITY", "", "", "", "Ruvo", "1", "Africa"),
    )


def test_a_release_without_entswap_has_no_figure_of_it(manifest: Manifest) -> None:
    assert [figure.path for figure in figures(manifest, None, [], REGIONS)] == [
        "figures/subset-sizes.svg"
    ]
    nothing = replace(NAMES, before={"PERSON": (("Ann", 1),)}, after={"PERSON": (("Bo", 1),)})
    paths = [figure.path for figure in figures(manifest, nothing, [nothing], REGIONS)]
    assert paths == ["figures/subset-sizes.svg", "figures/renamed-names.svg"]


def test_without_entswap_the_places_are_those_that_lists_renamed(tmp_path: Path) -> None:
    text = (
        RECIPE.partition("[entswap]")[0]
        .replace('types = ["PER", "MIX"]', 'types = ["PER", "GPE"]')
        .replace('collections = ["french"]\ntypes = ["PER"]', 'collections = ["french"]')
    )
    folder = write_release(tmp_path / "release", recipe_text=text)
    drawn = draw(Manifest.from_json((folder / "manifest.json").read_text()), folder)
    assert drawn.names is None
    card = (folder / "README.md").read_text()
    assert [(place.source, place.config, place.split) for place in drawn.places] == [
        ("Books", "Books-GPE-French", "seed0"), ("Letters", "Letters-GPE-French", "seed0"),
    ]  # fmt: skip
    for place in drawn.places:
        assert place.before["CITY"][0][0] == "Lisbon"
        assert f"countries and cities of `{place.config}` lie" in card
        path = f"figures/frequent-names-{place.source}.svg"
        (figure,) = (figure for figure in drawn.figures if figure.path == path)
        assert f"The most frequent cities of {place.source}, and their regions" in texts(figure)
        assert f"]({path})" in card
    assert verify(folder).ok


def test_equal_releases_have_equal_figures(sample: Path, manifest: Manifest) -> None:
    for figure in draw(manifest, sample, None).figures:
        assert bytes_of(sample)[figure.path].decode() == figure.svg


def test_hostile_names_are_drawn_as_text(manifest: Manifest) -> None:
    hostile = "</text><script>alert(1)</script>\x1b]0;&amp;\ud800\u202e" + "x" * 90
    counts = {"CITY": ((hostile, 3),), "COUNTRY": ((hostile[::-1], 3),)}
    names = replace(NAMES, before=counts, after=counts, became={})
    for figure in figures(manifest, names, [names], REGIONS):
        figure.svg.encode()
        assert fault_of_drawing(figure.svg) == ""
        assert not set(figure.svg) & {"\x1b", "\u202e"}
        if figure.path == "figures/frequent-names.svg":
            assert "</text><script>alert(1)</…" in texts(figure)


GOOD = drawing(10, 10, "A title", "What it shows", ['<text x="1" y="2">5 &lt; 6</text>'])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<desc", "<script>alert(1)</script><desc"),
        ("<desc", '<image href="https://example.org/x.png"/><desc'),
        ("<desc", "<foreignObject><p>x</p></foreignObject><desc"),
        ("<desc", "<style>*{}</style><desc"),
        ("<text ", '<text onload="alert(1)" '),
        ("<text ", '<a href="https://example.org"/><text '),
        ("<text ", "<text onload=alert(1) "),
        ('x="1"', 'x="javascript:1"'),
        ('fill="#ffffff"', 'fill="url(#a)"'),
        ("</svg>", ""),
        ("</text>", ""),
        ("5 &lt; 6", "5 < 6"),
        ("5 &lt; 6", "&bomb;"),
        ("<svg ", '<!DOCTYPE svg [<!ENTITY bomb "x">]><svg '),
        ("<svg ", '<?xml-stylesheet href="x.css"?><svg '),
        ("<desc", "<!-- <script>alert(1)</script> --><desc"),
        ("<desc", "<![CDATA[<script>]]><desc"),
        ("</svg>", "</svg><svg/>trailing"),
    ],
)
def test_a_drawing_that_does_more_than_show_is_refused(
    sample: Path, tmp_path: Path, old: str, new: str
) -> None:
    assert fault_of_drawing(GOOD) == ""
    assert old in GOOD
    assert fault_of_drawing(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("figures/subset-sizes.svg", b"<svg><script/></svg>", "the element 'script'"),
        ("figures/page.html", b"<p>x</p>", "is no figure of a release"),
        ("loading/hidden.SVG", GOOD.encode(), "is no figure of a release"),
        ("drawn.svg", GOOD.encode(), "is no figure of a release"),
        ("figures/a/b.svg", GOOD.encode(), "is no figure of a release"),
        ("figures/bytes.svg", b"\xff\xfe", "byte 0 (0xff) is not UTF-8"),
        ("figures/large.svg", b"<svg " + b"x" * (1 << 20), "is larger than"),
    ],
)
def test_verify_names_a_figure_that_is_none(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    folder = write_release(tmp_path / "release")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    (folder / "SHA256SUMS").write_text(sums_text(folder))
    (finding,) = verify(folder).findings
    assert finding.file == name
    assert said in finding.message


def test_a_lost_or_changed_figure_is_named(tmp_path: Path) -> None:
    folder = write_release(tmp_path / "release")
    (folder / "figures" / "subset-sizes.svg").unlink()
    (folder / "figures" / "renamed-names.svg").write_text(GOOD)
    found = {finding.file: finding.message for finding in verify(folder).findings}
    assert "is missing" in found["figures/subset-sizes.svg"]
    assert "its SHA-256 is not" in found["figures/renamed-names.svg"]
