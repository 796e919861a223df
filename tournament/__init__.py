"""The event: its entrants and people, schedule, tables, donations and audit log."""
