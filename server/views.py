"""The page *Server check*, with the health checks in words."""

from typing import Any

from django.utils import timezone

from accounts.access import Request
from pages.nav import crew
from server.health import health


def check(request: Request) -> dict[str, Any]:
    rows = health(timezone.now())
    wrong = [row for row in rows if not row.is_well]
    return {"wrong": wrong, "well": [row for row in rows if row.is_well], "at": request.at}


CHECK = crew("organizer", "server/check.html", "floor:log", check)
