"""The swap engine: it turns mentions and new names into edits and a renamed row."""

from typing import Final

ENGINE: Final = "5"
"""The version of the engine in every manifest; increased when the same input gives new edits."""
