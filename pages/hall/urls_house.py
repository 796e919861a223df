from django.urls import path

from pages.hall import views_house
from pages.organizer import views_event

app_name = "house"
urlpatterns = [
    path("", views_house.events, name="events"),
    path("new/", views_event.open_new_event, name="open-event"),
    path("code/", views_house.enter_code, name="enter-code"),
    path("key/", views_house.turn_key, name="turn-key"),
    path("join/<str:secret>/", views_house.join, name="join"),
    path("setup/<str:token>/", views_house.accept_invitation, name="accept-invitation"),
]
