"""Word lists as data: a TOML file for each subject, which names the source of its words."""
