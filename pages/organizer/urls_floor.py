"""The addresses of the floor, the cut and the bracket."""

from django.urls import path

from pages.organizer import views_cut, views_day, views_floor, views_open, views_seating, views_tables

urlpatterns = [
    path("floor/", views_floor.floor, name="floor"),
    path("floor/tables/", views_floor.tables, name="floor-tables"),
    path("round/", views_floor.next_round, name="call-round"),
    path("seating/", views_seating.seating, name="seating"),
    path("seating/now/", views_seating.now, name="seating-now"),
    path("seating/draft/", views_seating.draft, name="draft-round"),
    path("seating/publish/", views_seating.publish, name="publish-round"),
    path("seating/discard/", views_seating.discard, name="discard-draft"),
    path("seating/recall/", views_seating.recall, name="recall-round"),
    path("seating/swap/", views_seating.swap, name="swap-teams"),
    path("seating/seat/", views_seating.seat, name="seat-team"),
    path("seating/unseat/", views_seating.unseat, name="unseat-team"),
    path("seating/move/", views_seating.move, name="move-game"),
    path("floor/set-up/", views_tables.tables, name="tables"),
    path("floor/set-up/<int:number>/", views_tables.change, name="change-table"),
    path("open-play/", views_open.begin, name="open-play"),
    path("open-play/hold/", views_open.hold, name="hold-games"),
    path("open-play/release/", views_open.release, name="release-games"),
    path("phase-two/", views_floor.phase_two, name="start-phase-two"),
    path("game/<int:pk>/call/", views_floor.game, name="call-game"),
    path("day/", views_day.day, name="day"),
    path("day/controls/", views_day.controls, name="day-controls"),
    path("day/start/", views_day.start, name="start-part"),
    path("day/pause/", views_day.pause, name="pause-day"),
    path("day/resume/", views_day.resume, name="resume-day"),
    path("day/minutes/", views_day.minutes, name="add-minutes"),
    path("day/call-off/", views_day.call_off, name="call-off-break"),
    path("day/late/", views_day.late, name="late-hands"),
    path("day/late/<int:pk>/forfeit/", views_day.forfeit_late, name="forfeit-late"),
    path("day/late/<int:pk>/waive/", views_day.waive_late, name="waive-late"),
    path("cut/", views_cut.cut, name="cut"),
    path("cut/state/", views_cut.state, name="cut-state"),
    path("cut/settle/", views_cut.settle, name="settle-cut"),
    path("cut/reopen/", views_cut.reopen, name="reopen-cut"),
    path("cut/lot/", views_cut.lot, name="draw-lot"),
    path("cut/playoff/", views_cut.playoff, name="call-playoff"),
]
