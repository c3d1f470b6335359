"""Readers that turn source files and Hub datasets into `Example` objects.

Each format has one reader, and `format_table.read` opens a file in any format. A reader yields the
examples in file order and rejects faulty data. `source_reading.Reading` reports every fault of a
file before it yields the first example. Offsets count code points. For every answer with an offset,
context[start:start + len(text)] == text.
"""
