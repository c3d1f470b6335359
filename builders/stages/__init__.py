"""The stages of a build, from a source to the files of a release, each for a part of a dataset.

This is the top layer. Only `builders.pipeline` knows the order of the stages.
"""
