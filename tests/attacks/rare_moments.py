"""Moments whose forms appear at none of the moments in ``tests/journeys/moments.py``."""

from uuid import uuid4

from django.contrib.auth import get_user_model
from django.utils import timezone

from rules.counted.side_prizes import COUNTER, PLAYED, SidePrize
from rules.money.pots import Pot
from rules.ruleset.hands import HandFacts
from scoring.bracket.commands_bracket import buy_back, start_phase_two
from scoring.cut.commands_cut import settle_cut
from scoring.models import Hand
from scoring.open_play.commands_open_play import hold_games
from scoring.recording.commands_ending import void_game
from scoring.recording.commands_hands import record_hand
from scoring.recording.commands_slips import record_slip
from scoring.reports.commands_reports import report_hand
from scoring.rounds.commands_rounds import draft_round
from scoring.rulings.commands_leaving import leave_game
from scoring.sheet.slip import SlipLine
from scoring.simulation.commands_simulation import ask_simulation
from scoring.tasks import tick, work_on_lists
from seasons.evenings.commands_evenings import ask_who_comes
from seasons.leagues.commands_draws import draw_weeks
from seasons.models import (
    Club,
    ClubEvent,
    ClubRatings,
    Copied,
    EveningAnswer,
    LeagueWeek,
    Member,
    Person,
    PoolPlace,
    Template,
)
from seasons.people.commands_merging import merge_teams
from seasons.people.commands_people import merge_people
from seasons.shelf.commands_shelf import shelve_event
from tests import build
from tests.pages.visit import still_clock
from tests.seasons.known import recognize_each
from tests.seasons.league_weeks import league_week
from tests.seasons.series.evenings import series_with_a_final
from tournament.badges.commands_badges import make_badge, open_tablet
from tournament.entries.commands_corrections import correct_player
from tournament.entries.commands_partners import ask_partner
from tournament.entries.commands_presence import move_team_up
from tournament.entries.commands_sign_up import add_player, sign_up_single
from tournament.entries.commands_sign_up_hours import clear_sign_ups
from tournament.floor.commands_floor import call_game, mark_seated
from tournament.floor.commands_kept_apart import keep_apart
from tournament.floor.commands_substitutes import ask_to_substitute, seat_substitute
from tournament.floor.commands_tables import take_table
from tournament.lists.commands_imports import ask_import, confirm_import
from tournament.messages.commands_messages import mark_sent, show_message, write_messages
from tournament.messages.commands_wall import pin_wall
from tournament.models import Actor, Game, Role
from tournament.money.commands_donations import take_donation
from tournament.programs.commands_tokens import give_token
from tournament.programs.commands_webhooks import add_webhook, make_deliveries
from tournament.schedule.commands_deadlines import doubt_clock
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day


def in_a_pause_after_a_call():
    """A round was called twenty seconds ago, then the day was paused; a team has a substitute."""
    event = build.event(name="Paused", is_practice=True, hands_from="teams")
    build.teams(event, 6)
    by, newest = build.organizer(event), event.teams.last()
    take_table(table=event.tables.first(), by=build.referee(event), at=build.MEET)
    seat_substitute(
        key=uuid4(), player=newest.players.first(), name="Mo", reason="A call", by=by, at=build.MEET
    )
    build.called_round(event)
    game = Game.objects.of(newest).get()
    other = game.team("EW") if game.team("NS") == newest else game.team("NS")
    report_hand(
        report_id=uuid4(),
        game=game,
        facts=build.FOUR_MADE,
        sequence=1,
        by=Actor(other.badge, "phone"),
        at=build.at(15, 0, 10),
    )
    pause_day(event=event, by=by, at=build.at(15, 0, 20))
    still_clock(event, build.at(15, 0, 20))
    return event


def with_late_teams():
    """East-West are late and a referee is asked about it; then the computer's clock jumps.

    The game at the other table ended with no result.
    """
    event = build.event(name="Late", is_practice=True, late_forfeits="proposed")
    build.teams(event, 4)
    game, other = build.called_round(event).games.order_by("pk")
    void_game(game=other, reason="A pack of 51", by=build.organizer(event), at=build.at(15, 1))
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    still_clock(event, build.at(15, 5))
    tick(build.at(15, 5))
    still_clock(event, build.at(15, 6))
    doubt_clock(event=event, now=timezone.now())
    return event


def after_the_whistle():
    """Time is up with a hand perhaps in progress at a table; five minutes were just added to the day."""
    event = build.event(name="Whistle", is_practice=True)
    build.teams(event, 2)
    build.hand(build.seated(build.game(event), at=build.at(15, 1)))
    add_minutes(event=event, minutes=5, by=build.organizer(event), at=build.at(15, 31))
    still_clock(event, build.at(15, 31))
    return event


