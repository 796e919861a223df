"""Who gets an account: organizers by the first start's link or another organizer, nobody else."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from pages.access import remember_device

DIFFERENT = 4


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]
    """Passwords and rate limits as they come, sign-up closed."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "That name and password don’t belong together. Look for capital "
        "letters, and try again.",
        "too_many_login_attempts": "That was wrong too often. Wait five minutes, then try again.",
    }

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in, on a device that stands on the list of theirs from now on."""
        super().login(request, user)
        remember_device(request)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody opens an account by themselves."""
        return False


class LongEnough(MinimumLengthValidator):
    """At least eight characters; but eight blanks, or one letter again and again, are no password."""

    def validate(self, password: str, user: Any = None) -> None:
        """:raises ValidationError: if it is too short, or has too few different characters that are seen."""
        super().validate(password, user)
        if len(set("".join(password.split()))) < DIFFERENT:
            raise ValidationError(
                f"A password needs at least {DIFFERENT} different letters, numbers or signs."
            )
