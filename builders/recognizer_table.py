"""The recognizers that can be selected by name: in commands, recipes and Python.

To add a recognizer, write a module in builders/recognizers with a function
`load(argument, events)`, and add a row here and a test in tests/recognizers. A library that the
recognizer needs becomes an extra in pyproject.toml.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class RecognizerRow(NamedTuple):
    """How a recognizer is loaded, and the argument that its name takes (NAME in spacy:NAME)."""

    load: str
    """The function that loads the recognizer, as module:function of builders.recognizers."""
    argument: str = ""
    """A placeholder for the argument in help texts, or empty if the recognizer takes none."""
    in_recipes: str = ""
    """The pattern of the arguments that a recipe may give.

    These arguments can only name installed models, because a recipe must not bring code that is
    run.
    """


RECOGNIZER_TABLE: Final[dict[str, RecognizerRow]] = {
    "bundled": RecognizerRow("bundled.load:load"),
    "jiagu": RecognizerRow("jiagu_tagger:load"),
    "spacy": RecognizerRow("spacy_pipeline:load", "NAME", r"[a-z]{2,3}(_[a-z0-9]+)+"),
    "stanza": RecognizerRow("stanza_pipeline:load", "LANGUAGE", r"[a-z]{2,3}(-[a-z]+)*"),
}
NAMED: Final = tuple(
    f"{name}:{row.argument}" if row.argument else name for name, row in RECOGNIZER_TABLE.items()
)
"""The names of recognizers as help texts show them, with the argument: bundled, spacy:NAME."""
IN_RECIPES: Final = re.compile(
    "|".join(
        f"{name}:{row.in_recipes}" if row.argument else name
        for name, row in RECOGNIZER_TABLE.items()
    )
)
"""The pattern of the recognizer names that a recipe may give."""
