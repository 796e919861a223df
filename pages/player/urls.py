"""A team's addresses, below an event's."""

from django.urls import path

from pages.player import views

app_name = "player"
urlpatterns = [
    path("team/", views.now, name="now"),
    path("team/seated/", views.seated, name="mark-seated"),
    path("team/referee/", views.call, name="call-referee"),
]
