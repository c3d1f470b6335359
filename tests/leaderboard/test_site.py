"""Submissions in, a site out: what it says, what it escapes, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from board_samples import MANIFEST, sample_results, scores, submit
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import ChooseFolderError, FixInputError, FixManyError
from builders.leaderboard.interval_drawing import WIDTH, Scale, drawing
from builders.leaderboard.publish import write_site
from builders.leaderboard.site import site_files
from builders.leaderboard.standings import standings
from builders.leaderboard.submissions import Board, read_board, read_submissions


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return sample_results(tmp_path / "results")


def files_of(results: Path) -> dict[str, str]:
    return site_files(read_board(results), read_submissions(results))


class Page(HTMLParser):
    """The cells of a page's first table, and all tags and addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data


def test_a_line_a_model_and_perturbation(results: Path) -> None:
    page = Page(files_of(results)["index.html"])
    assert page.rows[0][:8] == [
        "Model", "Rank", "Dataset", "Type", "Perturbation", "Original", "Renamed", "Drop",
    ]  # fmt: skip
    assert len(page.rows) == 1 + 4 * 4
    assert page.rows[2] == [
        "biasedself-reportedSQuAD · GPE · RandStr", "2–3", "SQuAD", "GPE", "RandStr", "88.0",
        "70.0", "18.0", "16.8 to 19.2", "200",
    ]  # fmt: skip
    assert page.rows[1][0].startswith("readerreproduced")
    paper = page.rows[4]
    assert paper[0].startswith("SpanBERT (Yan et al. 2022)paper")
    assert paper[1] == "– not ranked"
    assert paper[8] == "too few passages"


def test_ranks_are_shared_where_intervals_overlap(results: Path) -> None:
    lines = standings(read_submissions(results))
    ranks = {
        line.submission.meta.name: (line.best, line.worst)
        for line in lines if (line.drop.perturbation, line.drop.scorer) == ("RandStr", "squad")
    }  # fmt: skip
    assert ranks == {
        "reader": (1, 1), "biased": (2, 3), "twin": (2, 3),
        "SpanBERT (Yan et al. 2022)": (None, None),
    }  # fmt: skip


def test_without_intervals_nobody_is_ranked_apart(tmp_path: Path) -> None:
    for name, original in (("one", 95.0), ("two", 20.0)):
        found = scores(original, 1.0, 1.0, clusters=12)
        for row in found["rows"]:
            row.update(low_em=None, high_em=None, low_f1=None, high_f1=None)
        submit(tmp_path / "results", name, found)
    lines = standings(read_submissions(tmp_path / "results"))
    assert {(line.best, line.worst) for line in lines} == {(1, 2)}


def test_a_page_a_model_with_every_number(results: Path) -> None:
    files = files_of(results)
    page = files["models/biased.html"]
    assert len(Page(page).rows) == 2 * (1 + 8)
    assert "110M" in page
    assert 'href="https://example.org/model"' in page
    assert set(files) == {
        "index.html", "results.csv", "results.json", "README.md", "models/reader.html",
        "models/biased.html", "models/twin.html", "models/spanbert-yan-et-al-2022.html",
    }  # fmt: skip


def test_csv_and_json_say_the_same(results: Path) -> None:
    files = files_of(results)
    lines = list(csv.DictReader(files["results.csv"].splitlines()))
    data = json.loads(files["results.json"])
    assert len(lines) == len(data["results"]) == 4 * 4 * 2
    first = data["results"][0]
    assert {key: "" if first[key] is None else str(first[key]) for key in first} == lines[0]
    assert data["release"]["manifest"] == MANIFEST
    assert [each["status"] for each in data["submissions"]] == [
        "reproduced", "self-reported", "self-reported", "paper",
    ]  # fmt: skip


