"""Random wrong posts, and every form filled in wrongly: always an answer in words, never a wrong fact."""

import random
import re
from collections import Counter
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.access import BADGES, MAY
from rehearsal.browser import read
from rules.counted.side_prizes import COUNTER, PLAYED, SidePrize
from rules.games.hands import HandFacts
from rules.money.pots import Pot
from scoring.commands.bracket import buy_back, start_phase_two
from scoring.commands.open_play import hold_games
from scoring.commands.reports import report_hand
from scoring.commands.simulation import ask_simulation
from scoring.commands.slips import record_slip
from scoring.models import Hand
from scoring.queries.hands.slip import SlipLine
from scoring.queries.integrity import integrity
from scoring.tasks import tick, work_on_lists
from seasons.commands.draws import draw_weeks
from seasons.commands.people import merge_people, recognize_all
from seasons.commands.shelf import shelve_event
from seasons.models import Club, ClubEvent, ClubRatings, Copied, LeagueWeek, Member, Person, Series
from tests import build
from tests.attacks.addresses import ALL, TRICKY
from tests.journeys import moments
from tests.pages.slip import typed
from tests.pages.visit import HTMX, still_clock, wearing
from tests.seasons.leagues import league_week
from tests.seasons.test_series import series_with_a_final
from tournament.commands.badges import make_badge
from tournament.commands.deadlines import doubt_clock
from tournament.commands.donations import take_donation
from tournament.commands.entering.partners import ask_partner
from tournament.commands.entering.sign_up import clear_sign_ups
from tournament.commands.floor import call_game, mark_seated
from tournament.commands.kept_apart import keep_apart
from tournament.commands.lists.imports import ask_import, confirm_import
from tournament.commands.programs.tokens import give_token
from tournament.commands.programs.webhooks import add_webhook, make_deliveries
from tournament.commands.schedule_changes import add_minutes, pause_day
from tournament.commands.substitutes import ask_to_substitute, seat_substitute
from tournament.commands.tables import take_table
from tournament.commands.teams import add_player, correct_player, move_team_up, sign_up_single
from tournament.models import Actor, Badge, Game, Role
from tournament.models.codes import check_in_code

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long_on_both]

# Others on each database.
POSTS, SEED = 120, {"sqlite": 5, "postgresql": 9}[connection.vendor]
PAGES_OF_A_KIND = 5
# What a database can't take of a form, it can't at any moment: there are most forms at these two.
WITH_MOST_FORMS = ("before the first round", "in the middle of a round")
OUTSIDE = ("/api/", "/sign-in/", "/sign-out/", "/password/", "/key/", "/setup/", "/new/", "/code/", "/join/")
# Only the demo takes it, of which it erases every hand: see tests/scoring/test_demo.py.
ERASES = {"floor:start-demo-over"}
SAID = re.compile(r'role="alert"|class="[^"]*(refusal|meaning--set|meaning--refused)|<h1')
SIDES, LEVELS = ("NS", "EW", "N", "both", ""), ("4", "5", "6", "7", "3", "-4", "4.5", "")
WRONG = {
    "hand_id": ("", "7", "not-an-id", "00000000-0000-0000-0000-000000000007", *TRICKY),
    "sequence": ("", "1", "2", "0", "-1", "99", *TRICKY),
    "as_sequence": ("", "1", "2", "77", *TRICKY),
    "bidder": (*SIDES, *TRICKY),
    "bid": (*(f"{level} {kind}" for level in LEVELS for kind in ("uptown", "no_trump", "sideways")), *TRICKY),
    "books": (*(str(books) for books in range(-1, 16)), *TRICKY),
    "reneges_ns": ("", "0", "1", "4", "5", "-1", *TRICKY),
    "reneges_ew": ("", "0", "1", "4", "9", *TRICKY),
    "dealer": ("", "N", "E", "S", "W", "X", *TRICKY),
    "bidder_seat": ("", "N", "NE", *TRICKY),
    "calls": ("", "pass", "4 up, pass", "pass, pass, pass, pass, pass", "9 hearts", *TRICKY),
    "forfeited_by": ("", "", "", "NS", "EW", "N", *TRICKY),
}


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
    """Nobody sits after five minutes, and a referee is asked; then the computer's clock jumps."""
    event = build.event(name="Late", is_practice=True, late_forfeits="proposed")
    build.teams(event, 4)
    game = build.called_round(event).games.first()
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    still_clock(event, build.at(15, 5))
    tick(build.at(15, 5))
    still_clock(event, build.at(15, 6))
    doubt_clock(now=timezone.now())
    return event


