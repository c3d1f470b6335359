"""The steps from a source to the files of a release, each for a part of a dataset.

This is the top layer: these modules join stages, and only `builders.pipeline` knows their order.
"""
