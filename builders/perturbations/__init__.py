"""Perturbations: the sources of candidate names, and the choice of a name for an instance."""
