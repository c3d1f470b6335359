"""A release and its life on disk: recipe, rows, files, manifest, card, undoing and verifying."""
