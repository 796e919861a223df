"""Take a person out at their request: their name is erased, and what they played stays."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import count

from django.db import transaction
from django.db.models import Q

from tournament.errors import Refused
from tournament.lists.columns import heading_key
from tournament.lists.commands_imports import GONE
from tournament.lists.reading import as_text
from tournament.log.audit_log import erase_from_log, log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Event, ListImport, Player, Team
from tournament.models.messages import LONGEST_WORDS
from tournament.models.typed_names import after_its_players, as_word, first_name


@transaction.atomic
def take_out_player(*, player: Player, by: Actor, at: datetime) -> Team:
    """Rename a player to ``Player 2 of team 7``, and erase their contact details. Returns their team.

    A team named after the player becomes ``Team 7``. Pages build their sentences from current names. Log
    texts with the names are erased, too; the log's chain still verifies. In messages and notes the new names
    replace the old ones. A list that waits to be imported is discarded if it has one of them, and a heading
    with the name that was remembered of any list is forgotten. A typed reason stays where it is shown outside
    the log.

    :raises Refused: if they play in no team.
    """
    event = lock_event(player.event_id)
    player = event.players.select_related("team").get(pk=player.pk)
    team = player.team
    if team is None:
        raise Refused("player.no-team-to-take-out", player=player)
    players = list(team.players.order_by("pk"))
    number = [one.pk for one in players].index(player.pk) + 1
    name = f"Player {team.number}" if event.way.is_one else f"Player {number} of team {team.number}"
    before, replaced = player.name, {player.name: name}
    if _carries(team, player, players):
        replaced = {team.name: _free_name(event, team), player.name: name}
        team.name = replaced[team.name]
        Team.objects.filter(pk=team.pk).update(name=team.name)
        Badge.objects.filter(team=team).update(name=team.name)
    same = Q(pk=player.pk) | Q(same_as=player) | Q(pk=player.same_as_id)
    Player.objects.filter(same).update(name=name, contact="", about="")
    player.name = name
    _replace_in_texts(event, replaced, at)
    _forget_headings(before, replaced)
    erased = erase_from_log(event, replaced)
    log(event, "player.taken-out", by=by, at=at, team=team, player=player, erased=erased)
    return team


def _replace_in_texts(event: Event, replaced: Mapping[str, str], at: datetime) -> None:
    """Replace names in messages, in notes beside donations, and drop a list that has one of them."""
    for rows, column, most in ((event.messages, "words", LONGEST_WORDS), (event.donations, "note", 200)):
        for row in rows.exclude(**{column: ""}):
            text = before = getattr(row, column)
            for name, instead in replaced.items():
                text = as_word(name).sub(instead, text)
            if text != before:
                write(row, **{column: text[:most]})
    for waits in event.imports.open():
        texts = f"{_text_of(waits)} {waits.rows} {waits.columns}"
        if any(as_word(name).search(texts) for name in replaced):
            write(waits, **GONE, task="", dropped_at=at)


def _text_of(waits: ListImport) -> str:
    content = bytes(waits.content)
    try:
        return as_text(content)
    except Refused:
        return content.decode(errors="replace")


def _forget_headings(person: str, names: Iterable[str]) -> None:
    """Forget what was chosen for headings that have one of these names, or are a part of the person's.

    The first row of a list without headings may have been taken for them, also at events where the person
    didn't play.
    """
    parts, whole = _name_parts(person), [name_parts for name in names if (name_parts := _name_parts(name))]
    for row in ListImport.objects.filter(columns__has_key="choices"):
        choices = {
            key: meaning
            for key, meaning in row.columns["choices"].items()
            if not (_name_parts(key) <= parts or any(name_parts <= _name_parts(key) for name_parts in whole))
        }
        if choices != row.columns["choices"]:
            write(row, columns={**row.columns, "choices": choices})


def _name_parts(heading: str) -> set[str]:
    return set(heading_key(heading).split())


def _carries(team: Team, player: Player, players: list[Player]) -> bool:
    """Whether a team's name contains the player's name, or is made from its players' names."""
    first_names = " & ".join(first_name(one.name) for one in players)
    made_of = {after_its_players([one.name for one in players]), first_names}
    return team.name in made_of or as_word(player.name).search(team.name) is not None


def _free_name(event: Event, team: Team) -> str:
    taken = {name.casefold() for name in event.teams.exclude(pk=team.pk).values_list("name", flat=True)}
    names = (f"{event.entrant.capitalize()} {team.number}{'*' * stars}" for stars in count())
    return next(name for name in names if name.casefold() not in taken)
