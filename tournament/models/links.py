"""The secret of a private link: pages show it again, and yet whoever reads the database alone can't open it.

A row keeps chance, from which the house's own key makes the secret, and a hash to find it by.
"""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from django.utils.crypto import salted_hmac

# Links that were made before are kept as they were; nothing that is made by chance begins so.
AS_IT_WAS = "="


def new_link() -> dict[str, str]:
    chance = secrets.token_urlsafe(24)
    return {"chance": chance, "hashed": hash_of(secret_of(chance))}


def secret_of(chance: str, *, key: str | None = None) -> str:
    if chance.startswith(AS_IT_WAS):
        return chance.removeprefix(AS_IT_WAS)
    made = salted_hmac("tournament.models.links", chance, secret=key, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:24]).decode()


def hash_of(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()
