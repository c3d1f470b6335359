"""Recognizers: they find typed names in texts. `registry.get` returns one by name."""
