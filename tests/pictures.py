"""Take the docs' pictures again: ``./uptown pictures``. ``--long`` runs their test, too."""

import os
import subprocess
import sys

from tests import services
from tests.everything import compiled_once

# The environment variable with the folder for the pictures.
FOLDER = "PICTURES_FOLDER"
# A file beside the pictures: the program's words that each one shows.
WORDS = "words.json"
TEST = "tests/journeys/looks/test_pictures.py"


def main() -> int:
    """Run the pictures' test with ``docs/pictures`` as its folder."""
    services.fetch()
    folder = {FOLDER: "docs/pictures"}
    os.makedirs(folder[FOLDER], exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--long", TEST],
        env={**os.environ, **compiled_once(), **services.libraries(), **folder},
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
