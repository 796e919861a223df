"""One team at the desk: its page, its players, and everything the desk does with it."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, cast
from uuid import UUID, uuid4

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from accounts.access import Request
from accounts.numbers import whole
from pages.actions import Found, Outcome, action, page_or_action, whole_event
from pages.desk.forms import BuyBackForm, CorrectPlayerForm, DonationForm, RenameForm, TeamDonationForm
from pages.desk.forms_team import (
    AddPlayerForm,
    FromPoolForm,
    HelperForm,
    IsThisForm,
    LeaveForm,
    MergeForm,
    PlaceForm,
    SubstituteForm,
)
from pages.desk.views import (
    SINGLE,
    WALK_UP,
    asked_here,
    beside_who_came,
    board_keep,
    on_the_board,
    side_pots,
    suggested,
)
from pages.desk.views_room import ROOM
from pages.desk.views_sign_up import SIGN_UPS
from pages.league.forms import PoolForm
from pages.links import good_until, link_to
from pages.nav import crew_layout
from pages.player.forms import SitOutForm
from pages.web import Screen, respond
from scoring.bracket.commands_bracket import buy_back, take_back_buy_back
from scoring.hands.chairs import benches, people_of
from scoring.prizes.payouts import pot_asks
from scoring.rounds.commands_seating_by_hand import choose_who_rests
from scoring.rulings.commands_leaving import leave_day, leave_game, return_to_game
from scoring.rulings.left_games import left_game, what_leaving_ends
from seasons.clubs.club_of_event import club_at_desk
from seasons.leagues.commands_pool import put_into_pool, seat_from_pool
from seasons.leagues.league_table import week_at
from seasons.leagues.pool_of_players import pool_of
from seasons.models import League, PoolPlace
from seasons.people.commands_merging import last_merged, merge_players, merge_teams, undo_merge
from seasons.people.commands_people import recognize
from tournament.badges.commands_badges import renew_link
from tournament.entries.commands_check_in import mark_part_here, sit_out
from tournament.entries.commands_corrections import (
    correct_player,
    mark_namesakes_apart,
    place_team,
    rename_team,
)
from tournament.entries.commands_presence import check_in_team, move_team_up, return_team
from tournament.entries.commands_presence import undo_check_in as undo
from tournament.entries.commands_sign_up import add_player
from tournament.entries.desk_board import TeamCard, team_card
from tournament.erasing.commands_taking_out import take_out_player
from tournament.errors import Refused
from tournament.event.day_rows import phase
from tournament.event.sitting import free_people, substitutes_count_now
from tournament.floor.calling import game_to_play
from tournament.floor.commands_substitutes import (
    ask_to_substitute,
    let_player_leave,
    return_player,
    seat_substitute,
)
from tournament.models import Actor, Player, Role, SubstituteRequest, Team
from tournament.models.schedule import PhaseKind
from tournament.money.commands_donations import take_donation


def _card(request: Request, pk: int) -> TeamCard:
    card = team_card(request.event, pk)
    if card is None:
        raise Http404("There is no such team at this event.")
    return card


def _team_page(request: Request, pk: int) -> dict[str, Any]:
    """The team's card, its link and its forms. Twenty queries at most."""
    card, one = _card(request, pk), phase(request.event, PhaseKind.ONE)
    row = request.event.teams.select_related("event").get(pk=pk)
    sits = {name: getattr(row, name) for name in PlaceForm.base_fields} | {"fixed_table": card.fixed_table}
    return {
        "team": card,
        "link": link_to(request, "site:join", card.secret),
        "link_until": good_until(request.event),
        "suggested": suggested(request.event),
        "pots": side_pots(request.event),
        "pot_asks": [(ask, uuid4()) for ask in pot_asks(request.event, {pk: bool(row.withdrawn_at)})[pk]],
        "rename_form": RenameForm(initial={"name": card.name}),
        "player_forms": [(player.pk, CorrectPlayerForm(player)) for player in card.players],
        "place_form": PlaceForm(None, _tables(request, pk), initial=sits),
        "leave_form": LeaveForm(),
        "leaving_ends": "" if card.withdrawn_at else what_leaving_ends(row, request.at),
        "left_game": left_game(row, request.at),
        "merged": last_merged(request.event, pk),
        "merge_form": MergeForm(None, row),
        "asked": [row for row in asked_here(request) if row.player.team_id == pk],
        **_three(request, card),
        "donation_form": DonationForm(),
        "key": uuid4(),
        "keep": board_keep(request),
        "has_phase_one_ended": one.closed_at is not None,
        "has_rounds": one.has_rounds,
    }


