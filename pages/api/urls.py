"""The URLs of the API, and of the page Programs."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from pages.api import card, views, views_reference
from pages.api.running import views_programs
from pages.web import page_view

app_name = "api"
urlpatterns = [
    path("api/v1/", views_reference.reference, name="reference"),
    path("api/v1/openapi.json", views.openapi, name="openapi"),
    *views.addresses(),
    path("api/v1/<path:rest>", csrf_exempt(views.nothing), name="nothing"),
    path("<slug:slug>/card.png", card.card, name="card"),
    path("<slug:slug>/programs/", page_view(views_programs.PROGRAMS), name="programs"),
    path("<slug:slug>/programs/give/", views_programs.give, name="give-token"),
    path("<slug:slug>/programs/<int:pk>/revoke/", views_programs.revoke, name="revoke-token"),
    path("<slug:slug>/programs/webhook/", views_programs.add, name="add-webhook"),
    path("<slug:slug>/programs/webhook/<int:pk>/end/", views_programs.end, name="end-webhook"),
    path("<slug:slug>/programs/webhook/<int:pk>/ping/", views_programs.ping, name="ping-webhook"),
    path("<slug:slug>/programs/delivery/<int:pk>/again/", views_programs.again, name="send-again"),
]