def test_the_same_submissions_give_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    for folder, names in (("one", ("b", "a", "c")), ("two", ("c", "b", "a"))):
        for name in names:
            submit(tmp_path / folder, name, scores(80.0, 1.0, 1.0))
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_pages_ask_for_nothing(results: Path) -> None:
    for name, text in files_of(results).items():
        if name.endswith(".html"):
            page = Page(text)
            assert not {"img", "iframe", "object", "embed"} & set(page.tags)
            assert "default-src 'none'" in text
            local = [
                a for a in page.addresses if not a.startswith(("https://example.org", "data:"))
            ]
            assert all(re.fullmatch(r"(\.\./)?[\w./#-]+", address) for address in local)
            assert "@import" not in text
            assert "url(" not in text


NASTY = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}"


def test_everything_is_escaped(tmp_path: Path) -> None:
    found = scores(80.0, 1.0, 1.0)
    for each in (*found["rows"], *found["drops"]):
        each["config"] += NASTY
    for each in found["drops"]:
        each.update(dataset=NASTY, type=NASTY)
    submit(
        tmp_path / "results", NASTY, found, licence=NASTY, revision=NASTY, predictor=NASTY,
        note=NASTY,
    )  # fmt: skip
    files = files_of(tmp_path / "results")
    for name, text in files.items():
        if name.endswith(".html"):
            tags = Page(text).tags
            assert "img" not in tags
            assert tags.count("script") == (name == "index.html")
            assert "{{7*7}}" in text
    assert [name for name in files if name.startswith("models/")] == [
        "models/script-alert-1-script-img-src-x-onerror-alert-2-7-7.html"
    ]


def test_no_cell_of_the_csv_is_a_formula(tmp_path: Path) -> None:
    submit(tmp_path / "results", "=HYPERLINK(1)", scores(80.0, 1.0, 1.0))
    lines = list(csv.DictReader(files_of(tmp_path / "results")["results.csv"].splitlines()))
    assert {line["name"] for line in lines} == {"'=HYPERLINK(1)"}
    assert float(lines[0]["drop_low_f1"]) > 0


def test_models_of_one_name_have_pages_of_their_own(tmp_path: Path) -> None:
    for revision in ("1", "2"):
        submit(tmp_path / "results", "BERT!", scores(80.0, 1.0, 1.0), revision=revision)
    submit(tmp_path / "results", "日本", scores(80.0, 1.0, 1.0))
    names = {name for name in files_of(tmp_path / "results") if name.startswith("models/")}
    assert names == {"models/bert.html", "models/bert-2.html", "models/model.html"}


def faults(results: Path) -> list[str]:
    with pytest.raises(FixManyError) as caught:
        read_submissions(results)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        ({"name": 3}, "name: expected a text"),
        ({"name": " "}, "name: expected a text, is empty"),
        ({"name": "a\u202eb"}, "name: holds control characters"),
        ({"name": "x" * 2000}, "name: longer than 1000 characters"),
        ({"url": "javascript:alert(1)"}, "url: expected an address"),
        ({"size": "110M"}, "size: expected a whole number"),
        ({"size": True}, "size: expected a whole number"),
        ({"source": "rumour"}, "source: expected one of submission, paper"),
        ({"sice": 1}, "sice: unknown key; known: licence, name"),
    ],
)
def test_a_bad_meta_file_is_refused(tmp_path: Path, meta: dict[str, Any], message: str) -> None:
    folder = submit(tmp_path / "results", "model", scores(80.0, 1.0, 1.0))
    (folder / "meta.json").write_text(json.dumps({"name": "model", **meta}))
    assert message in faults(tmp_path / "results")[0]


