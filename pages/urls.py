from django.urls import include, path

from pages.views import clock

urlpatterns = [
    path("", include("pages.hall.urls_house")),
    path("<slug:slug>/clock-face/", clock, name="clock"),
    path("<slug:slug>/", include("pages.hall.urls")),
    path("<slug:slug>/", include("pages.player.urls")),
    path("<slug:slug>/", include("pages.referee.urls")),
    path("<slug:slug>/", include("pages.organizer.urls")),
]
