"""The recognizer that comes with the package; the module `load` opens its model."""
