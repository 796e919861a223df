"""Who gets an account: organizers by the first start's link or another organizer, nobody else."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnly(DefaultAccountAdapter):  # type: ignore[misc]
    """Passwords and rate limits as they come, sign-up closed."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody opens an account by themselves."""
        return False
