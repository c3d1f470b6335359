"""The recognizer that comes with the package: `load` opens its model, the rest reads with it."""
