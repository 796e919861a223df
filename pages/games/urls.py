"""The URLs of an event's games, teams and results."""

from django.urls import path

from pages.games import views
from pages.web import opened, refreshed

app_name = "games"
urlpatterns = [
    path("games/", opened(views.GAMES), name="games"),
    path("games/list/", refreshed(views.GAMES), name="games-list"),
    path("games/<int:pk>/", opened(views.GAME), name="game"),
    path("games/<int:pk>/now/", refreshed(views.GAME), name="game-now"),
    path("teams/<int:number>/", opened(views.TEAM), name="team"),
    path("teams/<int:number>/now/", refreshed(views.TEAM), name="team-now"),
    path("teams/<int:number>/picture.svg", views.picture, name="team-picture"),
    path("side-prizes/", opened(views.SIDE_PRIZES), name="side-prizes"),
    path("side-prizes/now/", refreshed(views.SIDE_PRIZES), name="side-prizes-now"),
    path("results/", opened(views.RESULTS), name="results"),
    path("results/standings.csv", views.standings_csv, name="standings-csv"),
    path("results/games.csv", views.games_csv, name="games-csv"),
    path("results/results.json", views.results_json, name="results-json"),
]
