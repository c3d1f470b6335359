"""The swap engine: mentions and new names in, edits and a renamed row out, in one pass."""

from typing import Final

ENGINE: Final = "5"
"""Raised whenever the same input would give other edits: part of every manifest."""
