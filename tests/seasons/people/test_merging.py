"""Two entries of the same team or person are merged (Rulebook E-166)."""

from uuid import uuid4

import pytest

from seasons.models import Appearance, LeagueEntry
from seasons.people.commands_merging import merge_players, merge_teams, undo_merge
from seasons.people.commands_people import merge_people, recognize, undo_change
from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing
from tests.seasons.league_weeks import league_week
from tests.seasons.nights import Night
from tournament.entries.commands_corrections import rename_team
from tournament.entries.commands_presence import check_in_team, return_team
from tournament.entries.commands_sign_up import leave_list, sign_up_single, sign_up_team
from tournament.errors import Refused
from tournament.floor.commands_kept_apart import keep_apart
from tournament.models import Donation, Player
from tournament.money.commands_donations import take_donation

pytestmark = pytest.mark.django_db


def signed_up(event, name, *players, contact=""):
    by = build.organizer(event)
    entry = {"name": name, "players": players, "contact": contact}
    return sign_up_team(event=event, key=uuid4(), **entry, by=by, at=build.MEET)


def given(team, cents, player=None):
    facts = {"amount_cents": cents, "method": "cash", "team": team, "player": player}
    take_donation(event=team.event, key=uuid4(), **facts, by=build.organizer(team.event), at=build.MEET)


def test_merging_teams_moves_everything_and_the_old_link_still_works(client):
    event = build.event()
    by = build.organizer(event)
    team = signed_up(event, "Kitty Katz", "Dee", "Ray")
    other = signed_up(event, "", "ray", "Dee H", contact="5")
    third = signed_up(event, "Aces", "Al", "Bo")
    given(team, 500, team.players.get(name="Dee"))
    given(other, 700, other.players.get(name="ray"))
    check_in_team(team=other, by=by, at=build.MEET)
    keep_apart(event=event, one=other, other=third, by=by, at=build.MEET)

    merge_teams(team=team, other=other, by=by, at=build.MEET)

    team.refresh_from_db()
    other.refresh_from_db()
    assert (team.checked_in_at, other.withdrawn_at, other.merged_into) == (build.MEET, build.MEET, team)
    gifts = [(gift.team, str(gift.player), gift.amount_cents) for gift in Donation.objects.all()]
    assert gifts == [(team, "Dee", 500), (team, "Ray", 700)]
    assert [str(player) for player in team.players.filter(left_at=None)] == ["Dee", "Ray"]
    assert set(team.players.values_list("contact", flat=True)) == {"5"}
    assert event.kept_apart.get(ended_at=None).one == team
    assert "Kitty Katz" in words(client.get(f"/join/{other.badge.secret}/", follow=True))
    assert "Kitty Katz" in words(wearing(other.badge).get(f"/{event.slug}/team/"))
    with pytest.raises(Refused, match="was merged into Kitty Katz"):
        return_team(team=other, by=by, at=build.MEET)


def test_who_was_seated_stays_and_of_two_who_were_seated_neither_goes():
    event = build.event()
    seated, also = build.teams(event, 2)
    build.called_round(event)
    double = signed_up(event, "Double", "Dee", "Ray")
    by = build.organizer(event)

    assert merge_teams(team=double, other=seated, by=by, at=build.THREE) == seated
    assert seated.seats.count() == 1
    with pytest.raises(Refused, match=r"have both been seated\. Withdraw one of them instead"):
        merge_teams(team=seated, other=also, by=by, at=build.THREE)


def test_a_merge_frees_a_place_and_a_waiting_entry_takes_the_others():
    event = build.event(capacity=2)
    by = build.organizer(event)
    team, double = signed_up(event, "Katz", "Dee", "Ray"), signed_up(event, "Katzes", "Dee H", "Ray O")
    waiting = signed_up(event, "Aces", "Al", "Bo")

    merge_teams(team=team, other=double, by=by, at=build.MEET)
    assert [one.name for one in event.teams.with_place()] == ["Katz", "Aces"]

    late = signed_up(event, "Acez", "Ali", "Boo")
    assert merge_teams(team=late, other=waiting, by=by, at=build.MEET) == late
    assert [one.name for one in event.teams.with_place()] == ["Katz", "Acez"]


@pytest.mark.slow
@pytest.mark.both
def test_a_single_with_a_partner_is_one_person_until_that_was_a_mistake(client):
    event = build.event()
    by, team = build.organizer(event), signed_up(event, "Kitty Katz", "Dee", "Ray")
    single = sign_up_single(event=event, key=uuid4(), name="Ray", contact="7", by=by, at=build.MEET)
    ray, stranger = team.players.get(name="Ray"), signed_up(event, "Aces", "Al", "Bo").players.first()
    gift = {"amount_cents": 500, "method": "cash", "player": single}
    take_donation(event=event, key=uuid4(), **gift, by=by, at=build.MEET)
    desk, page = wearing(by.badge), f"/{event.slug}/desk/{team.pk}/"

    assert merge_players(player=single, other=ray, by=by, at=build.MEET) == ray
    assert Player.objects.get(pk=ray.pk).contact == "7"
    assert not event.players.filter(team=None, left_at=None).exists()
    assert "Kitty Katz" in words(client.get(f"/{event.slug}/signed-up/{single.page_secret}/"))
    assert "Merged with Ray from the list" in words(desk.get(page))
    with pytest.raises(Refused, match="Merge the teams instead"):
        merge_players(player=ray, other=stranger, by=by, at=build.MEET)

    other = sign_up_single(event=event, key=uuid4(), name="Ray", by=by, at=build.MEET)
    refused = desk.post(f"{page}merge/undo/")
    leave_list(player=other, by=by, at=build.MEET)
    undone = desk.post(f"{page}merge/undo/", follow=True)

    single.refresh_from_db()
    assert "Another entry is called Ray already" in words(refused)
    assert "Ray is a separate entry again." in words(undone)
    assert (single.merged_into, single.left_at, Donation.objects.get().player) == (None, None, single)
    sentence = "The merge was a mistake: Ray looks for a partner again, beside Kitty Katz."
    assert str(event.log.latest("pk")) == sentence
    assert "Merged with" not in words(desk.get(page))
    # Either of the two may be named first.
    assert merge_players(player=ray, other=single, by=by, at=build.MEET) == ray


