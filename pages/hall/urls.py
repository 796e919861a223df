"""The public URLs of an event."""

from csp.decorators import csp_replace
from django.urls import path
from django.views.decorators.clickjacking import xframe_options_exempt

from accounts.access import View
from pages.hall import views, views_sign_up
from pages.web import fragment_view, page_view


def framed(view: View) -> View:
    """Let any website show a page in a frame."""
    anywhere: View = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))
    return anywhere


app_name = "hall"
urlpatterns = [
    path("", page_view(views.EVENT), name="event"),
    path("now/", fragment_view(views.NOW), name="event-now"),
    path("finder/", fragment_view(views.FINDER), name="finder"),
    path("sign-up/", views_sign_up.sign_up, name="sign-up"),
    path("sign-up/alone/", views_sign_up.sign_up_alone, name="sign-up-alone"),
    path("sign-up/poster/", page_view(views_sign_up.POSTER), name="sign-up-poster"),
    path("privacy/", page_view(views.PRIVACY), name="privacy"),
    path("signed-up/<secret:secret>/", page_view(views_sign_up.SIGNED_UP), name="signed-up"),
    path("signed-up/<secret:secret>/about/", views_sign_up.about, name="say-about"),
    path("signed-up/<secret:secret>/ask/", views_sign_up.ask, name="ask-partner"),
    path("signed-up/<secret:secret>/answer/", views_sign_up.answer, name="answer-partner"),
    path("signed-up/<secret:secret>/block/", views_sign_up.block, name="block-partner"),
    path("signed-up/<secret:secret>/leave/", views_sign_up.leave, name="leave-list"),
    path("standings/", page_view(views.STANDINGS), name="standings"),
    path("standings/table/", fragment_view(views.STANDINGS), name="standings-table"),
    path("standings/near/", fragment_view(views.NEAR), name="standings-near"),
    path("embed/", framed(page_view(views.EMBED)), name="embed"),
    path("fairness/", page_view(views.FAIRNESS), name="fairness"),
    path("fairness/ledger/", fragment_view(views.FAIRNESS), name="fairness-ledger"),
    path("seats/", page_view(views.SEATS), name="seats"),
    path("seats/list/", fragment_view(views.SEATS), name="seats-list"),
    path("bracket/", page_view(views.BRACKET), name="bracket"),
    path("bracket.svg", views.bracket_svg, name="bracket-svg"),
    path("bracket/games/", fragment_view(views.BRACKET), name="bracket-games"),
    path("awards/", page_view(views.AWARDS), name="awards"),
    path("awards/podium/", fragment_view(views.AWARDS), name="podium"),
    path("certificate/", page_view(views.CERTIFICATE), name="certificate"),
    path("rules/", page_view(views.RULES), name="rules"),
    *(
        path(f"guide/{name}/", page_view(screen), name=f"guide-{name}")
        for name, screen in views.GUIDE.items()
    ),
    path("screen/", page_view(views.SCREEN), name="screen"),
    path("screen/board/", fragment_view(views.SCREEN), name="screen-board"),
    path("placards/", page_view(views.PLACARDS), name="placards"),
    path("next-cards/", page_view(views.NEXT_CARDS), name="next-cards"),
    path("slips/", page_view(views.SLIPS), name="slips"),
]
