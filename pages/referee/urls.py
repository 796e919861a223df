"""The referee's addresses, below an event's."""

from django.urls import path

from pages.referee import (
    urls_rulings,
    views,
    views_hand,
    views_late,
    views_slip,
    views_table,
    views_tables,
    views_trick,
)

app_name = "referee"
urlpatterns = [
    path("tables/", views_tables.tables, name="tables"),
    path("trick/", views_trick.trick, name="trick"),
    path("table/<int:number>/", views_tables.table, name="table"),
    path("table/<int:number>/take/", views_tables.take, name="take-table"),
    path("table/<int:number>/give-back/", views_tables.give_back, name="give-back-table"),
    path("game/<int:pk>/", views.game, name="game"),
    path("game/<int:pk>/head/", views.head, name="head"),
    path("game/<int:pk>/hands/", views.hands, name="hands"),
    path("game/<int:pk>/preview/", views.preview, name="preview"),
    path("game/<int:pk>/hand/", views.record, name="record-hand"),
    path("game/<int:pk>/slip/", views_slip.slip, name="slip"),
    path("game/<int:pk>/slip/check/", views_slip.check, name="check-slip"),
    path("game/<int:pk>/slip/save/", views_slip.save, name="save-slip"),
    path("game/<int:pk>/whistle/", views_table.whistle, name="end-at-whistle"),
    path("game/<int:pk>/forfeit/", views_table.forfeit, name="forfeit-game"),
    path("game/<int:pk>/void/", views_table.void, name="void-game"),
    path("game/<int:pk>/seated/", views_table.seated, name="mark-seated"),
    path("game/<int:pk>/answered/", views_table.answered, name="answer-call"),
    path("game/<int:pk>/five-minutes/", views_late.start, name="start-five-minutes"),
    path("late/<int:pk>/forfeit/", views_late.forfeit, name="forfeit-late"),
    path("late/<int:pk>/waive/", views_late.waive, name="waive-late"),
    path("hand/<uuid:pk>/", views_hand.hand, name="hand"),
    path("hand/<uuid:pk>/preview/", views_hand.preview, name="preview-correction"),
    path("hand/<uuid:pk>/correct/", views_hand.correct, name="correct-hand"),
    path("hand/<uuid:pk>/strike/", views_hand.strike, name="strike-hand"),
    *urls_rulings.urlpatterns,
]
