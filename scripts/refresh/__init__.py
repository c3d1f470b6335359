"""Reads installed packages that contain names, with one module per source."""
