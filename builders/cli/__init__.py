"""The command line: one thin file a verb, which parses, calls and prints."""
