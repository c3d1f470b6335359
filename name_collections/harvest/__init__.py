"""The sources of names, one per module, with their downloads and parsers."""
