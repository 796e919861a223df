"""Who gets an account: organizers by the first start's link or another organizer, nobody else."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]
    """Passwords and rate limits as they come, sign-up closed."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "That name and password don’t belong together. Look for capital "
        "letters, and try again.",
        "too_many_login_attempts": "That was wrong too often. Wait five minutes, then try again.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody opens an account by themselves."""
        return False
