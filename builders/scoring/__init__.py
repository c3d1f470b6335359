"""Predictions, scores and what may be concluded from them."""
