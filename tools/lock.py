"""Pin in ``requirements.txt`` what ``pyproject.toml`` names: ``python -m tools.lock [--upgrade]``.

One file with hashes serves uv and pip. A package that an extra adds has a marker with its name, so that
``pip install -r requirements.txt`` leaves it out; ``./uptown`` replaces the markers of what a command needs.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from config.kinds import BASE_DIR

LOCK, NAMED = BASE_DIR / "requirements.txt", BASE_DIR / "pyproject.toml"
PINS = re.compile(r"^[^\s#].*(?:\n .*)*", re.MULTILINE)
COMPILE = "pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate"


def main(options: Sequence[str]) -> None:
    extras = [*tomllib.loads(NAMED.read_text())["project"]["optional-dependencies"]]
    with tempfile.TemporaryDirectory() as folder:
        whole, part = Path(folder) / "whole.txt", Path(folder) / "part.txt"
        shutil.copy(LOCK, whole)
        # All at once, so that a package has the same version in each part.
        _compile(whole, extras, *options)
        found: dict[str, str] = {}
        for count, extra in enumerate(["", *extras]):
            shutil.copy(whole, part)
            _compile(part, extras[:count])
            for pin in PINS.findall(part.read_text()):
                found.setdefault(pin, _marked(pin, extra))
    LOCK.write_text("\n".join(sorted(found.values())) + "\n")


def _compile(into: Path, extras: Sequence[str], *options: str) -> None:
    """Resolve into a file; what it has already keeps its version."""
    named = [word for extra in extras for word in ("--extra", extra)]
    uv: list[str | Path] = [Path(sys.executable).with_name("uv"), *COMPILE.split(), *named, *options]
    subprocess.run([*uv, NAMED, "-o", into], check=True, stdout=subprocess.DEVNULL)


def _marked(pin: str, extra: str) -> str:
    """A pin with its hashes, marked as one that only this extra needs."""
    if not extra:
        return pin
    first, end, hashes = pin.partition(" \\\n")
    name, _, marker = first.partition(" ; ")
    both = f"({marker}) and extra == '{extra}'" if marker else f"extra == '{extra}'"
    return f"{name} ; {both}{end}{hashes}"


if __name__ == "__main__":
    main(sys.argv[1:])
