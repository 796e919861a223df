"""A second PostgreSQL, which replicates the first one. Standard library only."""

import subprocess
from pathlib import Path

from config import services

PORT = 5433
"""The number in its socket's name."""


def command(folder: Path, sockets: Path) -> list[str | Path]:
    """The command that starts the replica in ``folder``. The first time, it copies the running first server.

    :raises DidNotStart: if the copy fails.
    """
    server = services.postgres_program().resolve()
    if not (folder / "standby.signal").exists():
        copy: list[str | Path] = [server.with_name("pg_basebackup"), "-D", folder, "-h", sockets]
        copy += ["-U", "uptown", "--write-recovery-conf", "--checkpoint=fast"]
        copied = subprocess.run(copy, capture_output=True, text=True, **services.unprivileged())
        if copied.returncode != 0:
            raise services.DidNotStart(f"The replica: {copied.stderr.strip()}")
    # With this feedback, the first server keeps old rows while queries of the replica need them. Otherwise a
    # change on the first server could cancel these queries.
    return services.postgres(
        folder, sockets, f"port={PORT}", "max_connections=300", "hot_standby_feedback=on"
    )


def socket_of(sockets: Path) -> Path:
    return sockets / f".s.PGSQL.{PORT}"


def url(sockets: Path) -> str:
    return f"postgres://uptown@{str(sockets).replace('/', '%2F')}:{PORT}/uptown"
