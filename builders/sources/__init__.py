"""Readers that turn source files and Hub datasets into `Example` objects.

There is one reader per format, and one table of all formats: `format_table.read` opens a file of
any of them. A reader yields the examples in file order and rejects faulty data.
`source_reading.Reading` reports every fault of a file before it yields the first example. Offsets
count code points. For every answer with an offset, context[start:start + len(text)] == text.
"""
