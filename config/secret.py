"""The private data folder (``UPTOWN_DATA``), and the secret keys in it."""

import os
import secrets
from pathlib import Path

OWNER_ONLY = 0o077
"""The umask for private files: no permissions for group and others."""


def private_folder(folder: Path) -> Path:
    """Make the folder. Only the owner may read the secrets in it, and any file that this process writes."""
    os.umask(OWNER_ONLY)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as refused:
        raise SystemExit(_sentence(folder, refused)) from None
    for file in [*folder.glob("*.sqlite3*"), *folder.glob("*-key"), *folder.glob("celerybeat*")]:
        if file.stat().st_mode & OWNER_ONLY:
            file.chmod(0o600)
    return folder


def kept_secret(path: Path) -> str:
    """The secret in ``path``; the first call makes it. Only its owner may read the file."""
    # Written to a temporary file and then linked, so that two processes that start at once agree on it.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        if not path.exists():
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(50))
            os.link(aside, path)
            os.unlink(aside)
    except FileExistsError:
        aside.unlink(missing_ok=True)
    except OSError as refused:
        aside.unlink(missing_ok=True)
        raise SystemExit(_sentence(path.parent, refused)) from None
    return path.read_text().strip()


def _sentence(folder: Path, refused: OSError) -> str:
    return f"Uptown can’t write in {folder} ({refused.strerror}). Name another: UPTOWN_DATA=…"
