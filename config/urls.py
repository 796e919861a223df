"""The URLs: signing in, the event stream, and all of ``pages``."""

from allauth.account import views as account
from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from pages.site.views import sign_out
from pages.web import page_view
from server.live.views import version
from server.views import CHECK

# Pages of allauth that Uptown doesn't have: for inactive accounts, and those without a password.
to_sign_in = RedirectView.as_view(pattern_name="account_login")

# Sign-in with an organization's account, by OpenID Connect (docs/operator.md).
ELSEWHERE = ("allauth.socialaccount.urls", "allauth.socialaccount.providers.openid_connect.urls")

handler500 = "pages.api.views.failed"
urlpatterns = [
    *(path("sign-in/with/", include(urls)) for urls in ELSEWHERE if settings.OIDC_SERVER),
    path("sign-in/", account.login, name="account_login"),
    path("sign-out/", sign_out, name="account_logout"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/first/", to_sign_in, name="account_set_password"),
    path("sign-in/inactive/", to_sign_in, name="account_inactive"),
    path("sign-in/again/", account.reauthenticate, name="account_reauthenticate"),
    path("sign-in/again/code/", second_step.reauthenticate, name="mfa_reauthenticate"),
    path("sign-in/code/", second_step.authenticate, name="mfa_authenticate"),
    path("account/", never_cache(second_step.index), name="mfa_index"),
    path("account/code/", never_cache(totp.activate_totp), name="mfa_activate_totp"),
    path("account/code/off/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("account/recovery/", never_cache(recovery.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("account/recovery/new/", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("live/<slug:slug>", version, name="live"),
    path("<slug:slug>/server/", page_view(CHECK), name="server-check"),
    path("", include("pages.urls")),
]
