"""Recognizers, which find names and their types in texts; `registry.get` loads one by name."""
