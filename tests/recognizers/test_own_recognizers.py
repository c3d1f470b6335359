"""A recognizer of the user's: one that cannot be had, and one that answers what no text holds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from builders.errors import FixInputError, FixRecognizerError
from builders.recognizers.custom import guarded, load_own
from builders.types import TypedSpan

MODULE = """
class Finder:
    fingerprint = "mine 1"
    def recognize(self, texts):
        return ((), ())

class Costly(Finder):
    def __init__(self):
        raise OSError("no model")

class Nameless:
    recognize = Finder.recognize

class Numbered(Finder):
    fingerprint = 7

number = 3

class Leaving(Finder):
    def __init__(self):
        raise SystemExit(0)

class Shy(Finder):
    @property
    def fingerprint(self):
        raise OSError("no weights")

class Evasive:
    def __getattr__(self, name):
        raise OSError(f"no {name}")

evasive = Evasive()
"""
_MODULES = ("own_finders", "broken_finders", "torn_finders", "leaving_finders", "empty_finders")
TEXTS = ("Oslo is old.", "Lima is dry.", "x" * 300)


@dataclass
class Answering:
    """Gives these answers, whatever it is asked."""

    answers: Any
    fingerprint: str = "answering 1"

    def recognize(self, texts: Iterable[str]) -> Any:
        """Read nothing."""
        return self.answers


@dataclass
class Failing:
    """Fails at the second text."""

    fingerprint: str = "failing 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Fail."""
        yield ()
        raise KeyError("of two\nlines")


