"""New names: where candidates come from, and which candidate an instance takes."""
