"""The URLs outside of events, and those that every phone fetches."""

from django.urls import path

from pages.club import views_evening, views_own
from pages.site import views, views_phone, views_recovery, views_trust

app_name = "site"
urlpatterns = [
    path("", views.events, name="events"),
    path("events/practice/", views.practice, name="practice"),
    path("events/archive/", views.archive, name="archive"),
    path("events.ics", views.all_calendar, name="all-calendar"),
    path("<slug:slug>/event.ics", views.event_calendar, name="event-calendar"),
    path("home/", views.home, name="home"),
    path("code/", views.enter_code, name="enter-code"),
    path("key/", views.turn_key, name="turn-key"),
    path("account/sheet/", views_recovery.recovery_sheet, name="recovery-sheet"),
    path("password/forgotten/", views_recovery.forgotten, name="forgotten"),
    path("password/recover/<secret:token>/", views_recovery.recover, name="recover"),
    path("sign-out/device/", views.end_device, name="end-device"),
    path("join/<secret:secret>/", views.join, name="join"),
    path("setup/<secret:token>/", views.accept_invitation, name="accept-invitation"),
    path("mine/", views_own.find, name="find-own"),
    path("mine/<secret:code>/", views_own.own, name="own"),
    path("mine/evenings/<secret:secret>/", views_evening.evenings, name="evenings"),
    path("mine/evenings/<secret:secret>/answer/", views_evening.answer, name="answer"),
    path("mine/<secret:code>/say/", views_own.say, name="say"),
    path("sw.js", views_phone.worker, name="worker"),
    path("favicon.ico", views_phone.favicon, name="favicon"),
    path("uptown.webmanifest", views_phone.manifest, name="manifest"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("trust/", views_trust.trust, name="trust"),
    path("trust/uptown.crt", views_trust.authority, name="authority"),
    path("offline/", views_phone.offline, name="offline"),
    path("<slug:slug>/notice/", views.to_everybody, name="notice"),
    path("<slug:slug>/clock-face/", views.clock, name="clock"),
    path("<slug:slug>/demo/", views.demo, name="demo"),
    path("<slug:slug>/phone/", views_phone.phone, name="phone"),
    path("<slug:slug>/phone/held/", views_phone.held, name="held"),
]
