"""The wiring: settings, URLs, the ASGI application, Celery. Nothing imports it."""
