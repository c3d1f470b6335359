"""Texts with a label in place of answers: sentence pairs, corrections, coreference."""
