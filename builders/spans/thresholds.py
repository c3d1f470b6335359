"""How probable a recognized name must be, by what it is taken for (thresholds.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from builders.toml_file import read_toml
from builders.type_table import AnswerEntityType

_TABLE: Final[dict[str, Any]] = read_toml(Path(__file__).with_name("thresholds.toml"))
LEAST: Final[Mapping[AnswerEntityType, float]] = _TABLE["least"]
"""What a mention in an answer must have, by answer entity type."""
SURE: Final[float] = _TABLE["search"]["sure"]
"""What a name must have for a search for given names to heed it."""
