"""Proving a release: every file against its manifest, every row against the invariants."""
