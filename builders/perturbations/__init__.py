"""New names: the sources of candidates, and the choice of a candidate for an instance."""
