#!/usr/bin/env python
"""Django's command line for Uptown."""

import errno
import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError

from config.environment import unknown

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}
"""The error numbers of a disk that is full or read-only."""


def main() -> None:
    """Run the command. An unusable database or a full disk ends it with an error message."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for sentence in unknown(os.environ):
        sys.stderr.write(f"{sentence}\n")
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except (OperationalError, ProgrammingError, OSError) as refused:
        if "--traceback" in sys.argv or getattr(refused, "errno", errno.ENOSPC) not in NO_ROOM:
            raise
        words = " ".join(str(refused).split())
        if isinstance(refused, OSError):
            sys.exit(
                f"Uptown can’t write here: {words}. Is the disk full, or may it only be read? Make room, or "
                "name another folder: UPTOWN_DATA=… --traceback shows more."
            )
        sys.exit(
            f"The database can’t be used: {words}. ./uptown run makes one; "
            "UPTOWN_DATA and DATABASE_URL say where it is. --traceback shows more."
        )


if __name__ == "__main__":
    main()
