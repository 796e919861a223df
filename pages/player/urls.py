"""The URLs of a team's own page."""

from django.urls import path

from pages.player import views
from pages.player.own import CALLED, OWN, RECORD
from pages.web import fragment_view, page_view

app_name = "player"
urlpatterns = [
    path("team/", page_view(OWN), name="now"),
    path("team/called/", fragment_view(CALLED), name="called"),
    path("team/record/", page_view(RECORD), name="record"),
    path("team/own-page/<int:pk>/", views.own_page, name="own-page"),
    path("team/seated/", views.seated, name="mark-seated"),
    path("team/phone/", views.tells, name="tell-phone"),
    path("team/correct/", views.correct, name="correct"),
    path("team/here/<slug:code>/", views.here, name="here"),
    path("team/sit-out/", views.sits_out, name="sit-out"),
    path("team/take-back/", views.take_back, name="take-back"),
    path("team/who-sits/", views.who_sits, name="who-sits"),
    path("team/substitute/<uuid:pk>/", views.substitute, name="answer-request"),
    path("team/referee/", views.call, name="call-referee"),
    path("team/report/", views.report, name="report-hand"),
    path("team/report/preview/", views.preview, name="preview-report"),
    path("team/report/<uuid:pk>/accept/", views.accept, name="accept-report"),
    path("team/report/<uuid:pk>/dispute/", views.dispute, name="dispute-report"),
    path("team/game/<int:pk>/agree/", views.agree, name="agree-result"),
    path("team/game/<int:pk>/object/", views.object_to, name="object-to-result"),
]
