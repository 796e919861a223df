"""The URLs for opening an event, its settings, people, tables and simulation."""

from django.urls import include, path

from pages.setup import views, views_panels, views_people, views_phones, views_simulation, views_tables
from pages.web import page_view

app_name = "setup"
urlpatterns = [
    path("new/", views.open_new_event, name="open-event"),
    path("new/flyer/", views.open_new_event, name="read-flyer"),
    path(
        "<slug:slug>/",
        include(
            [
                path("event/", views.event, name="event"),
                path("event/fit/", page_view(views_panels.FIT), name="fit"),
                path("event/movement/", page_view(views_panels.MOVEMENT), name="movement"),
                path("event/since-then/", page_view(views_panels.SINCE), name="since-then"),
                path("event/one-room/", page_view(views_panels.ROOM), name="one-room"),
                path("event/shelf/", page_view(views_panels.SHELF), name="shelf"),
                path("event/way/", views_panels.choose_way, name="choose-way"),
                path("event/room/", views_panels.share, name="share-room"),
                path("event/room/leave/", views_panels.leave, name="leave-room"),
                path("event/shelve/", views_panels.shelve, name="shelve"),
                path("event/take-back/", views_panels.take_back, name="take-back"),
                path("event/erase-contacts/", views_panels.erase, name="erase-contacts"),
                path("people/", page_view(views_people.PEOPLE), name="people"),
                path("people/badges/", views_people.badges, name="badges"),
                path("people/give/", views_people.give, name="give-badge"),
                path("people/invite/", views_people.invite, name="invite-organizer"),
                path("people/invite/<int:pk>/withdraw/", views_people.withdraw, name="withdraw-invitation"),
                path("people/<int:pk>/give-back/", views_people.give_back, name="give-badge-back"),
                path("people/<int:pk>/link/", views_people.new_link, name="renew-link"),
                path("people/<int:pk>/code/", views_people.renew, name="renew-code"),
                path("people/<int:pk>/referee/", views_people.referee, name="change-referee"),
                path("people/<int:pk>/revoke/", views_people.revoke, name="revoke-badge"),
                path("floor/set-up/", page_view(views_tables.TABLES), name="tables"),
                path("floor/set-up/<int:number>/", views_tables.change, name="change-table"),
                path("phones/", page_view(views_phones.PHONES), name="phones"),
                path("phones/choose/", views_phones.choose, name="choose-address"),
                path("phones/reached/<str:mark>/", views_phones.reached, name="reached"),
                path("simulate/", page_view(views_simulation.SIMULATION), name="simulation"),
                path("simulate/ask/", views_simulation.ask, name="ask-simulation"),
                path("simulate/stop/", views_simulation.stop, name="stop-simulation"),
            ]
        ),
    ),
]
