from django.urls import path

from pages.organizer import views_desk, views_event, views_log, views_money, views_people, views_team

urlpatterns = [
    path("event/", views_event.event, name="event"),
    path("people/", views_people.people, name="people"),
    path("people/crew/", views_people.crew, name="crew"),
    path("people/give/", views_people.give, name="give-badge"),
    path("people/invite/", views_people.invite, name="invite-organizer"),
    path("people/<int:pk>/code/", views_people.renew, name="renew-code"),
    path("people/<int:pk>/revoke/", views_people.revoke, name="revoke-badge"),
    path("log/", views_log.log, name="log"),
    path("clock/", views_log.set_clock, name="set-clock"),
    path("desk/", views_desk.desk, name="desk"),
    path("desk/board/", views_desk.board, name="desk-board"),
    path("desk/team/", views_desk.register_team, name="sign-up-team"),
    path("desk/single/", views_desk.register_single, name="sign-up-single"),
    path("desk/pair/", views_desk.pair, name="pair-singles"),
    path("desk/leave/<int:pk>/", views_desk.leave, name="leave-list"),
    path("desk/money/", views_money.money, name="money"),
    path("desk/money/list/", views_money.donations, name="donations"),
    path("desk/donation/", views_money.take, name="take-donation"),
    path("desk/donation/<int:pk>/counter/", views_money.counter, name="counter-donation"),
    path("desk/<int:pk>/", views_team.team, name="team"),
    path("desk/<int:pk>/check-in/", views_team.check_in, name="check-in-team"),
    path("desk/<int:pk>/undo-check-in/", views_team.undo_check_in, name="undo-check-in"),
    path("desk/<int:pk>/withdraw/", views_team.withdraw, name="withdraw-team"),
    path("desk/<int:pk>/return/", views_team.take_back, name="return-team"),
    path("desk/<int:pk>/rename/", views_team.rename, name="rename-team"),
    path("desk/<int:pk>/donate/", views_team.donate, name="donate"),
]
