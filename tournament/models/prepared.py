"""Statements of which Django writes the SQL once, and not each time they are asked.

For the few that every saved hand asks: writing their SQL takes many times as long as answering it. They are
put like any other query, with ``Given`` where a value comes later; what Django makes of it is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models import query as django_query
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Given(Expression):
    """A value that comes when the statement is asked, by the name of the column it is compared with."""

    def __init__(self, model: type[Model], name: str) -> None:
        super().__init__(output_field=cast("Field[Any, Any]", model._meta.get_field(name)))
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """A gap, and in its place this, to be filled."""
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _Statement:
    """SQL as one kind of database reads it, and how its gaps are filled."""

    sql: str
    gaps: Sequence[tuple[str, Callable[[Any, Any], Any] | None, Any]]

    @classmethod
    def of(cls, sql: str, params: Sequence[Any]) -> "_Statement":
        """What Django wrote."""
        gaps = [
            (each.name, each.output_field.get_db_prep_save, None)
            if isinstance(each, Given)
            else ("", None, each)
            for each in params
        ]
        return cls(sql, gaps)

    def fill(self, values: Mapping[str, Any], database: Any) -> list[Any]:
        """The parameters, with what was given."""
        return [prepare(values[name], database) if prepare else fixed for name, prepare, fixed in self.gaps]

    def do(self, values: Mapping[str, Any]) -> None:
        """Ask for what gives no answer."""
        database = connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor:
            cursor.execute(self.sql, self.fill(values, database))


class _Once(Generic[T]):
    """What is made once for each kind of database."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: dict[str, T] = {}

    def here(self) -> T:
        """It, for the database in use."""
        found = self._made.get(connection.vendor)
        if found is None:
            found = self._made[connection.vendor] = self._make()
        return found


class Look(Generic[M]):
    """A look at rows, with all that comes with them."""

    def __init__(self, ask: Callable[[], QuerySet[M]]) -> None:
        self._rows = _Once(lambda: _Rows.of(ask()))

    def all(self, **given: Any) -> list[M]:
        """The rows. One query."""
        rows, database = self._rows.here(), connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor:
            cursor.execute(rows.statement.sql, rows.statement.fill(given, database))
            found = cursor.fetchall()
        return [rows.row(each, database) for each in found]

    def one(self, **given: Any) -> M:
        """The only row. One query.

        :raises Model.DoesNotExist: if there is none.
        """
        found = self.all(**given)
        if len(found) != 1:
            raise cast(Any, self._rows.here().model).DoesNotExist
        return found[0]


@dataclass(frozen=True, slots=True)
class _Rows(Generic[M]):
    """How the answer to a query becomes rows; the way that Django's own ``ModelIterable`` goes."""

    statement: _Statement
    model: type[M]
    names: Sequence[str]
    columns: slice
    converters: Sequence[tuple[int, Sequence[Any], Any]]
    related: Sequence[Any]
    annotated: Mapping[str, int]

    @classmethod
    def of(cls, queryset: QuerySet[M]) -> "_Rows[M]":
        """The way of one query, found once."""
        compiler = queryset.query.get_compiler(connection=connection)
        statement = _Statement.of(*compiler.as_sql())
        select, info = compiler.select, cast("dict[str, Any]", compiler.klass_info)
        places = info["select_fields"]
        populators: Any = django_query.get_related_populators
        columns = slice(places[0], places[-1] + 1)
        converters = compiler.get_converters([each[0] for each in select])
        return cls(
            statement=statement,
            model=queryset.model,
            names=[each[0].target.attname for each in select[columns]],
            columns=columns,
            converters=[(place, convert, what) for place, (convert, what) in converters.items()],
            related=populators(info, select, DEFAULT_DB_ALIAS),
            annotated=compiler.annotation_col_map or {},
        )

    def row(self, answer: Sequence[Any], database: Any) -> M:
        """One row, with the rows that come with it."""
        values = list(answer)
        for place, converters, what in self.converters:
            if values[place] is not None:
                for convert in converters:
                    values[place] = convert(values[place], what, database)
        made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, values[self.columns])
        for populator in self.related:
            populator.populate(values, made)
        for name, place in self.annotated.items():
            setattr(made, name, values[place])
        return made


class Insert(Generic[M]):
    """A new row, written down whole. A number that the database gives it is not asked back."""

    def __init__(self, model: type[M]) -> None:
        self._made = _Once(lambda: _insert(model))

    def __call__(self, row: M) -> None:
        """Write it. One query."""
        statement, fields = self._made.here()
        statement.do({field.attname: field.pre_save(row, add=True) for field in fields})
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


class Change(Generic[M]):
    """New values in some columns of the rows that are asked for."""

    def __init__(self, ask: Callable[[], QuerySet[M]], *columns: str) -> None:
        self._statement = _Once(lambda: _change(ask(), columns))

    def __call__(self, **values: Any) -> None:
        """Write them, all of them. One query."""
        self._statement.here().do(values)


def _insert(model: type[M]) -> tuple[_Statement, "Sequence[Field[Any, Any]]"]:
    fields = [field for field in model._meta.concrete_fields if not field.db_returning]
    query = InsertQuery(model)
    query.insert_values(fields, [model(**{field.attname: _column(model, field.attname) for field in fields})])
    return _Statement.of(*query.get_compiler(connection=connection).as_sql()[0]), fields


def _change(queryset: QuerySet[M], columns: Sequence[str]) -> _Statement:
    query = cast(UpdateQuery, queryset.query.chain(UpdateQuery))
    query.add_update_values({name: _column(queryset.model, name) for name in columns})
    return _Statement.of(*query.get_compiler(connection=connection).as_sql())


def _column(model: type[Model], name: str) -> Given:
    return Given(model, name)
