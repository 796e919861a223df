"""The URLs of messages and of the caller's sheet."""

from django.urls import path

from pages.messages import views
from pages.web import page_view

app_name = "messages"
urlpatterns = [
    path("messages/", page_view(views.MESSAGES), name="messages"),
    path("messages/show/", views.display, name="show"),
    path("messages/remove/", views.remove, name="remove"),
    path("messages/write/", views.write, name="write"),
    path("messages/prove/", views.prove, name="prove"),
    path("messages/sent/", views.sent, name="sent"),
    path("messages/<int:pk>/again/", views.again, name="again"),
    path("caller/", page_view(views.CALLER), name="caller"),
    path("stop/<secret:token>/", views.stop, name="stop"),
]