def test_what_the_club_knows_of_the_entry_that_goes_is_known_of_the_other():
    night = Night("Dee", "Ray").known()
    double, team = night.event.teams.get(), signed_up(night.event, "Katz", "Dee H", "Ray O")

    merge_teams(team=team, other=double, by=night.by, at=build.MEET)

    assert {each.player for each in Appearance.objects.now()} == set(team.players.filter(left_at=None))
    assert night.event.log.last().action == "team.merged"


@pytest.mark.slow
@pytest.mark.both
def test_a_merge_is_undone_once_its_name_is_free_and_later_facts_stay(client):
    event = build.event()
    by = build.organizer(event)
    team, other = signed_up(event, "Kitty Katz", "Dee", "Ray"), signed_up(event, "Katz", "Dee", "Cy")
    dee = other.players.get(name="Dee")
    given(other, 700, dee)
    check_in_team(team=other, by=by, at=build.MEET)
    keep_apart(event=event, one=team, other=other, by=by, at=build.MEET)
    desk, page = wearing(by.badge), f"/{event.slug}/desk/{team.pk}/"
    merge_teams(team=team, other=other, by=by, at=build.MEET)
    given(team, 300)
    assert "Merged with number 2" in words(desk.get(page))

    double = signed_up(event, "Katz", "Bo", "Di")
    with pytest.raises(Refused, match="Rename that one first"):
        undo_merge(team=team, by=by, at=build.MEET)
    rename_team(team=double, name="Aces", by=by, at=build.MEET)

    undone = desk.post(f"{page}merge/undo/", follow=True)

    team.refresh_from_db()
    other.refresh_from_db()
    dee.refresh_from_db()
    assert "Katz is a separate entry again." in words(undone)
    assert (other.name, other.merged_into, other.withdrawn_at) == ("Katz", None, None)
    assert (team.checked_in_at, bool(other.checked_in_at)) == (None, True)
    assert (dee.team, dee.merged_into, dee.left_at) == (other, None, None)
    assert sorted(one.name for one in team.players.all()) == ["Dee", "Ray"]
    gifts = [(gift.team, gift.amount_cents) for gift in Donation.objects.order_by("pk")]
    assert gifts == [(other, 700), (team, 300)]
    assert event.kept_apart.get().ended_at is None
    sentence = "The merge was a mistake: Katz is a separate entry again, beside Kitty Katz."
    assert str(event.log.latest("pk")) == sentence
    assert client.get(f"/join/{other.badge.secret}/", follow=True).context["team"] == other
    again = desk.post(f"{page}merge/undo/")
    assert (again.status_code, "Reload the page to see both entries" in words(again)) == (422, True)


# --- who they are -------------------------------------------------------------------------------


def twice_at(night, *double):
    """A night's first team, and a second entry of it, whose players have these people."""
    team, other = night.event.teams.get(), night.team(*double)
    return team, other


@pytest.mark.both
def test_merged_entries_and_people_are_one_person_after_the_entries_part():
    night = Night("Dee", "Ray")
    team, other = twice_at(night, "Denise", "Raymond")
    people = [
        recognize(**night.press, player=night.player(name), person=None, how="new")
        for name in ("Dee", "Denise")
    ]
    merge_teams(team=team, other=other, by=night.by, at=build.at(14, 1))
    merge_people(**night.press, person=people[0], other=people[1])

    undo_merge(team=team, by=night.by, at=build.at(14, 2))

    assert night.who() == {"Dee": "Dee", "Ray": [], "Denise": [], "Raymond": []}


def test_the_people_of_a_merged_entry_return_with_it_as_they_are_now():
    night, known = Night("Dee", "Ray"), Night("Nicey", "Mo", week=1)
    team, other = twice_at(night, "Denise", "Raymond")
    denise = recognize(**night.press, player=night.player("Denise"), person=None, how="new")
    nicey = recognize(**known.press, player=known.player("Nicey"), person=None, how="new")
    merge_teams(team=team, other=other, by=night.by, at=build.at(14, 1))
    change = merge_people(**night.press, person=nicey, other=denise)
    one = night.who()

    undo_merge(team=team, by=night.by, at=build.at(14, 2))
    parted = night.who()
    undo_change(**night.press, change=change)

    assert one == {"Dee": "Nicey", "Ray": []}
    assert parted == {"Dee": [], "Ray": [], "Denise": "Nicey", "Raymond": []}
    assert night.who() == {**parted, "Denise": "Denise"}


def test_two_teams_of_a_league_may_turn_out_to_be_one_entry():
    league = league_week(Night().club, ["Aces,Kings,10,7,0,0"]).league
    event = build.event()
    teams = [signed_up(event, str(each), f"Al of {each}", f"Bo of {each}") for each in league.teams.all()]
    for team, of in zip(teams, league.teams.all(), strict=True):
        LeagueEntry.objects.create(team=team, of=of)

    merge_teams(team=teams[0], other=teams[1], by=build.organizer(event), at=build.MEET)

    entries = LeagueEntry.objects.filter(team__in=teams).order_by("of__number")
    assert [(str(entry.of), entry.team) for entry in entries] == [("Aces", teams[0]), ("Kings", teams[1])]
