"""PostgreSQL that is asked several things at once; named in the settings as an engine."""
