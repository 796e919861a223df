"""HTTP outside of Django's views: connections, static files, responses from memory, and middleware."""
