"""The addresses: signing in, and everything that ``pages`` shows."""

from allauth.account import views as account
from django.urls import include, path
from django.views.generic import RedirectView

from pages.live.views import version
from pages.site.views import sign_out

# Allauth leads there who can't sign in, or has no password to change: to the one door there is.
to_the_door = RedirectView.as_view(pattern_name="account_login")

urlpatterns = [
    path("sign-in/", account.login, name="account_login"),
    path("sign-out/", sign_out, name="account_logout"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/first/", to_the_door, name="account_set_password"),
    path("sign-in/inactive/", to_the_door, name="account_inactive"),
    path("sign-in/again/", account.reauthenticate, name="account_reauthenticate"),
    path("live/<slug:slug>", version, name="live"),
    path("", include("pages.urls")),
]
