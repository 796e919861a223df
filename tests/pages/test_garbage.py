"""Whatever is sent to whichever address: an answer, never our own mistake, and no wrong fact."""

import pytest
from django.urls import resolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pages.access import BADGES
from scoring.models import Hand
from scoring.queries.integrity import recheck
from tests import build
from tests.pages.test_access import ALL
from tournament.commands.teams import sign_up_single
from tournament.models import Role

pytestmark = pytest.mark.django_db

FIELDS = (
    "hand_id", "sequence", "as_sequence", "bidder", "bid", "books", "reneges_ns", "reneges_ew", "dealer",
    "forfeited_by", "reason", "key", "side", "team", "table", "name", "player", "player_1", "player_2",
    "players", "contact", "amount", "tap", "method", "note", "role", "code", "shown", "speed", "username",
    "password", "who", "what", "words", "before", "q", "state", "game", "held_on", "timezone", "breaks",
    "tables", "advance_count", "ruling_id", "report_id", "hand", "kind", "against", "penalty", "book",
    "in_time", "is_misdeal", "is_head", "plays_in", "why", "bid_ns", "bid_ew", "trump", "points_ns",
    "points_ew", "calls", "bidder_seat", "since", "until", "strain", "leader", "played", "held", "accused",
    "add", "off", "part", "minutes", "break_at",
)  # fmt: skip
TRICKY = (
    "", " ", "0", "-1", "1", "3", "13", "14", "1e9", "99999999999999999999", "NaN", "NS", "EW", "5 no_trump",
    "4 uptown", "cash", "referee", "true", "None", "00000000-0000-0000-0000-000000000007", "25:99", "15:30",
    "2026-02-30", "0001-01-01T00:00Z", "America/Chicago", "Mars/Base", "now", "renege", "conduct", "out",
    "'; DROP TABLE", "<script>", "é" * 400, "\x00", "➀", "٣", "²",
    "9999-12-31",
)  # fmt: skip
VALUES = st.one_of(st.sampled_from(TRICKY), st.text(max_size=20))
POSTS = sorted({view.__name__ + address: address for address, view in ALL}.values())


@pytest.fixture
def hall(client):
    """An event in mid-game, and a browser that wears every badge there is."""
    event = build.event()
    game = build.game(event)
    hand = build.hand(game)
    single = sign_up_single(event=event, key=hand.pk, name="Mo", by=build.organizer(event), at=build.MEET)
    session = client.session
    session[BADGES] = [
        build.organizer(event).badge.pk, game.ns.badge.pk, build.referee(event).badge.pk,
    ]  # fmt: skip
    session.save()
    numbers = {
        "game": game.pk, "team": game.ns_id, "single": single.pk, "hand": hand.pk, "table": game.table.number,
        "badge": event.badges.filter(role=Role.REFEREE).first().pk,
    }  # fmt: skip
    return client, event, numbers


def real(address, numbers):
    """The example address, with the ids of things that are there."""
    for part, of in (("/game/1/", "game"), ("/table/1/", "table"), ("/desk/leave/1/", "single"),
                     ("/people/1/", "badge"), ("/desk/1/", "team")):  # fmt: skip
        address = address.replace(part, part.replace("1", str(numbers[of])))
    return address.replace("/hand/00000000-0000-0000-0000-000000000007/", f"/hand/{numbers['hand']}/")


@pytest.mark.slow
@pytest.mark.parametrize("address", POSTS)
def test_garbage_gets_an_answer_and_changes_no_score_wrongly(hall, address):
    client, event, numbers = hall
    there = real(address, numbers)
    resolve(there)

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=9))
    def send(fields):
        assert client.post(there, fields).status_code < 500
        assert client.get(there, fields).status_code < 500

    send()
    assert recheck(event) == []
    assert Hand.objects.filter(game__event=event).count() >= 1
