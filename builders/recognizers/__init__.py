"""Recognizers: text to typed names. `table.get` finds one by name."""
