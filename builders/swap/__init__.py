"""The swap engine, which turns the mentions of an instance and new names into a renamed row."""

from typing import Final

ENGINE: Final = "10"
"""The version of the engine, which is in every manifest.

It is increased when the same mentions and new names give other edits than before.
"""
