"""The files of the leaderboard site: static pages without framework, and the results as data.

index.html, models/<name>.html    the table, and one page per model
results.csv, results.json         all results
README.md                         makes the folder a static Hugging Face Space
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, Final

import yaml  # type: ignore[import-untyped,unused-ignore]
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builders.leaderboard.comparisons import Comparisons
from builders.leaderboard.interval_drawing import HEIGHT, WIDTH, Scale, drawing
from builders.leaderboard.standings import Standing, standings
from builders.leaderboard.submissions import METRICS, Board, Submission, as_json

_TEMPLATES: Final = Path(__file__).parent / "templates"
_NOT_WORD: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 60
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_SUFFIXES: Final = ((1e9, "B"), (1e6, "M"), (1e3, "K"))


def site_files(
    board: Board, submissions: Sequence[Submission], comparisons: Comparisons | None = None
) -> dict[str, str]:
    """Return a mapping from path to text for every file of the site.

    The same board, submissions and comparisons always give the same bytes.
    """
    lines = standings(submissions, comparisons)
    pages = _page_names(submissions)
    environment = _environment()
    official = [line for line in lines if not line.drop.lenient]
    scale = Scale.of(line.drop.f1 for line in lines)
    common = {
        "board": board,
        "scale": scale,
        "pages": pages,
        "style": _asset("style.css"),
        "width": WIDTH,
        "height": HEIGHT,
    }
    script = _asset("table.js")
    texts = {
        "index.html": environment.get_template("index.html.jinja").render(
            common, root="", script=script, script_hash=_hash(script),
            style_hash=_hash(common["style"]), lines=official, filters=_filters(official),
            submissions=submissions,
        )
    }  # fmt: skip
    for submission in submissions:
        texts[f"models/{pages[submission.folder]}.html"] = environment.get_template(
            "model.html.jinja"
        ).render(
            common, root="../", script="", script_hash="", style_hash=_hash(common["style"]),
            submission=submission,
            lines=[line for line in lines if line.submission is submission],
        )  # fmt: skip
    texts["results.csv"] = _csv(lines)
    texts["results.json"] = _json(board, lines)
    texts["README.md"] = _readme(board)
    return texts


def _filters(lines: Sequence[Standing]) -> list[tuple[str, str, list[str]]]:
    """Return the filters above the table of the page, such as one by dataset.

    A filter is a label, the name of the attribute that it filters by, and the values to choose
    from.
    """
    found = []
    for label, key in (
        ("Dataset", "dataset"), ("Type", "type"), ("Perturbation", "perturbation"),
    ):  # fmt: skip
        values = list(dict.fromkeys(getattr(line.drop, key) for line in lines))
        found.append((label, key, [value for value in values if value]))
    return found


def _page_names(submissions: Sequence[Submission]) -> dict[str, str]:
    """Return the name of every submission's page, by the folder of the submission.

    Page names are plain ASCII and distinct.
    """
    names: dict[str, str] = {}
    for submission in submissions:
        plain = unicodedata.normalize("NFKD", submission.meta.name).lower()
        base = _NOT_WORD.sub("-", plain).strip("-")[:_LONGEST_NAME] or "model"
        name, number = base, 1
        while name in names.values():
            number += 1
            name = f"{base}-{number}"
        names[submission.folder] = name
    return names


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES, encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["points"] = _points
    environment.filters["parameters"] = _parameters
    environment.globals["drawing"] = drawing
    return environment


def _points(value: float | None, sign: bool = False) -> str:
    """Return a percentage as text with one decimal, or a dash for None.

    Negative values have a typographic minus sign, and positive values a plus sign if `sign` is set.
    """
    if value is None:
        return "–"
    text = f"{value:+.1f}" if sign else f"{value:.1f}"
    return text.replace("-", "−")


def _parameters(size: int | None) -> str:
    if size is None:
        return "–"
    for unit, suffix in _SUFFIXES:
        if size >= unit:
            return f"{size / unit:.3g}{suffix}"
    return str(size)


def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _hash(text: object) -> str:
    """Return the SHA-256 of a script or style, in base64.

    The security policy of a page allows only scripts and styles whose hashes it lists.
    """
    return b64encode(sha256(str(text).encode()).digest()).decode()


def _record(line: Standing) -> dict[str, Any]:
    drop = line.drop
    record: dict[str, Any] = {
        "name": line.submission.meta.name, "revision": line.submission.meta.revision,
        "status": line.submission.status, "rank_best": line.best, "rank_worst": line.worst,
        "config": drop.config, "dataset": drop.dataset, "type": drop.type,
        "perturbation": drop.perturbation, "scorer": drop.scorer, "seeds": drop.seeds,
        "n": drop.n, "passages": drop.clusters, "consistency": drop.consistency,
    }  # fmt: skip
    for metric in METRICS:
        measured = drop.measured(metric)
        record |= {
            f"original_{metric}": measured.original,
            f"renamed_{metric}": measured.perturbed,
            f"renamed_low_{metric}": measured.perturbed_low,
            f"renamed_high_{metric}": measured.perturbed_high,
            f"drop_{metric}": measured.drop,
            f"drop_low_{metric}": measured.drop_low,
            f"drop_high_{metric}": measured.drop_high,
        }
    return record


def _csv(lines: Sequence[Standing]) -> str:
    records = [_record(line) for line in lines]
    out = StringIO()
    writer = csv.DictWriter(out, list(records[0]) if records else ["name"], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({key: _cell(value) for key, value in record.items()})
    return out.getvalue()


def _cell(value: object) -> object:
    """Return a value as a cell of results.csv that spreadsheets do not take for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def _json(board: Board, lines: Sequence[Standing]) -> str:
    submissions = {line.submission.folder: as_json(line.submission) for line in lines}
    value = {
        "title": board.title,
        "release": {"repo": board.repo, "tag": board.tag, "manifest": board.manifest},
        "submissions": list(submissions.values()),
        "results": [_record(line) for line in lines],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _readme(board: Board) -> str:
    head = yaml.safe_dump(
        {"title": board.title, "sdk": "static", "pinned": False},
        sort_keys=False, allow_unicode=True, width=1000,
    )  # fmt: skip
    return (
        f"---\n{head}---\n\nMade by `renamer leaderboard build`. The numbers are in "
        "`results.csv` and `results.json`.\n"
    )
