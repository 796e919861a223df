"""Settings, URLs, the ASGI application, Celery. No other package imports it."""
