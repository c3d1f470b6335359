"""Analyses beyond average scores: worst cases, universal triggers, stability, and RESEMBLE."""
