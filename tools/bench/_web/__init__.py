"""The parts of ``./uptown bench web``: clients, subscribers, requests, and the table."""
