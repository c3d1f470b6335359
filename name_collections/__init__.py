"""Collections of names with their provenance; this package does not depend on `builders`."""