def after_the_whistle():
    """A hand may be in progress at a table; five minutes were just added to the day."""
    event = build.event(name="Whistle", is_practice=True)
    build.teams(event, 2)
    build.hand(build.seated(build.game(event), at=build.at(15, 1)))
    add_minutes(event=event, minutes=5, by=build.organizer(event), at=build.at(15, 31))
    still_clock(event, build.at(15, 31))
    return event


def before_open_play():
    """It can be opened, and its day is being simulated."""
    event = build.openly(4, tables=1, opens=False, is_practice=True, name="Open")
    ask_simulation(event=event, teams=9, tables=4, days=5000, by=build.organizer(event), at=build.MEET)
    still_clock(event, build.THREE)
    return event


def with_the_cut_settled():
    """Phase II can begin."""
    event = build.event(name="Settled", is_practice=True)
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    still_clock(event, build.at(17, 1))
    return event


def with_a_team_that_lost_once():
    """It buys back in, or leaves. Another bought back in, and may decide again."""
    event = build.event(
        name="Lost once", is_practice=True, phase_two={"format": "double", "buys_back": True}, advance_count=4
    )
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    for position in ("US1", "US2"):
        game = event.games.filter(bracket_position=position).get()
        call_game(game=game, by=build.organizer(event), at=build.at(17, 2))
        build.won(Game.objects.get(pk=game.pk), "NS", at=build.at(17, 9))
    still_clock(event, build.at(17, 10))
    lost = event.games.with_everybody().get(bracket_position="US2").team("EW")
    given = {"key": uuid4(), "amount_cents": 0, "method": "cash"}
    buy_back(team=lost, by=build.organizer(event), at=build.at(17, 10), **given)
    return event


def before_the_reveal():
    """The places of people who came alone are settled, and hidden."""
    event = build.event(
        seating="alone", standings_shown="hidden", is_practice=True, name="Hidden", advance_count=3
    )
    build.people(event, 8)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    still_clock(event, build.at(19, 1))
    return event


