"""Recognizers chosen by name, the user's own, and what is said of those that are missing."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from builders.atlas import PlaceIndex
from builders.errors import ChooseKnownError, FixRecognizerError, InstallError
from builders.recognizers.registry import KNOWN, get
from builders.stages.finding import Finder
from builders.types import Beside, TypedSpan
from name_collections.collection import Name

OWN = """
class Finder:
    fingerprint = "mine 1"
    def recognize(self, texts):
        for text in texts:
            yield ()

finder = Finder()

def make():
    return Finder()

number = 3
"""


class Own:
    """A recognizer that takes every text for a place."""

    fingerprint = "own 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            yield (TypedSpan(0, len(text), "GPE"),)


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "my_finder.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_finder", raising=False)
    return "my_finder"


def test_an_object_is_a_recognizer() -> None:
    recognizer = get(Own())
    assert recognizer.fingerprint == "own 1"
    assert list(recognizer.recognize(["Oslo"])) == [(TypedSpan(0, 4, "GPE"),)]


@pytest.mark.parametrize("attribute", ["finder", "make", "Finder"])
def test_a_module_of_the_users(own_module: str, attribute: str) -> None:
    recognizer = get(f"{own_module}:{attribute}")
    assert recognizer.fingerprint == "mine 1"
    assert list(recognizer.recognize(["a", "b"])) == [(), ()]


@pytest.mark.parametrize("name", ["flair", "spacy", "spacy:", "stanza:"])
def test_an_unknown_name_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(ChooseKnownError) as caught:
        get(name)
    assert all(known in str(caught.value) for known in KNOWN)
    assert name in str(caught.value)


@pytest.mark.parametrize("name", ["spcay:en", "no_such_module:it", "no_such.module:it"])
def test_a_module_that_is_not_there_is_told_with_the_known_names(name: str) -> None:
    with pytest.raises(FixRecognizerError) as caught:
        get(name)
    module = name.partition(":")[0]
    assert f"recognizer {name}: there is no module '{module}'" in str(caught.value)
    assert all(known in str(caught.value) for known in KNOWN)


def test_a_missing_spacy_pipeline_says_how_to_install_it() -> None:
    with pytest.raises(InstallError, match="python -m spacy download en_core_web_none"):
        get("spacy:en_core_web_none")


def test_bundled_comes_with_the_package() -> None:
    assert get("bundled").fingerprint.startswith("bundled ")


def test_places_are_settled_after_any_recognizer() -> None:
    index = PlaceIndex.of([Name("Peru", "COUNTRY", country="Peru")])
    finder = Finder(Own(), index, None)
    found = finder.find(["Peru", "Xyzzy"])
    assert [found[text][0].type for text in ("Peru", "Xyzzy")] == ["COUNTRY", "GPE"]
    assert finder.fingerprint == "own 1 + normalized 1 + places 7 (1/0/0)"


def test_a_recognizer_that_reads_no_passages_reads_each_text_by_itself() -> None:
    text = Beside("Oslo is cold.", "Peru")
    assert Finder(Own(), PlaceIndex(), None).find_with_passages([text]) == {
        text: (TypedSpan(0, 4, "GPE"),)
    }
