"""Sign-in with a password. An account comes from the first start's link or from an organizer's invitation."""

from time import time
from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.access import Request, remember_device
from accounts.sign_in_log import log_account, log_wrong

DIFFERENT = 4
"""The fewest different characters in a password."""
KNOWN = "known"
"""The signed cookie with the account that last signed in on a device; it lasts half a year."""
PASSWORD_AT = "password_at"
"""The session key for the time at which the password was typed."""


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth without sign-up. The rate limit for passwords is in ``server/limits/guesses.py``."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "That name and password don’t belong together. Look for capital "
        "letters, and try again.",
        "incorrect_password": "That is not your password. Look for capital letters, and try again.",
    }

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        name = str(credentials.get("username", "")).casefold()
        log_wrong("password", cast(Request, request), name, timezone.now())

    def post_login(self, request: HttpRequest, user: Any, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        response.set_signed_cookie(
            KNOWN,
            user.get_username().casefold(),
            salt=KNOWN,
            max_age=settings.SESSION_COOKIE_AGE * 13,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    def login(self, request: HttpRequest, user: Any) -> None:
        super().login(request, user)
        steps = {step["method"] for step in get_authentication_records(request, user)}
        how = settings.OIDC_NAME if "socialaccount" in steps else "the password"
        if "socialaccount" not in steps:
            remember_password(request)
        remember_device(request)
        how += " and a code" if "mfa" in steps else ""
        log_account(cast(Request, request), user.get_username(), how, timezone.now())

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        typed_at = self.request.session.get(PASSWORD_AT, 0.0)
        return bool(time() - typed_at >= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def remember_password(request: HttpRequest) -> None:
    """Store the time at which the password was typed, so that ``asks_again`` doesn't ask at once."""
    request.session[PASSWORD_AT] = time()


class Argon2id(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters. A check takes a fifteenth of the time of Django's PBKDF2."""

    time_cost, memory_cost, parallelism = 2, 19_456, 1


class LongEnough(MinimumLengthValidator):
    """At least eight characters, of which ``DIFFERENT`` are different."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        if len(set("".join(password.split()))) < DIFFERENT:
            raise ValidationError(
                f"A password needs at least {DIFFERENT} different letters, numbers or symbols."
            )
