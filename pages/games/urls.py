"""The addresses at which every game and every team of an event can be looked up, below the event's."""

from django.urls import path

from pages.games import views

app_name = "games"
urlpatterns = [
    path("games/", views.games, name="games"),
    path("games/list/", views.games_list, name="games-list"),
    path("games/<int:pk>/", views.game, name="game"),
    path("games/<int:pk>/now/", views.game_now, name="game-now"),
]
