"""Build reading-comprehension benchmarks whose people, places and organizations are renamed."""
