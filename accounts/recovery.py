"""Password-reset links for organizers: printed on a sheet, or e-mailed and then valid for an hour.

Nothing is stored. The link has a fingerprint of the password's hash, so it works until the password changes.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

PAPER, MAIL = "accounts.recovery.paper", "accounts.recovery.mail"
MAIL_SECONDS = 60 * 60


def recovery_token(user: Any, kind: str) -> str:
    return signing.dumps([user.pk, _fingerprint(user)], salt=kind)


def account_of(token: str) -> Any:
    """The account of a link's token; None if the token is invalid, expired or used. At most one query."""
    for kind, seconds in ((PAPER, None), (MAIL, MAIL_SECONDS)):
        try:
            pk, fingerprint = signing.loads(token, salt=kind, max_age=seconds)
        except signing.BadSignature:
            continue
        user = get_user_model().objects.filter(pk=pk, is_active=True).first()
        return user if user and constant_time_compare(fingerprint, _fingerprint(user)) else None
    return None


def _fingerprint(user: Any) -> str:
    return salted_hmac("accounts.recovery", user.password, algorithm="sha256").hexdigest()[:32]
