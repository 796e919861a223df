"""The URLs of a club's people, at each of its events."""

from django.urls import path

from pages.club import views, views_evening, views_ratings, views_records
from pages.web import page_view

app_name = "club"
urlpatterns = [
    path("club/", page_view(views.CLUB), name="club"),
    path("club/grades/", page_view(views_ratings.GRADES), name="grades"),
    path("club/grades/change/", views_ratings.change, name="change-grades"),
    path("club/evening/", page_view(views_evening.EVENING), name="evening"),
    path("club/evening/cards/", page_view(views_evening.CARDS), name="evening-cards"),
    path("club/evening/ask/", views_evening.ask, name="ask-who-comes"),
    path("club/evening/sign-up/", views_evening.sign_up, name="sign-up-who-said-yes"),
    path("club/evening/regulars/", views_evening.regulars, name="set-regulars"),
    path("club/evening/guest/", views_evening.guest, name="add-guest"),
    path("club/season/", page_view(views_records.SEASON), name="season"),
    path("club/season.csv", views_records.season_csv, name="season-csv"),
    path("club/season-hands.csv", views_records.hands_csv, name="season-hands"),
    path("club/<int:pk>/record/", page_view(views_records.RECORD), name="record"),
    path("club/<int:pk>/with/<int:other>/", page_view(views_records.PAIR), name="pair"),
    path("club/join/", views.join, name="join"),
    path("club/change/", views.change, name="change"),
    path("club/member/", views.member, name="add-member"),
    path("club/templates/save/", views.save, name="save-template"),
    path("club/templates/<int:pk>/rename/", views.rename, name="rename-template"),
    path("club/templates/<int:pk>/remove/", views.remove, name="remove-template"),
    path("club/recognize/", views.everybody, name="recognize-all"),
    path("club/recognize/<int:pk>/", views.one, name="recognize"),
    path("club/<int:pk>/", page_view(views.PERSON), name="person"),
    path("club/<int:pk>/correct/", views.correct, name="correct"),
    path("club/<int:pk>/merge/", views.merge, name="merge"),
    path("club/<int:pk>/split/", views.split, name="split"),
    path("club/<int:pk>/code/", views.code, name="claim"),
    path("club/<int:pk>/link/", views.renew_link, name="renew-person-link"),
    path("club/<int:pk>/erase/", views.erase, name="erase"),
    path("club/<int:pk>/undo/<int:change>/", views.undo, name="undo"),
]
