"""Collections of names with their provenance. Independent of question answering."""