def with_a_team_of_three():
    """The team that came last has a third player, who is asked to play at the other table."""
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
    """Two people have as many loners, and play a hand for the side prize."""
    pot = SidePrize(name="Loner pot", decides=COUNTER, counter="Loners", ties=PLAYED)
    event = build.event(
        game="euchre-card", seating="alone", results_by="totals", side_prizes=[pot.told()], is_practice=True,
        name="Tied",
    )  # fmt: skip
    build.people(event, 4)
    facts = HandFacts(total_points={"NS": 10, "EW": 4}, counters={"Loners": {"N": 1, "S": 1}})
    build.hand(build.called_round(event).games.get(), facts, at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    return event


def with_prizes_to_pay():
    """The places are final, the first has an envelope, and the losers of the quarterfinals are tied."""
    pots = [Pot(prizes=(40, 20, 20, 10, 10), ties=PLAYED).told(), Pot(name="Side", entry_cents=500).told()]
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
    """A game's hands don't add up to its total."""
    event = build.event(name="Beside", is_practice=True, results_by="totals")
    build.teams(event, 2)
    game = build.game(event)
    build.hand(game, HandFacts(total_hands={"NS": 3, "EW": 1}))
    line = SlipLine(hand_id=uuid4(), sequence=1, facts=build.FOUR_MADE)
    record_slip(game=game, lines=[line], by=build.organizer(event), at=build.at(15, 20))
    still_clock(event, build.at(15, 25))
    return event


def with_a_list_looked_at():
    """One list came in before it."""
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


def archived_copy_of_another():
    """It takes nobody in, and two teams are here that were kept apart last time."""
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
    """Some of its people are known, and two of them were merged."""
    plan = {"is_practice": True, "plays_phase_two": False}
    first, event = (build.event(name=f"Night {number}", **plan) for number in (1, 2))
    user, club = (
        get_user_model().objects.create_user("ann"),
        Club.objects.create(name="A", made_at=build.MEET),
    )
    Member.objects.create(club=club, user=user, at=build.MEET)
    ClubRatings.objects.create(club=club, is_on=True, computed_at=build.MEET)
    for night in (first, event):
        ClubEvent.objects.create(event=night, club=club, at=build.MEET)
        night.badges.filter(role=Role.ORGANIZER).update(user=user)
        build.teams(night, 2)
        recognize_all(event=night, club=club, by=build.organizer(night), at=build.MEET)
    build.played_phase_one(event, 1)
    build.team(event)
    other = Person.objects.create(club=club, name="Dee Jones", made_at=build.MEET)
    by, dee = build.organizer(event), club.people.filter(name="Dee 1").get()
    merge_people(event=event, club=club, person=dee, other=other, by=by, at=build.MEET)
    user = get_user_model().objects.create_user("bo")
    make_badge(event=event, role=Role.ORGANIZER, name="bo", user=user, at=build.MEET)
    league = league_week(club, ["Aces,Kings,10,7,1,0", "Queens,Jacks,10,7,1,0"]).league
    draw_weeks(league=league, weeks=3, rooms=1, games=3, first=1, seed=1, at=build.MEET, steps=9)
    LeagueWeek.objects.create(league=league, number=9, event=event, at=build.MEET)
    series_with_a_final(event, club, first)
    still_clock(event, build.at(15, 40))
    return event


def with_programs():
    """One has a token, and a message waits for a webhook."""
    event = build.event(name="Programs", is_practice=True)
    by = {"by": build.organizer(event), "at": build.MEET}
    give_token(event=event, name="App", scope="results", **by)
    webhook = add_webhook(event=event, url="https://example.org/", **by)
    make_deliveries(webhook=webhook, now=timezone.now())
    still_clock(event, build.MEET)
    return event


def of_no_club():
    """An organizer with an account could put it into one."""
    event = build.event(name="Of no club", is_practice=True)
    event.badges.filter(role=Role.ORGANIZER).update(user=get_user_model().objects.create_user("cy"))
    still_clock(event, build.THREE)
    return event


# What a form needs to be shown, and no page of the moments shows; and the pages that these are looked for on.
def at_the_partner_desk():
    """All places are taken, a sign-up was removed, two have one name, and somebody asks for a partner."""
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


RARE = {
    "at the partner desk": at_the_partner_desk,
    "in a pause after a call": in_a_pause_after_a_call,
    "with late teams": with_late_teams,
    "after the whistle": after_the_whistle,
    "before open play": before_open_play,
    "with the cut settled": with_the_cut_settled,
    "with a team that lost once": with_a_team_that_lost_once,
    "before the reveal": before_the_reveal,
    "with a tied side prize": with_a_tied_side_prize,
    "with a team of three": with_a_team_of_three,
    "with prizes to pay": with_prizes_to_pay,
    "with hands beside a total": with_hands_beside_a_total,
    "with open play held back": with_open_play_held_back,
    "with a list looked at": with_a_list_looked_at,
    "of an archived copy": archived_copy_of_another,
    "at a club": at_a_club,
    "of no club": of_no_club,
    "with programs": with_programs,
}
RARELY_ON = (
    "team/", "people/", "people/badges/", "programs/", "tables/", "floor/", "floor/set-up/", "day/",
    "day/round/", "day/late/", "seating/", "cut/", "simulate/", "desk/", "desk/lists/", "desk/payouts/",
    "event/", "club/", "club/grades/", "league/results/", "series/", "desk/sign-ups/", "team/correct/",
)  # fmt: skip
MOMENTS = moments.ALL | RARE


def facts_of(event):
    return {
        hand.pk: (hand.sequence, hand.facts, hand.points) for hand in Hand.objects.filter(game__event=event)
    }


def unsaid(facts):
    return {pk: hand[:2] for pk, hand in facts.items()}


def test_random_wrong_posts_write_only_what_the_rules_allow(longer):
    event = build.event(is_practice=True)
    game = build.game(event)
    build.hand(game)
    still_clock(event, build.at(15, 10))
    phone, chance = wearing(build.referee(event).badge), random.Random(SEED)
    address = f"/{event.slug}/game/{game.pk}/"
    answered = {"refused": 0, "saved": 0}

    for number in range(POSTS * longer):
        names = chance.sample(sorted(WRONG), chance.randint(0, len(WRONG)))
        fields = {name: chance.choice(WRONG[name]) for name in names}
        ends = chance.choice(("hand/", "preview/", "hand/", "slip/save/"))
        sent = typed(fields, {**fields, "sequence": "3"}) if ends == "slip/save/" else fields
        before = facts_of(event)
        answer = phone.post(address + ends, sent, headers=HTMX if number % 2 else {})
        now = facts_of(event)
        assert answer.status_code in (200, 302, 422), (answer.status_code, ends, fields)
        assert now.items() >= before.items(), "A recorded hand was changed."
        if len(now) == len(before):
            answered["refused"] += 1
            assert answer.status_code != 422 or SAID.search(answer.content.decode()), (ends, fields)
        else:
            answered["saved"] += 1
            assert ends != "preview/"
            assert answer.status_code != 422

    assert answered["refused"] > POSTS * longer * 0.9
    assert integrity(event) == []


def test_every_form_filled_in_wrongly_is_answered_in_words(subtests, longer):
    """Each form as the page has it, with some fields wrong, missing or twice: others on each database.

    A new form is found by itself, if it can be walked to at one of the moments. It is filled in where it is
    first met; with ``--long`` at each.
    """
    filled, asked, sent = set(), set(), 0
    is_long, is_whole = longer > 1, longer > 1 or connection.vendor == "sqlite"
    for moment in MOMENTS if is_whole else WITH_MOST_FORMS:
        with subtests.test(moment), build.undone(Client()):
            event = MOMENTS[moment]()
            chance = random.Random(f"{moment} on {connection.vendor}")
            forms = forms_at(event, only=RARELY_ON if moment in RARE else None, alone=is_whole)
            wanted = [forms[name] for name in forms if is_long or name not in filled]
            filled |= set(forms)
            if is_whole:
                asked |= {named(there) for there in taking_posts(event, known=filled | asked)}
            facts = facts_of(event)
            for phone, form, address in wanted:
                for _ in range(longer):
                    fields = spoilt(form, chance)
                    answer = phone.post(address, fields)
                    said = answer.content.decode() if not answer.streaming else ""
                    assert answer.status_code < 500, (address, fields)
                    assert answer.status_code < 400 or SAID.search(said), (address, fields)
                    after = facts_of(event)
                    if named(address) == "desk:take-out-player":
                        # Who asks for it is "Somebody" in the sentences, too, and nothing else changes.
                        assert unsaid(after).items() >= unsaid(facts).items(), (address, fields)
                    else:
                        assert after.items() >= facts.items(), (address, fields)
                    facts = after
                    sent += 1

            assert forms
            assert integrity(event) == []

    assert sent >= len(filled) > 70
    assert sorted(asked - filled - ERASES) == []


def wearing_everything(event):
    """A browser that wears every kind of badge there is."""
    phone = wearing(build.organizer(event).badge)
    session = phone.session
    roles = (Role.DESK, Role.REFEREE, Role.TEAM)
    worn = Badge.objects.worn().filter(event=event, role__in=roles).order_by("role", "-pk")[:6]
    session[BADGES] = [*(badge.pk for badge in worn), *session[BADGES]]
    session.save()
    return phone


def forms_at(event, only=None, *, alone=True):
    """Every form that anybody is shown at this moment, once for each kind of address it is sent to.

    A browser with every badge walks the site, or looks at ``only`` these pages; a referee and the team that
    came last, each ``alone`` with a phone, look at what is for them.
    """
    phones = [(wearing_everything(event), None)]
    if alone:
        lonely = ((role, event.badges.worn().filter(role=role).last()) for role in (Role.REFEREE, Role.TEAM))
        phones = [*((wearing(badge), badge.role) for role, badge in lonely if badge), *phones]
    found = {}
    for phone, role in phones:
        for there, page in pages_of(phone, event, role, only):
            for form in page.find("form"):
                if form.attributes.get("method", "get").lower() != "post":
                    continue
                others = [button.attributes["formaction"] for button in form.find("button", formaction="*")]
                for address in (form.attributes.get("action") or there, *others):
                    found[named(address)] = (phone, form, address)
    return found


def keys_of_singles(event):
    return event.players.filter(team=None, left_at=None).values_list("key", flat=True)


def pages_of(phone, event, role, only):
    """Every page that can be walked to from those whose address is known, a few of each kind."""
    known = [address.replace("pride-south-bid-whist", event.slug) for address, _ in ALL]
    waiting = [address for address in known if not re.search(r"/1/|00000000-", address)]
    if only:
        waiting = [f"/{event.slug}/{page}" for page in only]
        waiting += [f"/{event.slug}/game/{game.pk}/" for game in event.games.all()]
        for team in event.teams.order_by("-pk")[:2]:
            waiting += [f"/{event.slug}/desk/{team.pk}/", f"/{event.slug}/desk/{team.pk}/substitute/"]
        waiting += [f"/{event.slug}/signed-up/{key}/" for key in keys_of_singles(event)]
        waiting.append(f"/{event.slug}/team/here/{check_in_code(event.key)}/")
        waiting += [f"/{event.slug}/club/{pk}/" for pk in Person.objects.known().values_list("pk", flat=True)]
        waiting += [f"/{event.slug}/series/{pk}/" for pk in Series.objects.values_list("pk", flat=True)]
    looked_at, seen = set(), Counter()
    while waiting:
        there = waiting.pop(0)
        if there in looked_at or seen[named(there)] >= PAGES_OF_A_KIND or there.startswith(OUTSIDE):
            continue
        if role and role not in MAY.get(resolve(urlsplit(there).path).func.access, ()):
            continue
        looked_at.add(there)
        answer = phone.get(there)
        if answer.status_code != 200 or answer.streaming or "html" not in answer.headers["Content-Type"]:
            continue
        seen[named(there)] += 1
        page = read(answer.content.decode())
        links = [link.attributes.get("href", "").partition("#")[0] for link in page.find("a")]
        waiting += [link for link in links if link.startswith(f"/{event.slug}/") and not only]
        yield there, page


def taking_posts(event, known):
    """The addresses of the event that take a form, but for those of which one is ``known``."""
    phone = wearing_everything(event)
    for address, _ in ALL:
        there = address.replace("pride-south-bid-whist", event.slug)
        if named(there) in known:
            continue
        # Nothing takes a PUT; the refusal says what an address takes.
        if "POST" in phone.put(there).headers.get("Allow", "") and not there.startswith(OUTSIDE):
            yield there


def named(address):
    return resolve(urlsplit(address).path).view_name


def spoilt(form, chance):
    """The fields of a form as the page has them, some of them spoilt."""
    fields = {}
    for part in form.find("input") + form.find("textarea") + form.find("select") + form.find("button"):
        name, value = part.attributes.get("name"), part.attributes.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            continue
        if part.node.tag == "select":
            value = chance.choice([each.attributes.get("value", "") for each in part.find("option")] or [""])
        if part.node.tag == "button" and chance.random() < 0.5:
            continue
        if part.attributes.get("type") in ("radio", "checkbox") and name in fields and chance.random() < 0.6:
            continue
        fields[name] = value or chance.choice(("", "Some words", "12"))
    for name in list(fields):
        fate = chance.random()
        if fate < 0.25:
            fields[name] = chance.choice(TRICKY)
        elif fate < 0.35:
            del fields[name]
        elif fate < 0.4:
            fields[name] = [fields[name], chance.choice(TRICKY)]
        elif fate < 0.42:
            fields[name] = SimpleUploadedFile("hand.txt", b"not a hand")
    return fields
