"""A leaderboard of a release: it reads submissions and writes a static site."""
