"""Take the pictures of the docs again: ``./uptown pictures``. Their test also runs with ``--long``."""

import os
import subprocess
import sys

from tests import services
from tests.everything import compiled_once

# The environment variable that says where the pictures go.
FOLDER = "PICTURES_FOLDER"
# Beside the pictures: the words of the program that each one shows.
WORDS = "words.json"
TEST = "tests/journeys/looks/test_pictures.py"


def main() -> int:
    """Run that one test, so that its pictures go to ``docs/pictures``."""
    services.fetch()
    folder = {FOLDER: "docs/pictures"}
    os.makedirs(folder[FOLDER], exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--long", TEST],
        env={**os.environ, **compiled_once(), **services.libraries(), **folder},
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
