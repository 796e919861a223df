"""The web server around Django: static files, page cache, event streams, limits, the operator's commands."""