def _three(request: Request, card: TeamCard) -> dict[str, Any]:
    """Who of three sits in the team's game, and the form for a third player. No query for teams of two."""
    way = request.event.way
    if not way.spare or card.withdrawn_at:
        return {}
    form = AddPlayerForm() if len(card.players) < way.members else None
    game = game_to_play(request.event.teams.get(pk=card.pk)) if len(card.players) > way.sits else None
    own = [bench for bench in benches(game, people_of(game)) if bench.team_id == card.pk] if game else []
    return {"add_form": form, "own_benches": own}


def _tables(request: Request, pk: int) -> list[int]:
    """The tables where a team may always sit: those in use, and its own."""
    may_sit = request.event.tables.filter(Q(is_out_of_use=False) | Q(kept_for=pk)).distinct()
    return [table.number for table in may_sit]


def _who_plays(request: Request, pk: int) -> dict[str, Any]:
    card = _card(request, pk)
    asked = SubstituteRequest.objects.open()
    game = game_to_play(request.event.teams.get(pk=pk))
    free = free_people(request.event, but=game) if card.state != "gone" else ()
    return {
        "team": card,
        "form": _substitutes(request, card),
        "helper_form": HelperForm(None, card.players),
        "counts": substitutes_count_now(request.event),
        "free": [each for each in free if each.player.team_id != pk and (game or not each.is_busy_later)],
        "waiting": tuple(asked.filter(player__team=pk).select_related("player", "person")),
        **_pool(request, card),
    }


def _pool(request: Request, card: TeamCard) -> dict[str, Any]:
    """The pool of the week's league, for its club and the desk (Rulebook L-41). Five queries at most."""
    league = _league(request)
    if league is None or card.state == "gone":
        return {}
    return {
        "league": league,
        "pool": pool_of(league, request.event),
        "shows_contact": request.by.badge.role == Role.ORGANIZER,
        "pool_form": FromPoolForm(None, card.players),
        "join_form": PoolForm(auto_id="id_join_%s"),
    }


def _league(request: Request) -> League | None:
    club, week = club_at_desk(request.event, request.by.badge), week_at(request.event)
    return week.league if club and week and week.league.club_id == club.pk else None


def _substitutes(request: Request, card: TeamCard, typed: Any = None) -> SubstituteForm:
    may_go_on = bool(request.event.way.spare) and len(card.players) > request.event.way.sits
    return SubstituteForm(typed, card.players, may_go_on=may_go_on)


TEAM = Screen(
    needs="desk",
    page="desk/team.html",
    fragment="desk/_team.html",
    home="desk:team",
    context=_team_page,
    layout=crew_layout("desk:desk"),
)
WHO_PLAYS = Screen(
    needs="crew",
    page="desk/substitute.html",
    home="desk:substitute",
    context=_who_plays,
    layout=crew_layout("desk:desk"),
)


def _team(request: Request, pk: int) -> Found:
    return {"team": get_object_or_404(request.event.teams, pk=pk)}


def _player(request: Request, pk: int) -> Found:
    return {"player": get_object_or_404(request.event.players.filter(team__isnull=False), pk=pk)}


def _resting(request: Request, pk: int) -> Found:
    """A team's game, and the player who is to sit it out."""
    team = _team(request, pk)["team"]
    player = get_object_or_404(team.players, pk=whole(request.POST.get("player", "")))
    game = game_to_play(team)
    if game is None:
        raise Refused("game.none")
    return {"game": game, "player": player}