def before_open_play():
    """Play isn't open yet, and the event's simulation runs."""
    event = build.openly(4, tables=1, opens=False, is_practice=True, name="Open")
    ask_simulation(event=event, teams=9, tables=4, days=5000, by=build.organizer(event), at=build.MEET)
    still_clock(event, build.THREE)
    return event


def with_the_cut_settled():
    """The cut is settled, and Phase II can begin."""
    event = build.event(name="Settled", is_practice=True)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    still_clock(event, build.at(17, 1))
    return event


def with_phase_two_just_begun():
    """Phase II has begun without a hand, and one of its games is called."""
    event = with_the_cut_settled()
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    game = event.games.never_called().exclude(bracket_position="").first()
    if game:
        call_game(game=game, by=build.organizer(event), at=build.at(17, 1))
    return event


def with_a_draft_that_is_old():
    """A round is drafted and shown card by card, and a team has come since."""
    event = build.event(name="Old draft", is_practice=True)
    build.teams(event, 4)
    draft_round(event=event, by=build.organizer(event), at=build.at(14, 50))
    by = build.organizer(event)
    pin_wall(event=event, kind="draw-round", title="The round", by=by, at=build.at(14, 51))
    build.teams(event, 1)
    still_clock(event, build.at(14, 55))
    return event


def with_a_hand_just_saved():
    """A referee saved a hand some seconds ago. The newest team has left its game."""
    event = build.event(name="Saved", is_practice=True)
    build.teams(event, 4)
    games = list(build.called_round(event).games.order_by("pk"))
    newest = event.teams.last()
    game = next(each for each in games if newest not in each.everybody())
    referee, at = build.referee(event), build.at(15, 10)
    record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, by=referee, at=at)
    build.hand(next(each for each in games if each != game))
    leave_game(team=newest, key=uuid4(), by=build.organizer(event), at=at)
    still_clock(event, build.at(15, 10, 5))
    return event


def with_a_team_that_lost_once():
    """One team lost once and must buy back in or leave. Another bought back in and may still change that."""
    event = build.lost_once(name="Lost once")
    still_clock(event, build.at(17, 10))
    lost = event.games.with_everybody().get(bracket_position="US2").team("EW")
    given = {"key": uuid4(), "amount_cents": 0, "method": "cash"}
    buy_back(team=lost, by=build.organizer(event), at=build.at(17, 10), **given)
    return event


def before_the_reveal():
    """People came alone; their places are settled, and still hidden."""
    event = build.event(
        seating="alone", standings_shown="hidden", is_practice=True, name="Hidden", advance_count=3
    )
    build.people(event, 8)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    still_clock(event, build.at(19, 1))
    return event


def with_a_team_of_three():
    """The newest team has a third player, who is asked to substitute at the other table."""
    event = build.event(name="Three", is_practice=True, third_player=True)
    build.teams(event, 4)
    by, newest = build.organizer(event), event.teams.last()
    mo = add_player(team=newest, key=uuid4(), name="Mo", by=by, at=build.MEET)
    build.called_round(event)
    other = Game.objects.filter(event=event).exclude(pk__in=Game.objects.of(newest)).get()
    absent = other.team("NS").players.first()
    ask_to_substitute(key=uuid4(), player=absent, person=mo, reason="Ill", by=by, at=build.at(15, 1))
    still_clock(event, build.at(15, 1))
    return event


def with_open_play_held_back():
    """The next games wait for the organizer."""
    event = build.openly(5, tables=1, is_practice=True, name="Held")
    hold_games(event=event, by=build.organizer(event), at=build.at(15, 2))
    still_clock(event, build.at(15, 3))
    return event