@dataclass
class ReadingAhead:
    """Reads every text before it answers."""

    fingerprint: str = "ahead 1"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Answer."""
        return iter([() for _ in list(texts)])


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own_finders.py").write_text(MODULE)
    (tmp_path / "broken_finders.py").write_text("import no_such_library")
    (tmp_path / "torn_finders.py").write_text("class (")
    (tmp_path / "leaving_finders.py").write_text("import sys\nsys.exit(0)")
    (tmp_path / "empty_finders.py").write_text("def __getattr__(name): 1/0")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in _MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "own_finders"


def refusal(answers: object) -> str:
    """Return what is said of a recognizer that gives these answers; it is one line."""
    with pytest.raises(FixRecognizerError) as caught:
        list(guarded(Answering(answers), "mine:own").recognize(TEXTS))
    told = str(caught.value)
    assert told.startswith("recognizer mine:own: ")
    assert "\n" not in told
    return told


class TestLoading:
    @pytest.mark.parametrize(
        ("name", "attribute", "told"),
        [
            ("nowhere_finders", "x", "there is no module 'nowhere_finders'"),
            ("broken_finders", "x", "'broken_finders' cannot be imported: ModuleNotFoundError: No"),
            ("torn_finders", "x", "'torn_finders' cannot be imported: SyntaxError"),
            ("leaving_finders", "x", "'leaving_finders' cannot be imported: SystemExit: 0"),
            ("empty_finders", "x", "cannot be had: ZeroDivisionError"),
            (
                "own_finders",
                "Findr",
                "has no 'Findr'; it has Costly, Finder, Leaving, Nameless, Numbered, Shy",
            ),
            ("own_finders", "Leaving", "cannot be made: SystemExit: 0"),
            ("own_finders", "Shy", "cannot be asked what it is: OSError: no weights"),
            ("own_finders", "evasive", "OSError: no recognize"),
            ("own_finders", "Costly", "cannot be made: OSError: no model"),
            ("own_finders", "Nameless", "Nameless is no recognizer; it needs a fingerprint"),
            ("own_finders", "Numbered", "Numbered is no recognizer; it needs a fingerprint"),
            ("own_finders", "number", "int is no recognizer; it needs a fingerprint"),
        ],
    )
    def test_each_fault_is_told_by_a_line_of_its_own(
        self, module: str, name: str, attribute: str, told: str
    ) -> None:
        with pytest.raises(FixRecognizerError) as caught:
            load_own(name, attribute)
        assert told in str(caught.value)
        assert f"{name}:{attribute}" in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_folder_is_no_module(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "plain_folder").mkdir()
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.chdir(tmp_path)
        with pytest.raises(FixRecognizerError, match="'plain_folder' is a folder "):
            load_own("plain_folder", "R")

    def test_the_current_folder_is_looked_at_for_modules_of_the_user_s_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.chdir(tmp_path)
        (tmp_path / "of_this_folder.py").write_text(MODULE)
        with pytest.raises(FixRecognizerError, match="there is no module 'of_no_folder'"):
            load_own("of_no_folder", "Finder")
        assert str(tmp_path) not in sys.path
        assert load_own("of_this_folder", "Finder").fingerprint == "mine 1"
        assert sys.path[-1] == str(tmp_path), "what it imports later may lie beside it"

    def test_the_fingerprint_is_read_once(self) -> None:
        class Counting(Answering):
            reads = 0

            def __getattribute__(self, name: str) -> Any:
                if name == "fingerprint":
                    Counting.reads += 1
                return super().__getattribute__(name)

        found = guarded(Counting([]))
        assert [found.fingerprint, found.fingerprint] == ["answering 1"] * 2
        assert Counting.reads == 1

    def test_the_module_that_was_found_is_named(self, module: str, tmp_path: Path) -> None:
        with pytest.raises(FixRecognizerError) as caught:
            load_own(module, "nothing")
        assert str(tmp_path / "own_finders.py") in str(caught.value)

    def test_an_object_without_a_name_is_told_by_its_class(self) -> None:
        with pytest.raises(FixRecognizerError, match="dict is no recognizer"):
            guarded({})
        with pytest.raises(FixRecognizerError, match="recognizer Failing: failed"):
            list(guarded(Failing()).recognize(TEXTS))


class TestAnswers:
    @pytest.mark.parametrize(
        ("span", "told"),
        [
            (TypedSpan(5, 500, "PERSON"), "marks nothing in a text of 12 characters"),
            (TypedSpan(-1, 4, "PERSON"), "marks nothing"),
            (TypedSpan(3, 3, "PERSON"), "marks nothing"),
            (TypedSpan(4, 2, "PERSON"), "marks nothing"),
            (TypedSpan(0.0, 4, "PERSON"), "whose bounds are no int"),  # type: ignore[arg-type]
            (TypedSpan(0, 4, "WIBBLE"), "the type 'WIBBLE', known: PERSON, ORG"),  # type: ignore[arg-type]
            ((0, 4, "PERSON"), "(0, 4, 'PERSON'), which is no TypedSpan(start, end, type)"),
        ],
    )
    def test_a_span_that_cannot_be_used(self, span: object, told: str) -> None:
        said = refusal([(), (span,), ()])
        assert told in said
        assert said.endswith("at the text 'Lima is dry.'")

    def test_what_cannot_even_be_shown(self) -> None:
        class Dumb:
            def __repr__(self) -> str:
                raise OSError

        assert "found a Dumb, which is no TypedSpan" in refusal([(), (Dumb(),), ()])

    def test_leaving_the_program_is_a_failure(self) -> None:
        def leave() -> Iterator[tuple[TypedSpan, ...]]:
            yield from [(), (), ()]
            raise SystemExit(0)

        assert "failed (SystemExit: 0)" in refusal(leave())
        answers = leave()
        next(answers), next(answers), next(answers)
        assert "failed (SystemExit: 0)" in refusal(answers)

    def test_a_long_text_is_shown_by_its_start(self) -> None:
        said = refusal([(), (), (None,)])
        assert said.endswith(f"at the text '{'x' * 60}…'")

    def test_too_few_answers(self) -> None:
        assert "ended after 1 of the texts" in (said := refusal([()]))
        assert said.endswith("at the text 'Lima is dry.'")

    def test_too_many_answers(self) -> None:
        assert "gave more answers than the 3 texts" in refusal([()] * 4)

    @pytest.mark.parametrize("answers", [None, [None]])
    def test_what_is_no_row_of_answers(self, answers: object) -> None:
        assert "failed (TypeError: 'NoneType' object is not iterable)" in refusal(answers)

    def test_a_failure_is_told_with_the_text_that_it_happened_at(self) -> None:
        with pytest.raises(FixRecognizerError) as caught:
            list(guarded(Failing(), "mine:own").recognize(TEXTS))
        told = str(caught.value)
        assert told.startswith("recognizer mine:own: failed (KeyError: 'of two")
        assert told.endswith("at the text 'Lima is dry.'")
        assert isinstance(caught.value.__cause__, KeyError), "whoever looks for it finds the place"

    def test_spans_in_any_order_are_sorted_and_may_overlap(self) -> None:
        one, two, wide = (TypedSpan(0, 4, "CITY"), TypedSpan(5, 7, "ORG"), TypedSpan(0, 7, "ORG"))
        (found,) = guarded(Answering([[two, one, wide]])).recognize(["Oslo is old."])
        assert found == (wide, one, two)

    def test_texts_are_read_one_by_one(self) -> None:
        def endless() -> Iterator[str]:
            while True:
                yield "Oslo"

        found = guarded(Answering(iter([(), (), ()]))).recognize(endless())
        assert [next(found), next(found)] == [(), ()]

    def test_no_texts_no_answers(self) -> None:
        assert list(guarded(Answering(None)).recognize([])) == []


class TestFaultsOfOthers:
    """What is not the recognizer's fault is not told as such."""

    def test_of_the_texts(self) -> None:
        def texts() -> Iterator[str]:
            yield "Oslo"
            raise ValueError("the texts broke")

        with pytest.raises(ValueError, match="the texts broke"):
            list(guarded(ReadingAhead()).recognize(texts()))

    def test_what_a_recognizer_says_itself_is_left_as_it_is(self) -> None:
        def answers() -> Iterator[tuple[TypedSpan, ...]]:
            raise FixInputError("install the model")
            yield ()

        with pytest.raises(FixInputError, match=r"^install the model$"):
            list(guarded(Answering(answers())).recognize(TEXTS))
