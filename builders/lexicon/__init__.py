"""Words with what they tell, as data: a TOML file a subject, each with its source."""
