"""Tiny real spaCy and Stanza models, trained here and run through the real loading code."""

import importlib.util
from pathlib import Path

import pytest
from span_marks import mark
from tiny_models import train_spacy, train_stanza

from builders.errors import InstallError
from builders.recognizers.registry import get
from builders.recognizers.spacy_pipeline import load_spacy
from builders.recognizers.trim import TRIM
from builders.types import Recognizer

TEXT = "Marta Klein moved to Oslo in spring. The Delta Bank opened an office in Oslo."
MARKED = (
    "[Marta Klein](PERSON) moved to [Oslo](GPE) in spring. "
    "The [Delta Bank](ORG) opened an office in [Oslo](GPE)."
)
needs_stanza = pytest.mark.skipif(
    importlib.util.find_spec("stanza") is None, reason="Stanza is an extra; CI installs it"
)


@pytest.fixture(scope="module")
def spacy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_spacy(tmp_path_factory.mktemp("spacy") / "tiny")


@pytest.fixture(scope="module")
def stanza_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_stanza(tmp_path_factory.mktemp("stanza") / "models")


def _marked(recognizer: Recognizer, *texts: str) -> list[str]:
    found = recognizer.recognize(texts)
    return [mark(text, spans) for text, spans in zip(texts, found, strict=True)]


def test_spacy_finds_names_in_every_text_in_order(spacy_folder: Path) -> None:
    recognizer = get(f"spacy:{spacy_folder}")
    other = "Grace Obi studied law in Accra."
    assert _marked(recognizer, TEXT, "", other, "\ud800") == [
        MARKED, "", "[Grace Obi](PERSON) studied law in [Accra](GPE).", "\ud800",
    ]  # fmt: skip


def test_spacy_spread_over_processes_finds_the_same(spacy_folder: Path) -> None:
    texts = [TEXT, "Nobody.", "Ray Cole swam in the Baltic every summer."] * 3
    alone, spread = get(f"spacy:{spacy_folder}"), load_spacy(str(spacy_folder), jobs=2)
    assert list(spread.recognize(texts)) == list(alone.recognize(texts))
    assert spread.fingerprint == alone.fingerprint


def test_spacy_fingerprint_tells_pipelines_apart(spacy_folder: Path, tmp_path: Path) -> None:
    import spacy

    recognizer = get(f"spacy:{spacy_folder}")
    assert recognizer.fingerprint == get(f"spacy:{spacy_folder}").fingerprint
    assert f"spacy {spacy.__version__} en_tiny" in recognizer.fingerprint
    assert TRIM in recognizer.fingerprint
    changed = spacy.load(spacy_folder)
    changed.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "Nowhere"}])  # type: ignore[attr-defined]
    changed.to_disk(tmp_path / "other")
    other = get(f"spacy:{tmp_path / 'other'}")
    assert other.fingerprint != recognizer.fingerprint
    assert _marked(other, "We left Nowhere .") == ["We left [Nowhere](GPE) ."]


def test_a_folder_that_holds_no_pipeline(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="cannot be loaded"):
        get(f"spacy:{tmp_path}")


@needs_stanza
def test_stanza_finds_names_in_every_text_in_order(stanza_folder: Path) -> None:
    recognizer = get(f"stanza:en@{stanza_folder}")
    other = "Grace Obi studied law in Accra."
    assert _marked(recognizer, TEXT, "", other, " \n") == [
        MARKED, "", "[Grace Obi](PERSON) studied law in [Accra](GPE).", " \n",
    ]  # fmt: skip
    assert recognizer.fingerprint == get(f"stanza:en@{stanza_folder}").fingerprint
    assert recognizer.fingerprint.startswith("stanza ")
    assert TRIM in recognizer.fingerprint


@needs_stanza
def test_stanza_models_that_are_missing_say_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"stanza\.download\('xx'.*model_dir") as caught:
        get(f"stanza:xx@{tmp_path}")
    assert str(tmp_path) in str(caught.value)


@pytest.mark.skipif(importlib.util.find_spec("stanza") is not None, reason="Stanza is installed")
def test_without_stanza_the_extra_is_named() -> None:
    with pytest.raises(InstallError, match=r"pip install 'entity-renamer\[stanza\]'"):
        get("stanza:en")
