"""Predictions, their scores, and the uncertainty of the scores."""
