"""What averages hide: worst cases, universal triggers, changed predictions, and a remedy."""
