"""The swap engine: mentions and new names in, edits and a renamed row out, in one pass."""
