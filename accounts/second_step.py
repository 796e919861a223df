"""Two-factor sign-in: a code from an authenticator app, for organizers who turned it on."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from cryptography.fernet import Fernet
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.access import Request
from accounts.qr_code import qr_code
from accounts.rate_limits import SECOND_STEP, count_try, must_wait
from accounts.sign_in_log import log_wrong

GOOD_FOR = 3 * 30
"""The seconds for which a code is valid: three periods of 30, by ``MFA_TOTP_TOLERANCE``. Each works once."""
CODE_OF_A_PHONE = {"inputmode": "numeric", "autocomplete": "one-time-code"}


class SecondStep(DefaultMFAAdapter):  # type: ignore[misc]
    """Codes from an authenticator app. Secrets are encrypted, so a copy of the database can't make codes."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "That code doesn’t work. The app shows a new one every 30 seconds: "
        "type the one it shows now.",
        "cannot_generate_recovery_codes": "Turn the code on first: recovery codes come with it.",
    }

    def build_totp_svg(self, url: str) -> SafeString:
        return qr_code(url)

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> Fernet:
    return Fernet(urlsafe_b64encode(sha256(f"accounts.second_step {settings.SECRET_KEY}".encode()).digest()))


def _code_field() -> forms.CharField:
    return forms.CharField(
        label="Code from your phone",
        max_length=20,
        help_text="Six digits from your authenticator app, or one of your recovery codes.",
        error_messages={"required": "Type the six digits that your app shows now."},
        widget=forms.TextInput(attrs=CODE_OF_A_PHONE),
    )


class TurnOnForm(ActivateTOTPForm):  # type: ignore[misc]
    """The first code, which proves that the phone has scanned the QR code."""

    code = forms.CharField(
        label="The six digits",
        max_length=20,
        error_messages={"required": "Type the six digits that your app shows now."},
        widget=forms.TextInput(attrs={**CODE_OF_A_PHONE, "placeholder": "000 000"}),
    )


class SignInCodeForm(AuthenticateForm):  # type: ignore[misc]
    code = _code_field()

    def clean_code(self) -> str:
        return _slowly(self.user, super().clean_code)


class AskAgainCodeForm(ReauthenticateForm):  # type: ignore[misc]
    code = _code_field()

    def clean_code(self) -> str:
        return _slowly(self.user, super().clean_code)


def _slowly(user: Any, check: Callable[[], str]) -> str:
    """Run ``check`` on a code, with a rate limit by account; log a wrong code.

    :raises ValidationError: if the code is wrong, was used, or comes too soon after many wrong ones.
    """
    request, name = cast(Request, context.request), user.get_username()
    if must_wait(request, SECOND_STEP, whose=name.casefold()):
        raise forms.ValidationError(SECOND_STEP.wait)
    try:
        code = check()
        digits = "".join(sign for sign in code if sign.isdecimal())
        if not cache.add(f"second-step:{user.pk}:{digits}", 1, timeout=GOOD_FOR):
            raise get_adapter().validation_error("incorrect_code")
        return code
    except forms.ValidationError:
        count_try(request, SECOND_STEP, whose=name.casefold())
        log_wrong("sign-in code", request, name, timezone.now())
        raise
