"""The tables as the organizer sets them up."""

from dataclasses import dataclass

from tournament.event.names import TeamName, name_of
from tournament.models import Event, Game, Role


@dataclass(frozen=True, kw_only=True)
class RoomTable:
    number: int
    zone: str
    is_accessible: bool
    is_out_of_use: bool
    referee_id: int | None
    referee: str
    game_id: int | None
    teams: tuple[TeamName, ...]
    kept_for: tuple[TeamName, ...]

    @property
    def name(self) -> str:
        return self.zone


@dataclass(frozen=True, kw_only=True)
class TablesPage:
    """The hall's tables."""

    tables: tuple[RoomTable, ...]
    referees: tuple[tuple[int, str], ...]
    free: tuple[int, ...]
    in_use: int
    needs: tuple[TeamName, ...]
    """Teams that need an accessible table, if none is marked as such."""


def tables_page(event: Event) -> TablesPage:
    """Every table, in use or not. Five queries; four while no game is open."""
    on = {
        game.table_id: game
        for game in Game.objects.open().filter(event=event, table__isnull=False).with_everybody()
    }
    wish = event.teams.with_place()
    teams = [team for team in wish if team.fixed_table_id or team.needs_accessible]
    rows = list(event.tables.select_related("referee"))
    has_accessible = any(row.is_accessible and not row.is_out_of_use for row in rows)
    return TablesPage(
        tables=tuple(
            RoomTable(
                number=row.number,
                zone=row.zone,
                is_accessible=row.is_accessible,
                is_out_of_use=row.is_out_of_use,
                referee_id=row.referee_id,
                referee=row.referee.name if row.referee else "",
                game_id=on[row.pk].pk if row.pk in on else None,
                teams=tuple(name_of(team) for team in on[row.pk].everybody()) if row.pk in on else (),
                kept_for=tuple(name_of(team) for team in teams if team.fixed_table_id == row.pk),
            )
            for row in rows
        ),
        referees=referees(event),
        free=tuple(row.number for row in rows if not row.is_out_of_use and row.pk not in on),
        in_use=sum(1 for row in rows if not row.is_out_of_use),
        needs=()
        if has_accessible
        else tuple(name_of(team) for team in teams if team.needs_accessible and not team.fixed_table_id),
    )


def referees(event: Event) -> tuple[tuple[int, str], ...]:
    """The referees, by badge id and name. One query."""
    badges = event.badges.worn().filter(role=Role.REFEREE).order_by("name", "pk")
    return tuple((badge.pk, badge.name) for badge in badges)
