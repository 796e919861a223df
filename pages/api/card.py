"""An event's picture for chats and social sites: its name, its day, and the first three."""

from datetime import datetime
from functools import cache
from io import BytesIO

from django.conf import settings
from django.http import HttpResponse
from django.template.defaultfilters import pluralize
from django.utils.dateformat import format as in_words
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from accounts.access import Request, cached, everyone
from scoring.bracket.bracket import bracket_page
from scoring.standings.board import board
from tournament.event.rules_of_event import ruleset_for
from tournament.models import Event

SIZE = (1200, 630)
"""The pixels that chats and social sites show whole."""
EDGE = 72
MARK = 200
FELT, LINE, PAPER, GOLD = "#0f4a3a", "#3f7562", "#fbf6ec", "#f4c04e"
SERIF, SANS = "fraunces-latin-wght-normal", "figtree-latin-wght-normal"
IN_FRONT = 3


def heading_and_places(event: Event, at: datetime) -> tuple[str, list[tuple[str, str]]]:
    """A heading and places with names, for below the event's name. It shows no more than the pages do."""
    if podium := bracket_page(event, at).podium:
        return "Winners", [(f"{placed.place}", placed.team.name) for placed in podium[:IN_FRONT]]
    table = board(event, at, with_chances=False)
    if table.is_hidden or not table.is_played:
        many = f"{table.teams} {event.entrant}{pluralize(table.teams)} here"
        return many if table.teams else ruleset_for(event).name, []
    return "In front", [(f"{row.row.rank}", row.row.name) for row in table.rows[:IN_FRONT]]


@everyone
@cached()
@require_safe
def card(request: Request) -> HttpResponse:
    return HttpResponse(drawn(request.event, request.at), content_type="image/png")


def drawn(event: Event, at: datetime) -> bytes:
    """The picture as a PNG."""
    picture = Image.new("RGB", SIZE, FELT)
    with Image.open(settings.BASE_DIR / "static/img/uptown-512.png") as mark:
        small = mark.convert("RGBA").resize((MARK, MARK))
    picture.paste(small, (SIZE[0] - MARK - EDGE, SIZE[1] - MARK - EDGE), small)
    draw = ImageDraw.Draw(picture)
    heading, places = heading_and_places(event, at)
    first = event.phases.earliest("starts_at").starts_at.astimezone(event.zone)
    day = in_words(first, "l, F j, Y")
    *above, last = _two_lines(event.name)
    for line in above:
        _write(draw, 48, line, SERIF, 60, PAPER)
    _write(draw, 116 if above else 76, last, SERIF, 60 if above else 84, PAPER)
    _write(draw, 200, f"{day} · {event.venue}" if event.venue else day, SANS, 36, PAPER)
    draw.line((EDGE, 268, SIZE[0] - EDGE, 268), fill=LINE, width=3)
    _write(draw, 296, heading, SANS, 40, GOLD)
    for number, (place, name) in enumerate(places):
        down = 366 + 72 * number
        _write(draw, down, place, SERIF, 50, GOLD)
        _write(draw, down, name, SERIF, 50, PAPER, left=EDGE + 64, right=MARK + EDGE)
    output = BytesIO()
    picture.save(output, "PNG", optimize=True)
    return output.getvalue()


def _two_lines(text: str) -> list[str]:
    """The text in one line, or in two of about the same length."""
    if _font(SERIF, 84).getlength(text) <= SIZE[0] - 2 * EDGE or " " not in text:
        return [text]
    spaces = (index for index, letter in enumerate(text) if letter == " ")
    middle = min(spaces, key=lambda index: abs(2 * index - len(text)))
    return [text[:middle], text[middle + 1 :]]


def _write(
    draw: ImageDraw.ImageDraw,
    down: int,
    text: str,
    face: str,
    size: int,
    color: str,
    *,
    left: int = EDGE,
    right: int = 0,
) -> None:
    """Write a line of text: smaller if it is long, and cut off if it still doesn't fit."""
    room = SIZE[0] - left - EDGE - right
    while size > 28 and _font(face, size).getlength(text) > room:
        size -= 4
    whole = text
    while text and _font(face, size).getlength(text) > room:
        text = text[:-1]
    draw.text((left, down), text if text == whole else f"{text}…", color, _font(face, size))


@cache
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(settings.BASE_DIR / "static/fonts" / f"{face}.woff2", size)
    font.set_variation_by_axes([600])
    return font
