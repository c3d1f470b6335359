"""Datasets with labels instead of answers: sentence pairs, grammar corrections, coreference."""
