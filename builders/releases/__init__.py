"""The format of a release: recipe, layout, rows, files, manifest, and undoing its edits."""
