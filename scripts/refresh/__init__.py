"""Reads packages that carry names: one module a source."""
