"""The stages of a build, which lead from a source to the files of a release.

Each stage works on a part of a dataset. Only `builders.pipeline` knows the order of the stages.
"""
