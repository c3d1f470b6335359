"""Verification of a release: files against the manifest, and rows against the invariants."""
