"""Password recovery: a sheet printed in advance, an e-mail, and the page to which both links lead."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access import Request, anybody, organizers
from accounts.rate_limits import FORGOTTEN, count_try, must_wait
from accounts.recovery import PAPER, account_of, recovery_token
from pages.links import link_to, site_address
from pages.site.forms import EmailForm, ForgottenForm, NewPasswordForm
from pages.site.recovery_mail import send_link_to

SENT = (
    "If an account has this address, an e-mail is on its way. Its link works for an hour. "
    "If nothing comes in five minutes, ask again, or use the recovery sheet."
)
TOO_MANY = "Too many e-mails wait to be sent. Try again in a minute, or use the recovery sheet."


def can_mail() -> bool:
    """Whether links can be e-mailed. They need the operator's ``ADDRESS``: a Host header can be forged."""
    return bool(settings.EMAIL_HOST and site_address())


@organizers
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_sheet(request: Request) -> HttpResponse:
    """The sheet to print, and the account's e-mail address. It asks for the password first."""
    user: Any = request.user
    form = EmailForm(request.POST or None, initial={"email": user.email})
    if form.is_valid():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        messages.success(request, "Saved.")
        return redirect("site:recovery-sheet")
    context = {
        "form": form,
        "link": link_to(request, "site:recover", recovery_token(user, PAPER)),
        "can_mail": can_mail(),
    }
    return render(request, "site/recovery/sheet.html", context, status=422 if form.errors else 200)


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: Request) -> HttpResponse:
    form = ForgottenForm(request.POST or None)
    if form.is_bound and must_wait(request, FORGOTTEN):
        form.add_error(None, FORGOTTEN.wait)
    if can_mail() and form.is_valid():
        count_try(request, FORGOTTEN)
        if send_link_to(form.cleaned_data["email"]):
            messages.success(request, SENT)
            return redirect("account_login")
        form.add_error(None, TOO_MANY)
    context = {"form": form, "can_mail": can_mail()}
    return render(request, "site/recovery/forgotten.html", context, status=422 if form.errors else 200)


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: Request, token: str) -> HttpResponse:
    """Set a new password. This doesn't sign in, so the second step is still required."""
    user = account_of(token)
    if user is None:
        sentence = (
            "This link was used, or is too old. Ask for another, or another organizer invites you again."
        )
        return render(request, "site/closed_link.html", {"sentence": sentence}, status=404)
    form = NewPasswordForm(request.POST or None)
    if form.is_valid():
        try:
            validate_password(form.cleaned_data["password"], user)
        except ValidationError as weak:
            form.add_error("password", weak)
        else:
            user.set_password(form.cleaned_data["password"])
            user.save(update_fields=["password"])
            messages.success(
                request, "That is your password now. Sign in with it. Print a new recovery sheet."
            )
            return redirect("account_login")
    context = {"form": form, "name": user.get_username()}
    return render(request, "site/recovery/recover.html", context, status=422 if form.errors else 200)
