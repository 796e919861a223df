from django.urls import include, path, register_converter

from pages.secrets import Secret

register_converter(Secret, "secret")

urlpatterns = [
    path("", include("pages.messages.urls_gateway")),
    path("", include("pages.api.urls")),
    path("", include("pages.site.urls")),
    path("", include("pages.setup.urls")),
    path("<slug:slug>/", include("pages.hall.urls")),
    path("<slug:slug>/", include("pages.games.urls")),
    path("<slug:slug>/", include("pages.player.urls")),
    path("<slug:slug>/", include("pages.referee.urls")),
    path("<slug:slug>/", include("pages.desk.urls")),
    path("<slug:slug>/", include("pages.messages.urls")),
    path("<slug:slug>/", include("pages.club.urls")),
    path("<slug:slug>/", include("pages.league.urls")),
    path("<slug:slug>/", include("pages.floor.urls")),
    path("<slug:slug>/", include("pages.tablet.urls")),
]
