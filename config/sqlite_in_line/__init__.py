"""SQLite whose writers stand in line; named in the settings as an engine."""
