#!/usr/bin/env python
"""Django's command line for Uptown."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError


def main() -> None:
    """Do what the words say. A database that isn't there, or has no tables, gets a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as refused:
        if "--traceback" in sys.argv:
            raise
        sys.exit(
            f"The database can't be used: {' '.join(str(refused).split())}. ./uptown run makes one; "
            "UPTOWN_DATA and DATABASE_URL say where it is. --traceback shows more."
        )


if __name__ == "__main__":
    main()
