"""The key pair with which this server signs notifications for phones (VAPID, RFC 8292)."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of P-256: a private key is a number from 1 to one below."""


@cache
def key_pair() -> Vapid02:
    """The key pair, derived from the secret key, so all processes and a restored backup have the same one."""
    number = int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), b"messages.push", "sha512"))
    return Vapid02(ec.derive_private_key(number % (ORDER - 1) + 1, CURVE))


def public_key() -> str:
    """The public key as base64url. A browser passes it to its push service."""
    point = key_pair().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """:raises ValueError: if it isn't base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def are_keys(user_key: str, auth: str) -> bool:
    """Whether a browser's keys are valid for encryption."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(user_key))
        return len(decoded(auth)) == 16
    except ValueError:
        return False
