"""The lowest probabilities at which names in answers are renamed, by type (thresholds.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from builders.toml_file import read_toml
from builders.type_table import AnswerEntityType

_TABLE: Final[dict[str, Any]] = read_toml(Path(__file__).with_name("thresholds.toml"))
LEAST: Final[Mapping[AnswerEntityType, float]] = _TABLE["least"]
"""The lowest score at which a mention in an answer makes its entity an answer entity, by type."""
