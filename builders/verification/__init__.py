"""Verification of a release, which compares files with the manifest, and rows with their source."""
