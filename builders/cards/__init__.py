"""The card of a release, and what is made beside it: figures, Croissant, harness files."""
