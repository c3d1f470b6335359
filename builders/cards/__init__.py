"""The card of a release and related files: figures, Croissant metadata, harness files."""
