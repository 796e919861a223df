"""What ``./uptown bench web`` is made of: clients, subscribers, requests, and the table."""
