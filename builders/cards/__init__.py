"""The dataset card of a release, its figures, Croissant metadata, and evaluation task files."""
