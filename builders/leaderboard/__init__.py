"""A leaderboard of models on a release, written from their submissions as a static site."""
