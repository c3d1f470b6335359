"""Perturbations: the sources of candidate names, and the choice of new names from them."""
