"""The forms of the account pages, where allauth's own words lead nowhere here."""

from typing import Any

from allauth.account.forms import LoginForm


class SignInForm(LoginForm):  # type: ignore[misc]
    """Name and password; who forgot it is told whom to ask, since there is no e-mail to reset it with."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = "Forgotten? Another organizer can invite you again."
