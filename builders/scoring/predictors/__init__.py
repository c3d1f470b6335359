"""Interfaces to models: an HTTP endpoint, a command, and a transformers model."""
