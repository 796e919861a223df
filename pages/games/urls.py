"""The addresses at which every game and every team of an event can be looked up, below the event's."""

from django.urls import path

from pages.games import views, views_results

app_name = "games"
urlpatterns = [
    path("games/", views.games, name="games"),
    path("games/list/", views.games_list, name="games-list"),
    path("games/<int:pk>/", views.game, name="game"),
    path("games/<int:pk>/now/", views.game_now, name="game-now"),
    path("teams/<int:number>/", views.team, name="team"),
    path("teams/<int:number>/now/", views.team_now, name="team-now"),
    path("teams/<int:number>/picture.svg", views.picture, name="team-picture"),
    path("bostons/", views_results.bostons, name="bostons"),
    path("bostons/wall/", views_results.bostons_wall, name="bostons-wall"),
    path("results/", views_results.results, name="results"),
    path("results/standings.csv", views_results.standings_csv, name="standings-csv"),
    path("results/games.csv", views_results.games_csv, name="games-csv"),
    path("results/results.json", views_results.results_json, name="results-json"),
]
