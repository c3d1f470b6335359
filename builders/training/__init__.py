"""Training on renamed data: a held-out split, and four masking strategies for pretraining."""
