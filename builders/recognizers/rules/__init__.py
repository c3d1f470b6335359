"""Rules that make the names of one text agree; `consistency` applies them, one after another."""
