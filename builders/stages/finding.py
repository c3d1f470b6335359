"""Finding the typed names in texts, with normalization, recognizer, cache and gazetteers."""

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
from builders.stages.ingredients import PLACES, collection, spelling
from builders.types import Beside, Reason, Recognizer, TypedSpan
from name_collections.collection import Columns

RecognizerChoice = str | Recognizer
"""The name of a recognizer in builders.recognizer_table, or a recognizer object of the user."""

CHINESE: Final = "chinese-characters"
_READS_CHINESE: Final = ("jiagu", "spacy:zh", "stanza:zh")

Found = Mapping[str, Sequence[TypedSpan]]
"""The typed names of each text."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that decides which names are found: equal setups find the same names.

    `names` is a folder of harvested collections. `cache` is the folder of recognized texts, by
    default a folder under the Hugging Face cache.
    """

    recognizer: RecognizerChoice = field(default=DEFAULT, hash=False)
    names: Path | None = None
    cache: Path | None = None
    events: Policy = "keep"


class Finder:
    """A finder of the typed names of texts, which reads each distinct text once.

    Recognizers get normalized texts: without artefacts of the corpus, and with upper-case lines
    in normal case. The types of places are decided by a gazetteer and by the text.
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
        """Return the fingerprint for the manifest and for a build's key."""
        index = self.places
        size = f"{len(index.countries)}/{len(index.states)}/{len(index.cities)}"
        return f"{self._recognizer.fingerprint} + normalized 1 + places 4 ({size})"

    def find(self, texts: Iterable[str], *, misc: bool = False) -> Found:
        """Return the spans of each distinct text, read by itself; with `misc`, also MISC spans."""
        read = {text: _Normalized.of(text) for text in texts}
        distinct = list(dict.fromkeys(one.text for one in read.values()))
        spans = dict(zip(distinct, self._recognizer.recognize(distinct), strict=True))
        return {text: self._placed(one, spans[one.text], misc) for text, one in read.items()}

    def find_with_passages(
        self, texts: Iterable[Beside], *, misc: bool = False
    ) -> Mapping[Beside, Sequence[TypedSpan]]:
        """Return the spans of each distinct text, read together with its passage."""
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
        """Yield the names of a text, each with its score and the evidence for and against it.

        Raises FixInputError if the recognizer gives no evidence.
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
    """Return the collections of places in which a recognizer's names are looked up."""
    name = recognizer if isinstance(recognizer, str) else ""
    return (PLACES, CHINESE) if name.startswith(_READS_CHINESE) else (PLACES,)


@lru_cache(maxsize=4)
def make_finder(setup: Setup) -> Finder:
    """Load a recognizer with its gazetteers and cache, once per process."""
    places = _places(gazetteers(setup.recognizer), setup.names)
    recognizer = get(setup.recognizer, events=setup.events)
    return Finder(recognizer, places, setup.cache or default_folder())


@lru_cache(maxsize=4)
def _places(collections: tuple[str, ...], folder: Path | None) -> PlaceIndex:
    """Return the index of the places in collections, which finders of one process share."""
    return PlaceIndex.of(Columns.joined(collection(name, folder).names for name in collections))
