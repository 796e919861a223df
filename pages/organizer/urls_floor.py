"""The addresses of the floor, the cut and the bracket."""

from django.urls import path

from pages.organizer import views_cut, views_floor

urlpatterns = [
    path("floor/", views_floor.floor, name="floor"),
    path("floor/tables/", views_floor.tables, name="floor-tables"),
    path("round/", views_floor.next_round, name="call-round"),
    path("phase-two/", views_floor.phase_two, name="start-phase-two"),
    path("game/<int:pk>/call/", views_floor.game, name="call-game"),
    path("cut/", views_cut.cut, name="cut"),
    path("cut/state/", views_cut.state, name="cut-state"),
    path("cut/settle/", views_cut.settle, name="settle-cut"),
    path("cut/reopen/", views_cut.reopen, name="reopen-cut"),
    path("cut/lot/", views_cut.lot, name="draw-lot"),
    path("cut/playoff/", views_cut.playoff, name="call-playoff"),
]
