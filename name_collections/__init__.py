"""Collections of names with their provenance; knows nothing of question answering."""