def _badge(request: Request, pk: int) -> Found:
    return {"badge": _team(request, pk)["team"].badge}


def _giver(request: Request, pk: int) -> Found:
    return {"event": request.event, **_team(request, pk)}


def _place_form(request: Request, pk: int) -> PlaceForm:
    return PlaceForm(request.POST, _tables(request, pk))


def _merge_form(request: Request, pk: int) -> MergeForm:
    return MergeForm(request.POST, _team(request, pk)["team"])


def _merge(*, team: Team, other: Team | Player, by: Actor, at: datetime, player: Player | None = None) -> Any:
    if player and isinstance(other, Player):
        return merge_players(player=player, other=other, by=by, at=at)
    return merge_teams(team=team, other=cast(Team, other), by=by, at=at)


def _player_form(request: Request, pk: int) -> CorrectPlayerForm:
    return CorrectPlayerForm(_player(request, pk)["player"], request.POST)


def _substitute_form(request: Request, pk: int) -> SubstituteForm:
    return _substitutes(request, _card(request, pk), request.POST)


def _seat(*, team: Team, key: UUID, name: str, **typed: Any) -> Player:
    if not name and team.event.way.spare:
        return let_player_leave(**typed)
    return seat_substitute(key=key, name=name, **typed)


def _seated(outcome: Outcome) -> str:
    player, done = outcome.given["player"], outcome.done
    if player == done:
        return f"{player} has left. The other two go on, and the team keeps its results."
    return f"{done} substitutes for {player}. The {player.event.entrant} keeps its results."


def _help(*, is_asked: bool, team: Team, **typed: Any) -> Player | SubstituteRequest:
    return ask_to_substitute(**typed) if is_asked else seat_substitute(**typed)


def _helped(outcome: Outcome) -> str:
    if isinstance(outcome.done, SubstituteRequest):
        return f"{outcome.done.person} is asked on their own page, and plays once they say yes."
    return _seated(outcome)


def _helper_form(request: Request, pk: int) -> HelperForm:
    return HelperForm(request.POST, _card(request, pk).players)


def _of_pool(request: Request, pk: int) -> Found:
    league = _league(request)
    if league is None:
        raise Http404("This event is no week of a league of your club.")
    return {**_team(request, pk), "club": league.club, "league": league}


def _pool_form(request: Request, pk: int) -> FromPoolForm:
    return FromPoolForm(request.POST, _card(request, pk).players)


def _from_pool(*, team: Team, league: League, **typed: Any) -> Player:
    return seat_from_pool(event=team.event, **typed)


def _ready(*, team: Team, **typed: Any) -> PoolPlace:
    return put_into_pool(event=team.event, **typed)


def _on_the_page(screen: Screen, request: Request, outcome: Outcome, news: str) -> HttpResponse:
    given = outcome.given
    if isinstance(outcome.done, Team):  # After a merge, the team that is left.
        pk = outcome.done.pk
    else:
        pk = given["team"].pk if "team" in given else (given.get("player") or given["badge"]).team_id
    back = reverse(screen.home, args=(request.event.slug, pk))
    shown = replace(screen, context=partial(screen.context, pk=pk))
    return respond(request, shown, outcome.form, back=back, message=news, **outcome.refused)


def _asked(request: Request, pk: int) -> Found:
    club = club_at_desk(request.event, request.by.badge)
    if club is None:
        raise Http404("The people of a club are for its organizers and the desk of its events.")
    player = get_object_or_404(request.event.players.select_related("team"), pk=pk)
    return {"event": request.event, "club": club, "player": player}


def _is_this_form(request: Request, pk: int) -> IsThisForm:
    rows = [row for row in asked_here(request) if row.player.pk == pk]
    return IsThisForm(request.POST, rows[0].suggestions if rows else ())


