"""The interfaces to a model: an endpoint, a command, a transformers model, an object in Python."""
