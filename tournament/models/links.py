"""The secret of a private link: pages can show it again, but the database alone doesn't reveal it.

A row stores a random text, from which the server's key makes the secret, and a hash to find it by.
"""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from django.utils.crypto import salted_hmac

# Marks links from before there was a key. No random text begins with it.
LEGACY = "="


def new_link() -> dict[str, str]:
    nonce = secrets.token_urlsafe(24)
    return {"nonce": nonce, "hashed": hash_of(secret_of(nonce))}


def secret_of(nonce: str, *, key: str | None = None) -> str:
    if nonce.startswith(LEGACY):
        return nonce.removeprefix(LEGACY)
    made = salted_hmac("tournament.models.links", nonce, secret=key, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:24]).decode()


def hash_of(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