def test_all_faults_are_reported_together(tmp_path: Path) -> None:
    found = scores(80.0, 1.0, 1.0)
    found["drops"][0]["original_f1"] = 400
    found["drops"][1]["drop_em"] = None
    found["drops"][2]["n"] = -1
    submit(tmp_path / "results", "one", found)
    submit(tmp_path / "results", "two", scores(80.0, 1.0, 1.0), licence=3)
    assert faults(tmp_path / "results") == [
        "submissions/000/scores.json: drops[0]: original_f1: "
        "expected a number from 0 to 100, is 400",
        "submissions/000/scores.json: drops[1]: drop_em: is missing",
        "submissions/000/scores.json: drops[2]: n: expected a whole number from 0, is -1",
        "submissions/001/meta.json: licence: expected a text, is 3",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": 1, "drops": NaN}', "NaN is no number of JSON"),
        ('{"format": 1', "not JSON"),
        ("[]", "expected an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": 2, "release": {"manifest": "a"}, "rows": [], "drops": []}', "expected 1"),
        ('{"format": 1, "release": {"manifest": "a"}, "rows": [], "drops": []}', "is empty"),
        ('{"format": 1, "release": [], "rows": 3, "drops": [4]}', "expected a list of objects"),
        (b"\xff", "byte 0 is not UTF-8"),
    ],
)
def test_a_bad_scores_file_is_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    folder = submit(tmp_path / "results", "model", None)
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "scores.json").write_bytes(data)
    assert any(message in fault for fault in faults(tmp_path / "results"))


def test_scores_of_another_release_are_refused(results: Path) -> None:
    found = scores(80.0, 1.0, 1.0)
    found["release"]["manifest"] = "b" * 64
    submit(results, "stray", found)
    assert faults(results) == [
        "submissions/004: release.manifest: is of another release "
        "(bbbbbbbbbbbb…, not aaaaaaaaaaaa…)"
    ]


def test_a_model_and_a_cell_stand_there_once(tmp_path: Path) -> None:
    found = scores(80.0, 1.0, 1.0)
    found["drops"].append(found["drops"][0])
    submit(tmp_path / "results", "model", found)
    submit(tmp_path / "results", "model", scores(80.0, 1.0, 1.0))
    assert faults(tmp_path / "results") == [
        "submissions/000: drops: a config and scorer stand there twice",
        "submissions/001: name: the model and revision of submissions/000 again",
    ]


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match="no such folder"):
        read_submissions(tmp_path / "nowhere")
    with pytest.raises(FixInputError, match="no submission"):
        read_submissions(tmp_path)
    submit(tmp_path / "results", "model", None)
    assert "has neither scores.json nor reproduced.json" in faults(tmp_path / "results")[0]


def test_a_site_replaces_a_site_and_nothing_else(results: Path, tmp_path: Path) -> None:
    site, submissions = tmp_path / "site", read_submissions(results)
    write_site(Board(), submissions, site)
    with pytest.raises(ChooseFolderError, match="--force"):
        write_site(Board(), submissions, site)
    write_site(Board(title="New"), submissions, site, force=True)
    assert "<h1>New</h1>" in (site / "index.html").read_text()
    (site / "thesis.tex").write_text("years of work")
    with pytest.raises(ChooseFolderError, match="something else"):
        write_site(Board(), submissions, site, force=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results", "site"]


def test_the_verb_builds_a_static_space(results: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["leaderboard", "build", str(results), "--out",
                                    str(tmp_path / "site")])  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "site: 4 submissions" in done.output.replace("\n", "")
    assert (
        (tmp_path / "site" / "README.md")
        .read_text()
        .startswith("---\ntitle: Renamed SQuAD\nsdk: static\n")
    )


def test_drawings_stay_within_their_scale(results: Path) -> None:
    lines = [line.drop.f1 for line in standings(read_submissions(results))]
    scale = Scale.of(lines)
    assert (scale.low, scale.high) == (-5, 30)
    for measured in lines:
        drawn = drawing(measured, scale)
        places = [drawn.zero, drawn.at, *(p for p in (drawn.low, drawn.high) if p is not None)]
        assert all(0 <= place <= WIDTH for place in places)
        if drawn.low is not None and drawn.high is not None:
            assert drawn.low < drawn.at < drawn.high
