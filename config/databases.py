"""Django's settings for a PostgreSQL, from its address."""

import os
import socket
from typing import Any

import dj_database_url

SECONDS_TO_CONNECT = 3
POOL = {
    "min_size": 1,
    # More than the threads (server/application.py), so that no thread waits for a connection.
    "max_size": 20,
    # While PostgreSQL is away, requests fail quickly, and the pool soon reconnects.
    "timeout": SECONDS_TO_CONNECT,
    "reconnect_timeout": SECONDS_TO_CONNECT,
}


def postgres(url: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=0, conn_health_checks=True))
    options = found.setdefault("OPTIONS", {})
    options.setdefault("pool", POOL)
    options.setdefault("connect_timeout", SECONDS_TO_CONNECT)
    # `./uptown restore` finds other processes that use the database by this name.
    options["application_name"] = f"uptown {os.getpid()} on {socket.gethostname()}"[:63]
    return found
