"""Releases on the Hugging Face Hub: push a folder and pull a tag, completely or not at all."""
