"""Training on renamed data: the held-out tenth, and four maskings for continual pretraining."""
