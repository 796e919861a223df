from django.urls import include, path

from pages.live.views_phone import offline, phone, worker
from pages.views import clock

urlpatterns = [
    path("sw.js", worker, name="worker"),
    path("offline/", offline, name="offline"),
    path("", include("pages.hall.urls_house")),
    path("<slug:slug>/clock-face/", clock, name="clock"),
    path("<slug:slug>/phone/", phone, name="phone"),
    path("<slug:slug>/", include("pages.hall.urls")),
    path("<slug:slug>/", include("pages.player.urls")),
    path("<slug:slug>/", include("pages.referee.urls")),
    path("<slug:slug>/", include("pages.organizer.urls")),
]
