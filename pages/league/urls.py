"""The URLs of leagues and series, at each of their events."""

from django.urls import path

from pages.league import views, views_series
from pages.web import page_view

app_name = "league"
urlpatterns = [
    path("league/", page_view(views.LEAGUE), name="league"),
    path("league/players/", page_view(views.PLAYERS), name="players"),
    path("league/results/", page_view(views.RESULTS), name="results"),
    path("league/results/bring/", views.bring, name="bring"),
    path("league/<int:pk>/open/", views.begin, name="open"),
    path("league/<int:pk>/absence/", views.absence, name="absence"),
    path("league/<int:pk>/numbers/", views.numbers, name="numbers"),
    path("league/<int:pk>/pool/", views.join, name="join-pool"),
    path("league/<int:pk>/pool/<int:person>/leave/", views.leave, name="leave-pool"),
    path("league/draws/", page_view(views.DRAWS), name="draws"),
    path("league/draw/", views.draw, name="draw"),
    path("league/credit/", views.credit, name="credit"),
    path("league/<int:pk>/undo/", views.undo, name="undo"),
    path("series/", page_view(views_series.ALL), name="all-series"),
    path("series/sentence/", page_view(views_series.SENTENCE), name="series-sentence"),
    path("series/make/", views_series.make, name="make-series"),
    path("series/<int:pk>/", page_view(views_series.ONE), name="series"),
    path("series/<int:pk>/table/", page_view(views_series.TABLE), name="series-table"),
    path("series/<int:pk>/table.csv", views_series.series_csv, name="series-csv"),
    path("series/<int:pk>/change/", views_series.change, name="change-series"),
    path("series/<int:pk>/add/", views_series.add, name="add-to-series"),
    path("series/<int:pk>/final/", views_series.final, name="open-final"),
    path("series/<int:pk>/take-out/", views_series.take_out, name="take-out"),
]
