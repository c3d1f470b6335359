"""Puts this folder on the path: what several rooms' tests share lies beside this file."""

from hypothesis import settings

# A first example loads what the others find loaded, and machines are busy with other things.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
