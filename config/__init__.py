"""The wiring: settings, addresses, the server's doors. Nobody imports it."""
