"""The URL outside of events at which a gateway posts answers to texts."""

from django.urls import path

from pages.messages.stops import text_in

urlpatterns = [path("text/in/<secret:secret>/", text_in, name="text-in")]
