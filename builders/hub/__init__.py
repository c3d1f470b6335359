"""Releases on the Hugging Face Hub: push a folder, pull a tag, whole or not at all."""
