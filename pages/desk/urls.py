"""The URLs of the desk."""

from django.urls import path

from pages.desk import views, views_lists, views_money, views_sign_up, views_team
from pages.web import opened

app_name = "desk"
urlpatterns = [
    path("desk/", opened(views.DESK), name="desk"),
    path("desk/team/", views.register_team, name="sign-up-team"),
    path("desk/single/", views.register_single, name="sign-up-single"),
    path("desk/pair/", views.pair, name="pair-singles"),
    path("desk/leave/<int:pk>/", views.leave, name="leave-list"),
    path("desk/sign-ups/", opened(views_sign_up.SIGN_UPS), name="sign-ups"),
    path("desk/sign-ups/change/", views_sign_up.change, name="change-sign-up"),
    path("desk/sign-ups/clear/", views_sign_up.clear, name="clear-sign-ups"),
    path("desk/lists/", opened(views_lists.LISTS), name="lists"),
    path("desk/lists/bring/", views_lists.bring, name="bring-list"),
    path("desk/lists/columns/", views_lists.choose, name="choose-columns"),
    path("desk/lists/import/", views_lists.confirm, name="confirm-list"),
    path("desk/lists/drop/", views_lists.drop, name="drop-list"),
    path("desk/lists/take/", views_lists.take_along, name="take-list"),
    path("desk/lists/<int:pk>/undo/", views_lists.undo, name="undo-list"),
    path("desk/money/", opened(views_money.MONEY), name="money"),
    path("desk/money.csv", views_money.money_csv, name="money-csv"),
    path("desk/donation/", views_money.take, name="take-donation"),
    path("desk/donation/<int:pk>/counter/", views_money.counter, name="counter-donation"),
    path("desk/<int:pk>/", opened(views_team.TEAM), name="team"),
    path("desk/<int:pk>/check-in/", views_team.check_in, name="check-in-team"),
    path("desk/<int:pk>/undo-check-in/", views_team.undo_check_in, name="undo-check-in"),
    path("desk/<int:pk>/withdraw/", views_team.withdraw, name="withdraw-team"),
    path("desk/<int:pk>/leave-game/", views_team.leave, name="leave-game"),
    path("desk/<int:pk>/buy-back/", views_team.buys_back, name="buy-back"),
    path("desk/<int:pk>/decide-again/", views_team.decides_again, name="decide-again"),
    path("desk/<int:pk>/place/", views_team.place, name="place-team"),
    path("desk/<int:pk>/who-sits/", views_team.who_sits, name="who-sits"),
    path("desk/<int:pk>/player/", views_team.join, name="add-player"),
    path("desk/<int:pk>/substitute/", views_team.substitute, name="substitute"),
    path("desk/<int:pk>/substitute/here/", views_team.ask, name="substitute-here"),
    path("desk/player/<int:pk>/take-out/", views_team.take_out, name="take-out-player"),
    path("desk/player/<int:pk>/back/", views_team.back, name="player-back"),
    path("desk/player/<int:pk>/spelling/", views_team.respell, name="respell-player"),
    path("desk/<int:pk>/return/", views_team.take_back, name="return-team"),
    path("desk/<int:pk>/rename/", views_team.rename, name="rename-team"),
    path("desk/<int:pk>/link/", views_team.new_link, name="renew-team-link"),
    path("desk/<int:pk>/donate/", views_team.donate, name="donate"),
]
