"""Every page of an event of individuals: changing partners, tables of four and of three."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client

from pages.hall.rules_sheet import wall_sheet
from rules.games import house_rules_of
from rules.money.pots import Pot
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.cut.cut_page import cut_page
from scoring.integrity import integrity
from scoring.models import Hand, Seed
from scoring.rounds.commands_rounds import draft_round
from tests import build
from tests.attacks.addresses import ALL, real
from tests.pages.setup.papers import filled_in
from tests.pages.visit import HTMX, opened, organizer_of, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_presence import undo_check_in
from tournament.floor.commands_floor import call_game
from tournament.models import Badge, Event, Game, Role
from tournament.models.keys import KEYS
from tournament.money.commands_donations import take_donation

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS = {
    "partners": {"seating": "alone"},
    "solo": {"game": "solo-bid-euchre"},
    "three": {"game": "cutthroat-bid-whist"},
    "pairs": {"seating": "one-up", "pairs_up": "lot", "advance_count": 8},
}
HANDS = {
    "partners": [build.FOUR_MADE, build.EW_FOUR_MADE, build.FOUR_MADE, build.FOUR_MADE],
    "solo": [{"bidder": "N", "bid": 5, "tricks": {"N": 5, "E": 0, "S": 0, "W": 0}}],
    "three": [{"bidder": "W", "level": 12, "strain": "no_trump", "books": 15}],
}
HANDS["pairs"] = HANDS["partners"]
MOMENTS = ("before", "called", "playing", "played", "drafted", "settled", "bracket")
LATE = build.at(18, 56)
SLUG = "pride-south-bid-whist"


def day_of(kind: str, count: int = 9, moment: str = "playing") -> Event:
    """A practice event of people who came alone, at a moment of its day."""
    event = build.event(is_practice=True, **KINDS[kind])
    build.people(event, count)
    reached = MOMENTS.index(moment)
    if reached >= 1:
        build.called_round(event)
        still_clock(event, build.at(15, 2))
    if reached >= 2:
        for game in games_of(event):
            build.hand(game, HANDS[kind][0], at=build.at(15, 10))
        still_clock(event, build.at(15, 12))
    if reached >= 3:
        for game in games_of(event):
            for minute, facts in enumerate(HANDS[kind][1:]):
                build.hand(game, facts, at=build.at(15, 14 + minute))
            if not Game.objects.get(pk=game.pk).over_at:
                build.hand(game, HANDS[kind][0], at=build.at(15, 20))
        still_clock(event, build.at(15, 31))
    if reached == 4:
        draft_round(event=event, by=build.organizer(event), at=build.at(15, 31))
    if reached >= 5:
        settled(event)
    if reached == 6:
        by, now = build.organizer(event), LATE + timedelta(minutes=1)
        start_phase_two(event=event, by=by, at=now)
        game = Game.objects.standing().filter(event=event, phase__kind="two").first()
        build.hand(call_game(game=game, by=by, at=now), HANDS[kind][0], at=now + timedelta(minutes=4))
        still_clock(event, LATE + timedelta(minutes=9))
    return event


def settled(event: Event) -> None:
    by = build.organizer(event)
    while ties := cut_page(event, LATE).ties:
        teams = [event.teams.get(pk=team.team_id) for team in ties[0].teams]
        draw_lot(event=event, teams=teams, words="ace lake", by=by, at=LATE)
    settle_cut(event=event, words="ace kitty 1", by=by, at=LATE)
    still_clock(event, LATE + timedelta(minutes=1))


def games_of(event: Event) -> list[Game]:
    return list(Game.objects.standing().filter(event=event, kind="game").order_by("pk"))


def badges(event: Event) -> Iterator[Badge]:
    yield build.organizer(event).badge
    yield build.referee(event).badge
    yield give_badge(event=event, role=Role.DESK, name="Di", by=build.organizer(event), at=build.MEET)
    yield event.teams.first().badge
    for game in games_of(event)[-1:]:
        yield (game.team("W") or game.team("N")).badge


def keys_of(event: Event) -> dict[str, object]:
    game = next(iter(games_of(event)), None)
    hand = Hand.objects.filter(game__event=event).order_by("at").first()
    return {
        "game": game.pk if game else 0,
        "team": event.teams.first().pk,
        "single": 0,
        "hand": hand.pk if hand else uuid4(),
        "table": 1,
        "badge": build.organizer(event).badge.pk,
    }


def addresses(event: Event) -> list[tuple[str, str]]:
    """Every URL of the event with existing ids, and who may open it."""
    keys = keys_of(event)
    pairs = {(real(address, keys).replace(SLUG, event.slug), view.access) for address, view in ALL}
    return sorted(pair for pair in pairs if pair[0].startswith(f"/{event.slug}/"))


# All moments wait for --long: the wrongly filled forms (tests/attacks/test_fuzz.py) show at the same moments
# that no page fails, and so does the test below that reads every page for a word.
@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "moment"),
    [
        *(("partners", moment) for moment in ("before", "called", "playing", "played", "drafted")),
        # A page sends each database the same SQL, for every visitor, so PostgreSQL runs one moment.
        pytest.param("partners", "settled", marks=pytest.mark.both),
        # The kinds differ in their sheets and in how their day ends.
        *((kind, moment) for kind in ("solo", "three") for moment in ("playing", "settled")),
        ("pairs", "bracket"),
    ],
)
def test_every_page_answers_everybody_who_may_see_it(kind, moment):
    event = day_of(kind, moment=moment)
    visitors = [("", Client()), *((badge.role, wearing(badge)) for badge in badges(event))]

    wrong = [
        (address, role, answer.status_code)
        for address, access in addresses(event)
        # A public page is the same for everybody: see ``test_same_for_everybody``.
        for role, client in (visitors if access in KEYS else visitors[:1])
        if access not in KEYS or role in KEYS[access].roles
        if (answer := client.get(address)).status_code >= 500
    ]

    assert wrong == []


def test_a_player_reads_the_seat_and_sits_both_partners_down():
    event = day_of("partners", 8, "called")
    game = games_of(event)[0]
    client = wearing(game.team("S").badge)

    seats, page = opened(event, "seats/").words, opened(event, "team/", client).words
    client.post(f"/{event.slug}/team/seated/")

    opponents = f"against {game.team('E')} & {game.team('W')}"
    assert f"South with {game.team('N')}, {opponents}" in seats
    assert f"You sit South with {game.team('N')}" in page
    assert opponents in page
    assert "We’re both seated" in page
    assert Game.objects.get(pk=game.pk).side("NS").seated_at is not None


@pytest.mark.parametrize("kind", KINDS)
def test_all_names_of_a_table_are_on_the_screen_the_list_and_the_floor(kind):
    event = day_of(kind, 12, "called")
    client = organizer_of(event)

    for path in ("screen/", "tables/", "floor/"):
        page = opened(event, path, client).words
        names = [team.name for game in games_of(event) for team in game.everybody()]
        assert [name for name in names if name not in page] == []


SOLO_TAPS = {"bidder": "S", "bid": "2", "tricks_s": "3", "tricks_n": "1", "tricks_w": "1"}
CUT_TAPS = {"bidder": "W", "strain": "downtown", "bid": "7", "books": "9"}


@pytest.mark.parametrize(
    ("kind", "taps", "side", "points"),
    [
        pytest.param("solo", SOLO_TAPS, "S", 21, id="solo"),
        pytest.param("three", CUT_TAPS, "W", 9, id="cutthroat"),
    ],
)
def test_a_hand_is_tapped_said_and_saved(kind, taps, side, points):
    event = day_of(kind, 8 if kind == "solo" else 6, "called")
    game = games_of(event)[0]
    client, address = wearing(build.referee(event).badge), f"/{event.slug}/game/{game.pk}/"
    sent = {"hand_id": uuid4(), "sequence": 1, **taps}

    means = client.post(f"{address}preview/", sent, headers=HTMX).content.decode()
    client.post(f"{address}hand/", sent)

    assert f"{game.team(side)} leads {points}–" in means
    assert Game.objects.get(pk=game.pk).side(side).points == points
    assert integrity(event) == []


def test_the_awards_show_the_first_three_and_there_is_no_bracket():
    event = day_of("solo", 8, "settled")

    awards = opened(event, "awards/")

    assert [one.attributes["data-place"] for one in awards.find("li", data_place="*")] == ["1", "2", "3"]
    assert "There is no bracket here" in opened(event, "bracket/").words
    assert "Hand out the prizes" in opened(event, "floor/", organizer_of(event)).words


def test_an_envelope_has_its_winners_name_once():
    event = day_of("solo", 8, "settled")
    Event.objects.update(pots=[Pot(prizes=(100,)).as_json()])
    gift = {"key": uuid4(), "amount_cents": 1000, "method": "cash"}
    take_donation(event=event, **gift, by=build.organizer(event), at=build.MEET)

    page = opened(event, "desk/payouts/envelopes/", organizer_of(event))

    shown = page.one("section", aria_label="Envelope 1").words
    winner = next(team.name for team in event.teams.all() if f"{team.name} " in shown)
    assert shown.startswith(f"{event.name} {winner} $10")


def test_pairs_are_named_on_the_certificate_cut_bracket_and_phones():
    event = day_of("pairs", 9, "bracket")
    seed = Seed.objects.select_related("team", "partner").get(cut__phase__event=event, number=1)
    pair, organizer = f"{seed.team} & {seed.partner}", organizer_of(event)

    certificate = opened(event, "certificate/").words

    assert f"1. {seed.team} and {seed.partner}" in certificate
    assert f"printf '{seed.cut.words}:{seed.partner.number}' | sha256sum" in certificate
    assert "go through to Phase II in pairs" in certificate
    for path in ("bracket/", "cut/", "floor/"):
        assert pair in opened(event, path, organizer).words
    for one, other in ((seed.team, seed.partner), (seed.partner, seed.team)):
        assert f"with {other}" in opened(event, "team/", wearing(one.badge)).words
    together = f"{seed.team} and {seed.partner} play together from here."
    assert together in opened(event, "log/", organizer).words


def test_pairs_are_chosen_in_the_settings_and_explained_on_the_rules_sheet():
    event = day_of("partners", 8, "before")
    organizer = organizer_of(event)
    address = f"/{event.slug}/event/"

    answer = organizer.post(address, filled_in(organizer.get(address), pairs_up="last", phase_two_at="17:00"))
    event.refresh_from_db()

    assert (answer.status_code, event.pairs_up, event.takes_part) == (302, "last", "pairs")
    assert event.advance_count == 8
    assert "They play it in pairs, first with last" in opened(event, "rules/").words


def test_individual_play_asks_for_one_name_and_for_no_team_settings():
    event = day_of("partners", 4, "before")

    sign_up = opened(event, "sign-up/").words
    settings = opened(event, "event/", organizer_of(event)).words

    assert "need a partner" not in sign_up.casefold()
    assert "Sign me up" in sign_up
    assert "Everybody comes alone." in settings
    for asked in ("Teams that go through", "Suggested for a team", "two teams may meet", "Keep teams",
                  "How Phase II is played"):  # fmt: skip
        assert asked not in settings


@pytest.mark.parametrize(
    ("kind", "count", "missing"), [("partners", 7, ""), ("solo", 7, ""), ("three", 5, "south")]
)
def test_who_comes_late_makes_a_table_with_those_who_rest(kind, count, missing):
    event = day_of(kind, count, "called")
    build.people(event, 1)
    client, address = organizer_of(event), f"/{event.slug}/seating/seat/"
    form = opened(event, "seating/", client).one(id="seat")
    assert "Seat players who are sitting out" in form.words
    chosen = {
        select.attributes["name"]: select.find("option", selected="*")[0].attributes["value"]
        for select in form.find("select")
    }

    nobody = client.post(address, {"north": "0"})
    client.post(address, {**chosen, "reason": "Here now"})

    assert (nobody.status_code, "Choose who sits North." in nobody.content.decode()) == (422, True)
    assert list(chosen) == [chair for chair in ("north", "east", "south", "west") if chair != missing]
    assert {team.number for team in games_of(event)[-1].everybody()} == {int(one) for one in chosen.values()}
    assert not Game.objects.filter(event=event, kind="bye", recalled_at=None).exists()


SHARED = re.compile(r"http://\S+")  # A URL is not prose.


TEAMS = r"\bteams?\b"
# Side prizes, a coach at the side, and whom a substitute plays for are said in every game.
PARTNERS = r"\bteams?\b|\bpartner\w*|\bpairs?\b|(?<!from the )\bsides?\b(?! prize| they play for)"


@pytest.mark.parametrize(
    ("kind", "moment", "never"),
    [
        ("partners", "playing", TEAMS),
        ("solo", "playing", PARTNERS),
        *(pytest.param("partners", later, TEAMS, marks=pytest.mark.long) for later in ("drafted", "settled")),
        pytest.param("solo", "settled", PARTNERS, marks=pytest.mark.long),
    ],
)
def test_no_page_at_all_speaks_of_teams_or_partners_where_there_are_none(kind, moment, never):
    event = day_of(kind, 9, moment)
    # A game's own rules call two partners a team, as everywhere.
    law = {sentence for part in wall_sheet(event) for sentence in part.paragraphs if kind == "partners"}
    law |= {rule.sentence_for(value) for rule in house_rules_of(event.game) for value in rule.allowed}
    # A guide and the privacy page are about every kind of evening, and the settings offer other kinds.
    elsewhere = ("/privacy/", "/sign-up/alone/", *(("/event/",) if kind == "partners" else ()))
    badges = (build.referee(event).badge, event.teams.first().badge)
    visitors = [organizer_of(event), *map(wearing, badges), Client()]
    shown = set()
    for client, (address, _) in product(visitors, addresses(event)):
        if "/guide/" in address or address.endswith((*elsewhere, "/log/log.json", "/log.csv", "/money.csv")):
            continue
        answer = client.get(address)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        page = SHARED.sub("", read(answer.content.decode()).words)
        for sentence in law:
            page = page.replace(sentence, "")
        found = re.finditer(never, page, re.IGNORECASE)
        shown |= {f"{address}: {page[max(0, one.start() - 40) : one.end() + 40]}" for one in found}

    assert shown == set()


@pytest.mark.parametrize(
    ("kind", "asks", "button"),
    [
        ("solo", "I can’t come", "Yes, take me off the list"),
        ("partners", "I can’t come", "Yes, take me off the list"),
        ("teams", "We can’t come", "Yes, take us off the list"),
    ],
)
def test_a_sign_up_of_one_person_is_taken_back_by_one(kind, asks, button):
    event = build.event(is_practice=True, **KINDS.get(kind, {}))
    team = build.team(event) if kind == "teams" else build.people(event, 1)[0]
    undo_check_in(team=team, by=build.organizer(event), at=build.MEET)

    page = opened(event, "team/", wearing(team.badge)).words

    assert [word for word in (asks, button) if word not in page] == []
