"""Word lists as data: one TOML file per subject, each with its source."""
