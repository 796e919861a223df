"""A team's addresses, below an event's."""

from django.urls import path

from pages.player import views, views_reports
from pages.player.own import OWN
from pages.web import opened

app_name = "player"
urlpatterns = [
    path("team/", opened(OWN), name="now"),
    path("team/seated/", views.seated, name="mark-seated"),
    path("team/referee/", views.call, name="call-referee"),
    path("team/report/", views_reports.report, name="report-hand"),
    path("team/report/preview/", views_reports.preview, name="preview-report"),
    path("team/report/<uuid:pk>/accept/", views_reports.accept, name="accept-report"),
    path("team/report/<uuid:pk>/dispute/", views_reports.dispute, name="dispute-report"),
    path("team/game/<int:pk>/agree/", views_reports.agree, name="agree-result"),
    path("team/game/<int:pk>/object/", views_reports.object_to, name="object-to-result"),
]
