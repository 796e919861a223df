"""The grades and points of a club's people, for its organizers only."""

from dataclasses import replace
from typing import Any

from accounts.access import Request
from pages.actions import action
from pages.club.forms import RatingsForm
from pages.club.views import CLUB, club_here, club_of_request
from seasons.models import ClubRatings
from seasons.ratings.commands_ratings import change_ratings
from seasons.ratings.grades import grades_page


def _grades(request: Request) -> dict[str, Any]:
    club = club_of_request(request)
    row = ClubRatings.objects.filter(club=club).first() or ClubRatings(club=club)
    form = RatingsForm(initial={name: getattr(row, name) for name in ("is_on", "window_days", "least_games")})
    find = request.GET.get("find", "")[:60]
    return {
        "club": club,
        "row": row,
        "find": find,
        "page": grades_page(row, find) if row.is_on and row.computed_at else None,
        "form": form,
    }


GRADES = replace(CLUB, page="club/grades.html", context=_grades, home="club:grades")
change = action(GRADES, change_ratings, finds=club_here, form=RatingsForm, form_name="form", message="Saved.")