def with_a_tied_side_prize():
    """Two people are tied for most loners, and play hands for the side prize."""
    pot = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", ties=PLAYED)
    event = build.event(
        game="euchre-card", seating="alone", results_by="totals", side_prizes=[pot.as_json()],
        is_practice=True, name="Tied",
    )  # fmt: skip
    build.people(event, 4)
    facts = HandFacts(total_points={"NS": 10, "EW": 4}, counters={"Loners": {"N": 1, "S": 1}})
    build.hand(build.called_round(event).games.get(), facts, at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    return event


def with_prizes_to_pay():
    """Places are final. First place has an envelope; the quarterfinal losers are tied."""
    pots = [
        Pot(prizes=(40, 20, 20, 10, 10), ties=PLAYED).as_json(),
        Pot(name="Side", entry_cents=500).as_json(),
    ]
    event = build.event(pots=pots, is_practice=True, name="Prizes")
    build.teams(event, 8)
    given = {"key": uuid4(), "amount_cents": 10_000, "method": "cash", "team": event.teams.first()}
    take_donation(event=event, **given, by=build.organizer(event), at=build.MEET)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    still_clock(event, build.at(19, 1))
    return event


def with_hands_beside_a_total():
    """The hands of a game don't add up to its total."""
    event = build.event(name="Beside", is_practice=True, results_by="totals")
    build.teams(event, 2)
    game = build.game(event)
    build.hand(game, HandFacts(total_hands={"NS": 3, "EW": 1}))
    line = SlipLine(hand_id=uuid4(), sequence=1, facts=build.FOUR_MADE)
    record_slip(game=game, lines=[line], by=build.organizer(event), at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    return event


def with_a_list_looked_at():
    """A list waits for confirmation; an earlier one was imported."""
    event = build.event(is_practice=True, name="Lists")
    signed = {"event": event, "by": build.organizer(event), "at": build.MEET}
    for lines in (b"Ann & Ray", b"Di & Ed\nAl & Al"):
        ask_import(key=uuid4(), content=lines, **signed)
        work_on_lists(timezone.now())
        if b"Ann" in lines:
            confirm_import(leaves_out=False, **signed)
            work_on_lists(timezone.now())
    still_clock(event, build.MEET)
    return event


def of_an_archived_copy():
    """An archived event copied from another; two of its teams were kept apart last time."""
    events = [build.event(name=name, is_practice=True) for name in ("First", "Second")]
    for event in events:
        build.teams(event, 2)
    first, second = events
    one, other = first.teams.all()
    keep_apart(event=first, one=one, other=other, by=build.organizer(first), at=build.MEET)
    Copied.objects.create(event=second, of=first.key)
    now = {"now": timezone.now(), "by": build.organizer(second), "at": build.MEET}
    for shelf in ("archive", "deleted"):
        shelve_event(event=second, shelf=shelf, **now)
    still_clock(second, build.THREE)
    return second


def at_a_club():
    """A club's event: some of its people are recognized, and two of them were merged."""
    first, second = (build.event(name=f"Night {number}", plays_phase_two=False) for number in (1, 2))
    event = build.event(name="Night 3", is_practice=True, plays_phase_two=False)
    user, club = (
        get_user_model().objects.create_user("ann"),
        Club.objects.create(name="A", made_at=build.MEET),
    )
    Member.objects.create(club=club, user=user, at=build.MEET)
    ClubRatings.objects.create(club=club, is_on=True, computed_at=build.MEET)
    for night in (first, second, event):
        ClubEvent.objects.create(event=night, club=club, at=build.MEET)
        night.badges.filter(role=Role.ORGANIZER).update(user=user)
        build.teams(night, 2)
        recognize_each(event=night, club=club, by=build.organizer(night), at=build.MEET)
    build.played_phase_one(second, 1)
    settle_cut(event=second, by=build.organizer(second), at=build.at(15, 38))
    build.played_phase_one(event, 1)
    build.team(event)
    other = Person.objects.create(club=club, name="Dee Jones", made_at=build.MEET)
    by, dee = build.organizer(event), club.people.filter(name="Dee 1").get()
    merge_people(event=event, club=club, person=dee, other=other, by=by, at=build.MEET)
    known = {"event": event, "name": "Dee Jones", "by": by, "at": build.MEET}
    Person.objects.create(club=club, name="Dee Jones", made_at=build.MEET)
    sign_up_single(key=uuid4(), **known)
    user = get_user_model().objects.create_user("bo")
    make_badge(event=event, role=Role.ORGANIZER, name="bo", user=user, at=build.MEET)
    league = league_week(club, ["Aces,Kings,10,7,1,0", "Queens,Jacks,10,7,1,0"]).league
    draw_weeks(league=league, weeks=3, rooms=1, games=3, first=1, seed=1, at=build.MEET, steps=9)
    LeagueWeek.objects.create(league=league, number=9, event=event, at=build.MEET)
    ready = Person.objects.create(club=club, name="Sol", made_at=build.MEET, page_at=build.MEET)
    PoolPlace.objects.create(league=league, person=ready, at=build.MEET)
    Template.objects.create(club=club, name="Nights", event=first, at=build.MEET)
    series_with_a_final(event, club, second)
    ask_who_comes(event=event, club=club, is_on=True, by=by, at=build.MEET)
    EveningAnswer.objects.create(key=uuid4(), event=event, person=ready, comes="yes", at=build.MEET)
    still_clock(event, build.at(15, 40))
    return event


def with_programs():
    """A program has a token, and a message waits to be sent to a webhook."""
    event = build.event(name="Programs", is_practice=True)
    by = {"by": build.organizer(event), "at": build.MEET}
    give_token(event=event, name="App", scope="results", **by)
    webhook = add_webhook(event=event, url="https://example.org/", **by)
    make_deliveries(webhook=webhook, now=timezone.now())
    still_clock(event, build.MEET)
    return event


def of_no_club():
    """An event of no club, whose organizer has an account and could put it into one."""
    event = build.event(name="Of no club", is_practice=True)
    event.badges.filter(role=Role.ORGANIZER).update(user=get_user_model().objects.create_user("cy"))
    still_clock(event, build.THREE)
    return event


def at_the_partner_desk():
    """All places are taken, a sign-up was removed, two people share a name, somebody asks for a partner."""
    event = build.event(name="Partners", is_practice=True, capacity=2)
    by, names = build.organizer(event), ("Junk", "Here", "Double", "Waits", "Moved")
    teams = {name: build.team(event, name, is_here=name == "Here") for name in names}
    double, name = teams["Double"].players.first(), teams["Here"].players.first().name
    correct_player(player=double, name=name, contact="", by=by, at=build.MEET)
    clear_sign_ups(event=event, teams=[teams["Junk"].pk], players=[], by=by, at=build.MEET)
    move_team_up(team=teams["Moved"], by=by, at=build.MEET)
    entry = {"event": event, "by": by, "at": build.MEET}
    kim, lee, _ = (sign_up_single(key=uuid4(), name=name, **entry) for name in ("Kim", "Lee", "Mo"))
    ask_partner(key=uuid4(), player=kim, other=lee, by=by, at=build.MEET)
    still_clock(event, build.MEET)
    return event


def before_one_room():
    """An event that could share its room with another one of the same evening."""
    events = [build.event(name=name, is_practice=True) for name in ("Room", "Room too")]
    user = get_user_model().objects.create_user("lou")
    for event in events:
        event.badges.filter(role=Role.ORGANIZER).update(user=user)
        still_clock(event, build.MEET)
    return events[0]


def in_one_room():
    """An event that shares its room with another one, before play begins."""
    event, other = build.one_room(*(build.event(name=name, is_practice=True) for name in ("One", "Two")))
    build.pair(event, "Ann", "Bob")
    build.pair(other, "Ann", "Cy", is_here=False)
    still_clock(event, build.MEET)
    return event


def with_a_tablet():
    """A table has a tablet; two entries were merged, the later into the earlier."""
    event = build.event(name="Tablets", is_practice=True, tables=4)
    by = build.organizer(event)
    build.teams(event, 4)
    game = build.called_round(event).games.first()
    open_tablet(event=event, number=game.table.number, by=by, at=build.THREE)
    hand = build.hand(game)
    Hand.objects.filter(pk=hand.pk).update(by=event.badges.get(role=Role.TABLET))
    one, other = (build.team(event, name, is_here=False) for name in ("Katz", "Kats"))
    merge_teams(team=one, other=other, by=by, at=build.THREE)
    still_clock(event, hand.at)
    return event


def with_messages():
    """A message and a pinned page are shown, a message waits for the organizer's phone, and one was sent.

    It isn't a practice event, because those ask no phone for notifications.
    """
    event = build.event(name="Messages")
    build.team(event)
    by = {"by": build.organizer(event), "at": build.MEET}
    show_message(event=event, key=uuid4(), words="Pizza is here", **by)
    pin_wall(event=event, kind="standings", title="Standings", **by)
    more = {"who": "looking", "occasion": "words", "site": "", **by}
    for words in ("Come", "Come in"):
        contact = {"contact": "312 555 0100", "may_message": True}
        sign_up_single(event=event, key=uuid4(), name=f"Kim {words}", **contact, **by)
        made = write_messages(event=event, key=uuid4(), words=words, **more)
        mark_sent(event=event, messages=[each.pk for each in made if words == "Come"], **by)
    return event


ALL = {
    make.__name__.replace("_", " "): make
    for make in (
        at_the_partner_desk, in_a_pause_after_a_call, with_late_teams, after_the_whistle, before_open_play,
        with_the_cut_settled, with_phase_two_just_begun, with_a_draft_that_is_old, with_a_hand_just_saved,
        with_a_team_that_lost_once, before_the_reveal, with_a_tied_side_prize,
        with_a_team_of_three, with_prizes_to_pay, with_hands_beside_a_total, with_open_play_held_back,
        with_a_list_looked_at, of_an_archived_copy, at_a_club, of_no_club, with_programs, before_one_room,
        in_one_room, with_messages, with_a_tablet,
    )
}  # fmt: skip
