"""The steps between a source and the files of a release, each over a part of a dataset.

Top floor: these modules join stages; `builders.pipeline` alone knows their order.
"""
