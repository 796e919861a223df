"""The addresses of a league, at each of its events."""

from django.urls import path

from pages.league import views
from pages.web import opened

app_name = "league"
urlpatterns = [
    path("league/", opened(views.LEAGUE), name="league"),
    path("league/results/", opened(views.RESULTS), name="results"),
    path("league/results/bring/", views.bring, name="bring"),
    path("league/<int:pk>/open/", views.begin, name="open"),
    path("league/credit/", views.credit, name="credit"),
    path("league/<int:pk>/undo/", views.undo, name="undo"),
]
