"""The URLs of referees."""

from django.urls import path

from pages.referee import views, views_game, views_hand, views_rulings, views_slip, views_table, views_tables
from pages.web import page_view

app_name = "referee"
urlpatterns = [
    path("tables/", views_tables.tables, name="tables"),
    path("trick/", page_view(views.TRICK), name="trick"),
    path("table/<int:number>/", views_tables.table, name="table"),
    path("table/<int:number>/take/", views_tables.take, name="take-table"),
    path("table/<int:number>/give-back/", views_tables.give_back, name="give-back-table"),
    path("game/<int:pk>/", page_view(views.GAME), name="game"),
    path("game/<int:pk>/head/", views.head, name="head"),
    path("game/<int:pk>/hands/", page_view(views.HANDS), name="hands"),
    path("game/<int:pk>/preview/", views.preview, name="preview"),
    path("game/<int:pk>/hand/", views.record, name="record-hand"),
    path("game/<int:pk>/slip/", views_slip.slip, name="slip"),
    path("game/<int:pk>/slip/check/", views_slip.check, name="check-slip"),
    path("game/<int:pk>/slip/save/", views_slip.save, name="save-slip"),
    path("game/<int:pk>/whistle/", views_table.whistle, name="end-at-whistle"),
    path("game/<int:pk>/forfeit/", views_table.forfeit, name="forfeit-game"),
    path("game/<int:pk>/void/", views_table.void, name="void-game"),
    path("game/<int:pk>/seated/", views_table.seated, name="mark-seated"),
    path("game/<int:pk>/who-sits/", views_table.who_sits, name="who-sits"),
    path("game/<int:pk>/answered/", views_table.answered, name="answer-call"),
    path("game/<int:pk>/five-minutes/", views_table.start_late, name="start-five-minutes"),
    path("late/<int:pk>/forfeit/", views_table.forfeit_late, name="forfeit-late"),
    path("late/<int:pk>/waive/", views_table.waive_late, name="waive-late"),
    path("game/<int:pk>/change/", page_view(views_game.CHANGE), name="change-game"),
    path("game/<int:pk>/change/preview/", views_game.preview, name="preview-game"),
    path("game/<int:pk>/change/correct/", views_game.correct, name="correct-game"),
    path("game/<int:pk>/change/swap/", views_game.swap, name="swap-sides"),
    path("game/<int:pk>/undo/", views_table.undo, name="undo-press"),
    path("hand/<uuid:pk>/", page_view(views_hand.HAND), name="hand"),
    path("hand/<uuid:pk>/preview/", views_hand.preview, name="preview-correction"),
    path("hand/<uuid:pk>/correct/", views_hand.correct, name="correct-hand"),
    path("hand/<uuid:pk>/strike/", views_hand.strike, name="strike-hand"),
    path("rulings/", page_view(views_rulings.RULINGS), name="rulings"),
    path("game/<int:pk>/ruling/", page_view(views_rulings.GUIDE), name="guide"),
    path("game/<int:pk>/ruling/renege/", views_rulings.renege, name="rule-renege"),
    path("game/<int:pk>/ruling/misdeal/", views_rulings.misdeal, name="rule-misdeal"),
    path("game/<int:pk>/ruling/penalty/", views_rulings.penalty, name="rule-penalty"),
    path("game/<int:pk>/head-referee/", views_table.head_referee, name="call-head-referee"),
    path("ruling/<uuid:pk>/", page_view(views_rulings.RULING), name="ruling"),
    path("ruling/<uuid:pk>/supersede/", views_rulings.supersede, name="supersede-ruling"),
    path("game/<int:pk>/reports/", page_view(views_table.REPORTS), name="reports"),
    path("game/<int:pk>/otherwise/", views_table.otherwise, name="settle-otherwise"),
    path("game/<int:pk>/total-or-hands/", views_table.total_or_hands, name="total-or-hands"),
    path("game/<int:pk>/witness/", views_table.witness, name="witness-result"),
    path("report/<uuid:pk>/settle/", views_table.settle, name="settle-reports"),
]
