"""The secret of a private link: pages can show it again, but the database alone doesn't reveal it.

A row stores a random text, from which the server's key makes the secret, and a hash to find it by. A row
without these has a sealed key: its ``key``, which the log publishes, with what only the server makes of it.
"""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

# Marks links from before there was a key. No random text begins with it.
LEGACY = "="


def new_link() -> dict[str, str]:
    nonce = secrets.token_urlsafe(24)
    return {"nonce": nonce, "hashed": hash_of(secret_of(nonce))}


def secret_of(nonce: str, *, key: str | None = None) -> str:
    if nonce.startswith(LEGACY):
        return nonce.removeprefix(LEGACY)
    return _made("tournament.models.links", nonce, key)


def hash_of(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def sealed(what: str, key: UUID) -> str:
    """The secret of the page of the row with this key. ``what`` tells apart the pages of one row."""
    return f"{key.hex}{_made(f'tournament.models.links.{what}', key.hex)}"


def unsealed(what: str, secret: str) -> UUID | None:
    """The key in this secret; None if the server didn't make it."""
    try:
        key = UUID(secret[: len(UUID(int=0).hex)])
    except ValueError:
        return None
    return key if constant_time_compare(secret, sealed(what, key)) else None


def _made(salt: str, text: str, key: str | None = None) -> str:
    made = salted_hmac(salt, text, secret=key, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:24]).decode()
