"""Builds a release of many instances and prints the peak memory of doing so, as JSON.

    python scripts/bench_memory.py 100000

The demonstration's articles are copied under other ids, a number behind each passage; names are
those that the recognizer finds in the originals, so that recognition takes no time. One job:
reading, preparing, filling and the manifest in one process. Of the answer types MIX has the most
rows, and PER, with all its cultures, the most files.
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
    """A recognizer that knows a copied passage by its original."""

    fingerprint = "remembering"

    def __init__(self) -> None:
        self._recognizer = get("bundled")
        self._known: dict[str, tuple[TypedSpan, ...]] = {}

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text, recognized once for all its copies."""
        for text in texts:
            original = _COPY.sub("", text)
            if original not in self._known:
                (found,) = self._recognizer.recognize([original])
                # Names of events are the bundled recognizer's own: others do not hand them on.
                self._known[original] = tuple(span for span in found if span.type != "MISC")
            yield self._known[original]


def copied(article: dict[str, Any], copy: int) -> dict[str, Any]:
    """Return an article under other ids, its passages varied."""
    paragraphs = [
        {
            "context": f"{paragraph['context']} #{copy}",
            "qas": [asked | {"id": f"{asked['id']}-{copy}"} for asked in paragraph["qas"]],
        }
        for paragraph in article["paragraphs"]
    ]
    return {"title": article["title"], "paragraphs": paragraphs}


def write_source(path: Path, instances: int) -> int:
    """Write a SQuAD file of at least so many questions; return their number."""
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
    """Build and print."""
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
    # Kilobytes, but for macOS, which counts bytes.
    print(json.dumps({
        "instances": instances,
        "rows": sum(file["rows"] for file in manifest["files"]),
        "mb": peak / 1024 ** (2 if sys.platform == "darwin" else 1),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
