"""The public URLs of an event."""

from csp.decorators import csp_replace
from django.urls import path
from django.views.decorators.clickjacking import xframe_options_exempt

from accounts.access import View
from pages.hall import views, views_sign_up
from pages.web import opened, refreshed


def framed(view: View) -> View:
    """Let any website show a page in a frame."""
    anywhere: View = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))
    return anywhere


app_name = "hall"
urlpatterns = [
    path("", opened(views.EVENT), name="event"),
    path("now/", refreshed(views.NOW), name="event-now"),
    path("finder/", refreshed(views.FINDER), name="finder"),
    path("sign-up/", views_sign_up.sign_up, name="sign-up"),
    path("sign-up/alone/", views_sign_up.sign_up_alone, name="sign-up-alone"),
    path("sign-up/poster/", opened(views_sign_up.POSTER), name="sign-up-poster"),
    path("privacy/", opened(views.PRIVACY), name="privacy"),
    path("signed-up/<uuid:key>/", opened(views_sign_up.SIGNED_UP), name="signed-up"),
    path("signed-up/<uuid:key>/about/", views_sign_up.about, name="say-about"),
    path("signed-up/<uuid:key>/ask/", views_sign_up.ask, name="ask-partner"),
    path("signed-up/<uuid:key>/answer/", views_sign_up.answer, name="answer-partner"),
    path("signed-up/<uuid:key>/block/", views_sign_up.block, name="block-partner"),
    path("signed-up/<uuid:key>/leave/", views_sign_up.leave, name="leave-list"),
    path("standings/", opened(views.STANDINGS), name="standings"),
    path("standings/table/", refreshed(views.STANDINGS), name="standings-table"),
    path("standings/near/", refreshed(views.NEAR), name="standings-near"),
    path("embed/", framed(opened(views.EMBED)), name="embed"),
    path("fairness/", opened(views.FAIRNESS), name="fairness"),
    path("fairness/ledger/", refreshed(views.FAIRNESS), name="fairness-ledger"),
    path("seats/", opened(views.SEATS), name="seats"),
    path("seats/list/", refreshed(views.SEATS), name="seats-list"),
    path("bracket/", opened(views.BRACKET), name="bracket"),
    path("bracket.svg", views.bracket_svg, name="bracket-svg"),
    path("bracket/games/", refreshed(views.BRACKET), name="bracket-games"),
    path("awards/", opened(views.AWARDS), name="awards"),
    path("awards/podium/", refreshed(views.AWARDS), name="podium"),
    path("certificate/", opened(views.CERTIFICATE), name="certificate"),
    path("rules/", opened(views.RULES), name="rules"),
    *(path(f"guide/{name}/", opened(screen), name=f"guide-{name}") for name, screen in views.GUIDE.items()),
    path("screen/", opened(views.SCREEN), name="screen"),
    path("screen/board/", refreshed(views.SCREEN), name="screen-board"),
    path("placards/", opened(views.PLACARDS), name="placards"),
    path("next-cards/", opened(views.NEXT_CARDS), name="next-cards"),
    path("slips/", opened(views.SLIPS), name="slips"),
]
