"""The format of a release: recipe, layout, rows, files, manifest, and how to undo the edits."""
