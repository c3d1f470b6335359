"""Build a release of many instances and print the peak memory of the build as JSON.

    python scripts/bench_memory.py 100000

The articles of the demonstration data are copied with new ids, and with a number appended to each
passage. Names are recognized only in the original passages, so recognition takes almost no time.
The whole build runs in one process. Only two answer types are built: MIX, which has the most rows,
and PER, which has the most files because French and African names are only used for persons.
"""

from __future__ import annotations

import json
import re
import resource
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from builders import pipeline
from builders.recognizers.registry import get
from builders.releases.recipe import Recipe
from builders.sources.demo import demo_path
from builders.types import TypedSpan

SOURCE: Final = "DemoSQuAD2"
_COPY: Final = re.compile(r" #\d+$")


class Remembering:
    """A recognizer that gives a copied passage the spans of its original."""

    fingerprint = "remembering"

    def __init__(self) -> None:
        self._recognizer = get("bundled")
        self._known: dict[str, tuple[TypedSpan, ...]] = {}

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text. All copies of a text get the spans of the original."""
        for text in texts:
            original = _COPY.sub("", text)
            if original not in self._known:
                (found,) = self._recognizer.recognize([original])
                # MISC spans are internal to the bundled recognizer.
                self._known[original] = tuple(span for span in found if span.type != "MISC")
            yield self._known[original]


def copied(article: dict[str, Any], copy: int) -> dict[str, Any]:
    """Return a copy of a SQuAD article, with the number `copy` in ids and after each passage."""
    paragraphs = [
        {
            "context": f"{paragraph['context']} #{copy}",
            "qas": [asked | {"id": f"{asked['id']}-{copy}"} for asked in paragraph["qas"]],
        }
        for paragraph in article["paragraphs"]
    ]
    return {"title": article["title"], "paragraphs": paragraphs}


def write_source(path: Path, instances: int) -> int:
    """Write a SQuAD file of at least `instances` questions, and return the actual number."""
    original = json.loads(demo_path("squad").read_text(encoding="utf-8"))
    written = copy = 0
    with path.open("w", encoding="utf-8") as file:
        file.write('{"version": "v2.0", "data": [')
        while written < instances:
            for article in original["data"]:
                file.write(", " if written else "")
                json.dump(copied(article, copy), file)
                written += sum(len(paragraph["qas"]) for paragraph in article["paragraphs"])
            copy += 1
        file.write("]}")
    return written


def main() -> None:
    """Build the release, and print its numbers of instances and rows and the peak memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "source.json"
        instances = write_source(source, int(sys.argv[1]))
        release = pipeline.build(
            Recipe.read("demo"),
            folder / "release",
            pipeline.Options(
                sources={SOURCE: source}, recognizer=Remembering(), only=f"{SOURCE}/[MP]*/*",
                cache=folder / "cache",
            ),
        )  # fmt: skip
        manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # ru_maxrss is in kilobytes, except on macOS, where it is in bytes.
    print(json.dumps({
        "instances": instances,
        "rows": sum(file["rows"] for file in manifest["files"]),
        "mb": peak / 1024 ** (2 if sys.platform == "darwin" else 1),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
