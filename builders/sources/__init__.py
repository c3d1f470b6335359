"""Source files and Hub datasets, read into `Example`: one format a file, one table of them all.

`format_table.read` opens them all. A reader yields the examples of its file in file order and
rejects what it cannot trust; `source_reading.Reading` reports every fault of a file before the
first example is handed out. Offsets are code points: for every answer that comes out of
here, context[start:start + len(text)] == text.
"""
