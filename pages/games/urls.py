"""The URLs of an event's games, teams and results."""

from django.urls import path

from pages.games import views
from pages.web import fragment_view, page_view

app_name = "games"
urlpatterns = [
    path("games/", page_view(views.GAMES), name="games"),
    path("games/list/", fragment_view(views.GAMES), name="games-list"),
    path("games/<int:pk>/", page_view(views.GAME), name="game"),
    path("games/<int:pk>/now/", fragment_view(views.GAME), name="game-now"),
    path("games/<int:pk>/why/", page_view(views.WHY), name="why"),
    path("teams/<int:number>/", page_view(views.TEAM), name="team"),
    path("teams/<int:number>/now/", fragment_view(views.TEAM), name="team-now"),
    path("teams/<int:number>/picture.svg", views.picture, name="team-picture"),
    path("side-prizes/", page_view(views.SIDE_PRIZES), name="side-prizes"),
    path("side-prizes/now/", fragment_view(views.SIDE_PRIZES), name="side-prizes-now"),
    path("results/", page_view(views.RESULTS), name="results"),
    path("results/standings.csv", views.standings_csv, name="standings-csv"),
    path("results/games.csv", views.games_csv, name="games-csv"),
    path("results/results.json", views.results_json, name="results-json"),
]
