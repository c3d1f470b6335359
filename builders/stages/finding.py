"""Finding the names in texts, each with its type (person, country and so on).

A recognizer finds the names in normalized texts, a cache keeps its results, and gazetteers decide
the types of places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Final

from builders.atlas import PlaceIndex
from builders.errors import FixInputError
from builders.recognizers.cache import CachedRecognizer, default_folder
from builders.recognizers.detokenizing import Detokenized
from builders.recognizers.registry import DEFAULT, Policy, get
from builders.recognizers.truecasing import in_usual_case
from builders.releases.recipe_specs import Events
from builders.stages.ingredients import PLACES, collection, spelling
from builders.types import Beside, Reason, Recognizer, TypedSpan
from name_collections.collection import Columns

RecognizerChoice = str | Recognizer
"""The name of a recognizer in builders.recognizer_table, or a recognizer object of the user."""

CHINESE: Final = "chinese-characters"
_READS_CHINESE: Final = ("jiagu", "spacy:zh", "stanza:zh")

Found = Mapping[str, Sequence[TypedSpan]]
"""The spans of the names in each text, with their types."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a `Finder`: finders with equal settings find the same names."""

    recognizer: RecognizerChoice = field(default=DEFAULT, hash=False)
    names: Path | None = None
    """A folder of harvested name collections, which take precedence over the embedded ones."""
    cache: Path | None = None
    """The folder that keeps the spans found in texts, by default under the Hugging Face cache."""
    events: Events = "keep"
    """Whether names inside the names of events and works are kept or may be renamed.

    With "follow", those may be renamed that the passage also has elsewhere, and countries, states
    and peoples in descriptions (the 2001 Spanish general election).
    """


class Finder:
    """A finder of the names in texts and of their types, which reads each distinct text once.

    The recognizer gets normalized texts: without tags and without the extra spaces of a tokenizer,
    and with upper-case lines in normal case. A gazetteer and the text decide whether a place is a
    country, a state or a city.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        places: PlaceIndex | None = None,
        cache: Path | None = None,
    ) -> None:
        self.places = places or PlaceIndex()
        self._given = recognizer
        self._recognizer = CachedRecognizer(recognizer, cache)

    @property
    def fingerprint(self) -> str:
        """Return one line that identifies recognizer, normalization and gazetteer.

        The manifest contains the line. The key of a build, a digest of everything that affects its
        output, depends on the line.
        """
        index = self.places
        size = f"{len(index.countries)}/{len(index.states)}/{len(index.cities)}"
        return f"{self._recognizer.fingerprint} + normalized 1 + places 7 ({size})"

    def find(self, texts: Iterable[str], *, misc: bool = False) -> Found:
        """Return the spans of the names in each distinct text, which is read on its own.

        With `misc`, the spans of type MISC (events, works and things) are included.
        """
        read = {text: _Normalized.of(text) for text in texts}
        distinct = list(dict.fromkeys(one.text for one in read.values()))
        spans = dict(zip(distinct, self._recognizer.recognize(distinct), strict=True))
        return {text: self._placed(one, spans[one.text], misc) for text, one in read.items()}

    def find_with_passages(
        self, texts: Iterable[Beside], *, misc: bool = False
    ) -> Mapping[Beside, Sequence[TypedSpan]]:
        """Return the spans of the names in each distinct text, which is read with its passage.

        With `misc`, the spans of type MISC (events, works and things) are included.
        """
        distinct = list(dict.fromkeys(texts))
        passages = {one: _Normalized.of(one) for one in {text.passage for text in distinct}}
        read = [_Normalized.of(text.text) for text in distinct]
        beside = (
            Beside(passages[text.passage].text, one.text, text.kind)
            for text, one in zip(distinct, read, strict=True)
        )
        spans = self._recognizer.recognize_beside(beside)
        return {
            text: self._placed(one, its, misc)
            for text, one, its in zip(distinct, read, spans, strict=True)
        }

    def explain(self, text: str) -> Iterator[tuple[TypedSpan, Sequence[Reason]]]:
        """Yield the span of each name in a text, with the reasons for and against this name.

        Raises FixInputError if the recognizer cannot give reasons.
        """
        explain = getattr(self._given, "explain", None)
        if explain is None:
            raise FixInputError(
                f"{self._given.fingerprint}: gives no reasons; --explain is for the recognizer "
                "bundled"
            )
        read = _Normalized.of(text)
        found = list(explain(Beside("", read.text, "passage")))
        placed = self.places.resolve(read.text, [span for span, _ in found])
        for span, (_, reasons) in zip(placed, found, strict=True):
            yield from ((one, reasons) for one in read.detokenized.spans([span]))

    def _placed(
        self, read: _Normalized, spans: Sequence[TypedSpan], misc: bool
    ) -> Sequence[TypedSpan]:
        names = [span for span in spans if span.type != "MISC"]
        others = [span for span in spans if span.type == "MISC"] if misc else []
        placed = (*self.places.resolve(read.text, names), *others)
        return tuple(read.detokenized.spans(sorted(placed, key=_start) if others else placed))


_start = attrgetter("start")


@dataclass(frozen=True, slots=True)
class _Normalized:
    """A text as recognizers see it; `detokenized` maps offsets back to the source text."""

    text: str
    detokenized: Detokenized

    @classmethod
    def of(cls, source: str) -> _Normalized:
        # Underscores in the title of an article ("Ada_Holm") are read as spaces.
        detokenized = Detokenized.of(source if " " in source else source.replace("_", " "))
        return cls(in_usual_case(detokenized.text, spelling), detokenized)


def gazetteers(recognizer: RecognizerChoice) -> tuple[str, ...]:
    """Return the names of the gazetteers in which a recognizer's places are looked up."""
    name = recognizer if isinstance(recognizer, str) else ""
    return (PLACES, CHINESE) if name.startswith(_READS_CHINESE) else (PLACES,)


@lru_cache(maxsize=4)
def make_finder(setup: Setup) -> Finder:
    """Return a finder with its recognizer, gazetteers and cache, loaded once per process."""
    places = _places(gazetteers(setup.recognizer), setup.names)
    # Events and works that contain names to be renamed are divided by the Preparer.
    events: Policy = "rename" if setup.events == "rename" else "keep"
    recognizer = get(setup.recognizer, events=events)
    return Finder(recognizer, places, setup.cache or default_folder())


@lru_cache(maxsize=4)
def _places(collections: tuple[str, ...], folder: Path | None) -> PlaceIndex:
    """Return an index of the places in several collections, made once per process."""
    return PlaceIndex.of(Columns.joined(collection(name, folder).names for name in collections))
