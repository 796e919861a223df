"""PgBouncer, in front of PostgreSQL. Standard library only."""

from pathlib import Path

from config import services
from tools.wide.deployed import deployed, folder_of, write

PORT = 6432
"""The number in its socket's name."""


def program() -> Path:
    return services.unpacked("pgbouncer", package="pgbouncer")


def command(sockets: Path) -> list[str | Path]:
    """The command that starts PgBouncer, with a socket beside PostgreSQL's and no port.

    :raises NotAvailable: if it can't be had.
    """
    replacements = {
        "host=10.0.0.50 port=5432 dbname=uptown": f"host={sockets} port=5432 dbname=uptown user=uptown",
        "listen_addr = 10.0.0.51\n": "",
        "unix_socket_dir = /run/postgresql": f"unix_socket_dir = {sockets}",
        "auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt": "auth_type = any",
    }
    file = write(folder_of(sockets, "pgbouncer") / "pgbouncer.ini", deployed("pgbouncer.ini", replacements))
    return [program(), "--quiet", file]


def socket_of(sockets: Path) -> Path:
    return sockets / f".s.PGSQL.{PORT}"


def url(sockets: Path) -> str:
    return f"postgres://uptown@{str(sockets).replace('/', '%2F')}:{PORT}/uptown"
