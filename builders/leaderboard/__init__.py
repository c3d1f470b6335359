"""A leaderboard of a release: submissions in, a static site out."""
