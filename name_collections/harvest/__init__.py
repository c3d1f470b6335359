"""Sources of names, one a file: what is downloaded, and how its format is read."""
