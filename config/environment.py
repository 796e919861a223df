"""Parses settings from environment variables; docs/operator.md lists them all.

An invalid value ends the process with an error message.
"""

import os
import socket
from ipaddress import IPv4Network, IPv6Network, ip_network
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


def number(name: str, default: int) -> int:
    text = os.environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit()):
        raise SystemExit(f"{name} must be a whole number, not “{text}”.")
    return int(text)


def choice(name: str, choices: tuple[str, ...]) -> str:
    """One of the choices; the first if nothing is set."""
    text = os.environ.get(name) or choices[0]
    if text not in choices:
        raise SystemExit(f"{name} must be one of: {', '.join(choices)}. It is “{text}”.")
    return text


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    try:
        return [ip_network(word.strip()) for word in os.environ.get(name, "").split(",") if word.strip()]
    except ValueError as error:
        raise SystemExit(f"{name} can't be read ({error}). It looks like 10.0.0.0/8,127.0.0.1.") from None


def postgres(name: str) -> dict[str, Any]:
    """Django's settings for the PostgreSQL whose URL is in the variable ``name``."""
    example = "It looks like postgres://user:password@host:5432/name."
    try:
        found: dict[str, Any] = dict(
            dj_database_url.parse(os.environ[name], conn_max_age=0, conn_health_checks=True)
        )
    except ValueError:
        raise SystemExit(f"{name} can't be read. {example}") from None
    if found["ENGINE"] != "django.db.backends.postgresql":
        raise SystemExit(
            f"{name} must lead to PostgreSQL. {example} Leave it out for SQLite: UPTOWN_DATA "
            "names its folder."
        )
    if not found["NAME"]:
        raise SystemExit(f"{name} names no database. {example}")
    options = found.setdefault("OPTIONS", {})
    options.setdefault("pool", POOL)
    options.setdefault("connect_timeout", SECONDS_TO_CONNECT)
    # `./uptown restore` finds other processes that use the database by this name.
    options["application_name"] = f"uptown {os.getpid()} on {socket.gethostname()}"[:63]
    return found


def redis(url: str) -> str:
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise SystemExit("REDIS_URL can't be read. It looks like redis://host:6379/0.")
    return url


def grip_key(key: str, redis_url: str) -> str:
    if key and len(key) < 32:
        raise SystemExit("UPTOWN_GRIP_KEY must have at least 32 characters. Pushpin has the same as sig_key.")
    if key and not redis_url:
        raise SystemExit("UPTOWN_GRIP_KEY is set, but REDIS_URL isn't: streams in Pushpin need Redis.")
    return key
