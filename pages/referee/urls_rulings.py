"""The addresses of rulings, of what teams reported, and of results."""

from django.urls import path

from pages.referee import views_reports, views_rulings

urlpatterns = [
    path("rulings/", views_rulings.rulings, name="rulings"),
    path("game/<int:pk>/ruling/", views_rulings.guide, name="guide"),
    path("game/<int:pk>/ruling/renege/", views_rulings.renege, name="rule-renege"),
    path("game/<int:pk>/ruling/misdeal/", views_rulings.misdeal, name="rule-misdeal"),
    path("game/<int:pk>/ruling/penalty/", views_rulings.penalty, name="rule-penalty"),
    path("game/<int:pk>/head-referee/", views_rulings.head_referee, name="call-head-referee"),
    path("ruling/<uuid:pk>/", views_rulings.ruling, name="ruling"),
    path("ruling/<uuid:pk>/supersede/", views_rulings.supersede, name="supersede-ruling"),
    path("game/<int:pk>/reports/", views_reports.reports, name="reports"),
    path("game/<int:pk>/otherwise/", views_reports.otherwise, name="settle-otherwise"),
    path("game/<int:pk>/witness/", views_reports.witness, name="witness-result"),
    path("report/<uuid:pk>/settle/", views_reports.settle, name="settle-reports"),
]
