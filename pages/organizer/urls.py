"""The organizer's and the desk's addresses, below an event's."""

from pages.organizer import urls_floor, urls_front

app_name = "organizer"
urlpatterns = [*urls_front.urlpatterns, *urls_floor.urlpatterns]
