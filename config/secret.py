"""The secret that signs cookies and links: made once, kept beside the database."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path) -> str:
    """The secret in ``path``; a new one the first time, readable by its owner only."""
    try:
        # Written aside and linked into place, so that two starts at once agree on one.
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        if not path.exists():
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(50))
            os.link(aside, path)
            os.unlink(aside)
    except FileExistsError:
        aside.unlink(missing_ok=True)
    return path.read_text().strip()
