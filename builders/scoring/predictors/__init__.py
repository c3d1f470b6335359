"""Interfaces to models: an endpoint, a command, a transformers model."""
