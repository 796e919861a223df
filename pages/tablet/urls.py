"""The URLs of a table's tablet, and of the page that opens and ends tablets."""

from django.urls import path

from pages.tablet import views
from pages.web import page_view

app_name = "tablet"
urlpatterns = [
    path("tablet/", page_view(views.TABLET), name="tablet"),
    path("tablet/hand/", views.record, name="record-hand"),
    path("tablet/hand/preview/", views.preview, name="preview"),
    path("tablet/undo/", views.undo, name="undo"),
    path("tablet/seated/", views.seated, name="mark-seated"),
    path("tablet/referee/", views.call, name="call-referee"),
    path("tablets/", page_view(views.TABLETS), name="tablets"),
    path("tablets/open/", views.open_one, name="open"),
    path("tablets/<int:pk>/end/", views.end, name="end"),
]