def _where_pressed(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    if request.GET.get("at") == "team":
        return _on_the_page(TEAM, request, outcome, news)
    if request.GET.get("at") == "room":
        back = f"{reverse('desk:room', args=[request.event.slug])}{board_keep(request)}"
        return respond(request, ROOM, outcome.form, back=back, message=news, **outcome.refused)
    if request.GET.get("at") == "sign-ups":
        return respond(request, SIGN_UPS, outcome.form, message=news, **outcome.refused)
    if request.GET.get("at") in WALK_UPS:
        return beside_who_came(WALK_UPS[request.GET["at"]], request, outcome, news)
    return on_the_board(request, outcome, news)


WALK_UPS = {"walk-up": WALK_UP, "single": SINGLE}
_on_either = partial(action, _where_pressed, finds=_team, only="desk")
_on_its_page = partial(action, partial(_on_the_page, TEAM), finds=_team, only="desk")
_on_who_plays = partial(action, partial(_on_the_page, WHO_PLAYS), only="crew")

check_in = _on_either(check_in_team)
undo_check_in = _on_either(undo, message="{team.number} {team.name}: not here.")
withdraw = _on_either(leave_day)
part_here = _on_either(mark_part_here, message="{team.name}: one is here.")
sits_out = _on_either(sit_out, form=SitOutForm)
take_back = _on_either(return_team)
move_up = _on_either(move_team_up, message="{team.name} has a place.")
donate = _on_either(take_donation, finds=_giver, form=TeamDonationForm, form_name="donation_form")
buys_back = _on_either(buy_back, form=BuyBackForm, message="{team.name} plays on in the lower bracket.")
decides_again = _on_either(take_back_buy_back, message="{team.name} decides again.")
join = _on_its_page(
    add_player, form=AddPlayerForm, form_name="add_form", message="{done} plays in {team.name} now."
)
who_sits = _on_its_page(choose_who_rests, finds=_resting, message="{player} sits out this game.")
plays_on = _on_its_page(
    return_to_game, catches_up=whole_event, message="{team.name} are back, and have their game again."
)
leave = _on_its_page(leave_game, form=LeaveForm, catches_up=whole_event, message="{team.name} have left.")
where = _on_its_page(
    place_team, form=_place_form, form_name="place_form", message="It counts from the next seating on."
)
rename = _on_its_page(
    rename_team, form=RenameForm, form_name="rename_form", message="They are called {done.name} now."
)
correct = _on_its_page(
    correct_player,
    finds=_player,
    form=_player_form,
    form_name="player_form",
    message="{done.name} is corrected.",
)
merge = _on_its_page(
    _merge,
    finds=_team,
    form=_merge_form,
    form_name="merge_form",
    message="The two entries are one: {done}.",
)
unmerge = _on_its_page(undo_merge, finds=_team, message="{done} is a separate entry again.")
namesakes = _on_either(
    mark_namesakes_apart, finds=_player, message="They are different people. Nobody asks again."
)
is_this = _on_either(recognize, finds=_asked, form=_is_this_form, message="{player}: noted.")
take_out = _on_its_page(take_out_player, finds=_player, message="The name is gone from the pages.")
new_link = _on_its_page(renew_link, finds=_badge, message="Here is their new link. The old one is closed.")
seat = _on_who_plays(
    _seat,
    finds=_team,
    form=_substitute_form,
    form_name="form",
    message=_seated,
)
ask = _on_who_plays(_help, finds=_team, form=_helper_form, form_name="helper_form", message=_helped)
from_pool = _on_who_plays(
    _from_pool, finds=_of_pool, form=_pool_form, form_name="pool_form", message=_seated, only="desk"
)
join_pool = _on_who_plays(
    _ready,
    finds=_of_pool,
    form=lambda request, pk: PoolForm(request.POST, auto_id="id_join_%s"),
    form_name="join_form",
    message="{done.person} is in the pool of {league}.",
    only="desk",
)
substitute = page_or_action(WHO_PLAYS, seat)
back = _on_who_plays(return_player, finds=_player, message="{player} is back.")
