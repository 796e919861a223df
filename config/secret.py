"""The folder beside the database, which only its owner may read, and the secrets in it."""

import os
import secrets
from pathlib import Path

OWNER_ONLY = 0o077


def private_folder(folder: Path) -> Path:
    """Make the folder. Files in it, and all that this process writes, are readable by their owner only."""
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
    """The secret in ``path``, made the first time; readable by its owner only."""
    # Written under another name and then linked, so that two starts at once agree on one secret.
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
    return f"Uptown can't write in {folder} ({refused.strerror}). Name another: UPTOWN_DATA=…"
