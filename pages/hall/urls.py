"""The addresses that everybody may open, below an event's."""

from django.urls import path

from pages.hall import views, views_paper, views_privacy, views_screen, views_sign_up

app_name = "hall"
urlpatterns = [
    path("", views.event, name="event"),
    path("now/", views.now, name="event-now"),
    path("finder/", views.finder, name="finder"),
    path("sign-up/", views_sign_up.sign_up, name="sign-up"),
    path("sign-up/alone/", views_sign_up.sign_up_alone, name="sign-up-alone"),
    path("sign-up/poster/", views_sign_up.poster, name="sign-up-poster"),
    path("privacy/", views_privacy.privacy, name="privacy"),
    path("signed-up/<uuid:key>/", views_sign_up.signed_up, name="signed-up"),
    path("standings/", views.standings, name="standings"),
    path("standings/table/", views.standings_table, name="standings-table"),
    path("standings/near/", views.standings_near, name="standings-near"),
    path("fairness/", views.fairness, name="fairness"),
    path("fairness/ledger/", views.ledger, name="fairness-ledger"),
    path("seats/", views.seats, name="seats"),
    path("seats/list/", views.seats_list, name="seats-list"),
    path("bracket/", views.bracket, name="bracket"),
    path("bracket.svg", views.bracket_svg, name="bracket-svg"),
    path("bracket/games/", views.bracket_games, name="bracket-games"),
    path("awards/", views.awards, name="awards"),
    path("awards/podium/", views.podium, name="podium"),
    path("certificate/", views.certificate, name="certificate"),
    path("rules/", views.rules, name="rules"),
    path("screen/", views_screen.screen, name="screen"),
    path("screen/board/", views_screen.board, name="screen-board"),
    path("placards/", views_paper.placards, name="placards"),
    path("slips/", views_paper.slips, name="slips"),
]
