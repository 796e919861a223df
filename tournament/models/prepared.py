"""Statements of which Django writes the SQL once, and not each time they are asked.

For the few that every saved hand asks: writing their SQL takes many times as long as answering it. They are
put like any other query, with ``Given`` where a value comes later; what Django makes of it is kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=Model)
T = TypeVar("T")

# What Python holds of these is what every database takes.
PLAIN = (models.IntegerField, models.CharField, models.TextField, models.BooleanField, models.AutoField)


Converters = Sequence[tuple[int, Sequence[Any], Any]]


def converters_of(compiler: Any) -> Converters:
    """What makes values of the columns that a query answers with: which of them need it, and how."""
    found = compiler.get_converters([each[0] for each in compiler.select])
    return [(place, convert, what) for place, (convert, what) in found.items()]


def converted(answer: Sequence[Any], converters: Converters, database: Any) -> list[Any]:
    """The values of one answer."""
    values = list(answer)
    for place, converts, what in converters:
        if values[place] is not None:
            for convert in converts:
                values[place] = convert(values[place], what, database)
    return values


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
            (each.name, _preparing(each.output_field), None) if isinstance(each, Given) else ("", None, each)
            for each in params
        ]
        return cls(sql, gaps)

    def fill(self, values: Mapping[str, Any], database: Any) -> list[Any]:
        """The parameters, with what was given."""
        return [
            fixed if not name else prepare(values[name], database) if prepare else values[name]
            for name, prepare, fixed in self.gaps
        ]

    def do(self, values: Mapping[str, Any], database: Any) -> None:
        """Ask for what gives no answer."""
        _ask(self, values, database)


def _ask(statement: _Statement, values: Mapping[str, Any], database: Any) -> Any:
    """Send a statement, by a cursor that plans it once where there is one."""
    cursor = getattr(database, "prepared_cursor", database.cursor)()
    cursor.execute(statement.sql, statement.fill(values, database))
    return cursor


@contextmanager
def in_one_go() -> Iterator[None]:
    """What is asked here waits for its answers together, where the database can (PostgreSQL)."""
    with getattr(connections[DEFAULT_DB_ALIAS], "in_one_go", nullcontext)():
        yield


class _Once(Generic[T]):
    """What is made once for each kind of database."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: dict[str, T] = {}

    def on(self, database: Any) -> T:
        """It, for the database in use."""
        found = self._made.get(database.vendor)
        if found is None:
            found = self._made[database.vendor] = self._make()
        return found


class Look(Generic[M]):
    """A look at rows, with all that comes with them."""

    def __init__(self, ask: Callable[[], QuerySet[M]]) -> None:
        self._rows = _Once(lambda: _Rows.of(ask()))

    def ask(self, **given: Any) -> Callable[[], list[M]]:
        """Ask for the rows; what comes back waits for them. One query."""
        database = connections[DEFAULT_DB_ALIAS]
        rows = self._rows.on(database)
        cursor = _ask(rows.statement, given, database)
        return lambda: [rows.row(each, database) for each in cursor.fetchall()]

    def all(self, **given: Any) -> list[M]:
        """The rows. One query."""
        return self.ask(**given)()

    def one(self, **given: Any) -> M:
        """The only row. One query.

        :raises Model.DoesNotExist: if there is none.
        """
        return only(self.all(**given), self._rows.on(connection).model)


def only(rows: list[M], model: type[M]) -> M:
    """The only row of an answer.

    :raises Model.DoesNotExist: if there is none.
    """
    if len(rows) != 1:
        raise cast(Any, model).DoesNotExist
    return rows[0]


@dataclass(frozen=True, slots=True)
class _Rows(Generic[M]):
    """How the answer to a query becomes rows, and the rows that come with each; as Django would make them.

    A row is filled at once, not column by column through ``Model.__init__``: nothing of ours waits for that.
    """

    statement: _Statement
    model: type[M]
    names: Sequence[str]
    columns: slice
    key: int
    converters: Converters
    annotated: Mapping[str, int]
    beside: Sequence[tuple["_Rows[Any]", Callable[[Any, Any], None], Callable[[Any, Any], None]]]

    @classmethod
    def of(cls, queryset: QuerySet[M]) -> "_Rows[M]":
        """The way of one query, found once."""
        compiler = queryset.query.get_compiler(connection=connection)
        statement = _Statement.of(*compiler.as_sql())
        return cls._of(
            statement,
            cast("dict[str, Any]", compiler.klass_info),
            compiler.select,
            converters=converters_of(compiler),
            annotated=compiler.annotation_col_map or {},
        )

    @classmethod
    def _of(cls, statement: _Statement, info: dict[str, Any], select: Any, **first: Any) -> "_Rows[Any]":
        places, model = info["select_fields"], info["model"]
        columns = slice(places[0], places[-1] + 1)
        names = [each[0].target.attname for each in select[columns]]
        return cls(
            statement=statement,
            model=model,
            names=names,
            columns=columns,
            key=places[0] + names.index(model._meta.pk.attname),
            beside=[
                (cls._of(statement, other, select), other["local_setter"], other["remote_setter"])
                for other in info.get("related_klass_infos", ())
            ],
            **{"converters": (), "annotated": {}} | first,
        )

    def row(self, answer: Sequence[Any], database: Any) -> M:
        """One row, with the rows that come with it."""
        return self._made(converted(answer, self.converters, database))

    def _made(self, values: Sequence[Any]) -> M:
        made = self.model.__new__(self.model)
        kept = made.__dict__
        kept["_state"] = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        kept.update(zip(self.names, values[self.columns], strict=True))
        for name, place in self.annotated.items():
            kept[name] = values[place]
        for rows, set_here, set_there in self.beside:
            other = None if values[rows.key] is None else rows._made(values)
            set_here(made, other)
            if other is not None:
                set_there(other, made)
        return made


class Insert(Generic[M]):
    """A new row, written down whole. A number that the database gives it is not asked back."""

    def __init__(self, model: type[M]) -> None:
        self._made = _Once(lambda: _insert(model))

    def __call__(self, row: M) -> None:
        """Write it. One query."""
        _, fields = self._made.on(connections[DEFAULT_DB_ALIAS])
        self.columns(**{field.attname: field.pre_save(row, add=True) for field in fields})
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

    def columns(self, **values: Any) -> None:
        """Write all its columns, where nobody wants the row itself. One query."""
        database = connections[DEFAULT_DB_ALIAS]
        statement, _ = self._made.on(database)
        statement.do(values, database)


class Change(Generic[M]):
    """New values in some columns of the rows that are asked for."""

    def __init__(self, ask: Callable[[], QuerySet[M]], *columns: str) -> None:
        self._statement = _Once(lambda: _change(ask(), columns))

    def __call__(self, **values: Any) -> None:
        """Write them, all of them. One query."""
        database = connections[DEFAULT_DB_ALIAS]
        self._statement.on(database).do(values, database)


def _insert(model: type[M]) -> tuple[_Statement, "Sequence[Field[Any, Any]]"]:
    fields = [field for field in model._meta.concrete_fields if not field.db_returning]
    query = InsertQuery(model)
    query.insert_values(fields, [model(**{field.attname: _column(model, field.attname) for field in fields})])
    return _Statement.of(*query.get_compiler(connection=connection).as_sql()[0]), fields


def _change(queryset: QuerySet[M], columns: Sequence[str]) -> _Statement:
    query = cast(UpdateQuery, queryset.query.chain(UpdateQuery))
    query.add_update_values({name: _column(queryset.model, name) for name in columns})
    return _Statement.of(*query.get_compiler(connection=connection).as_sql())


def _preparing(field: "Field[Any, Any]") -> Callable[[Any, Any], Any] | None:
    """How a value becomes what the database takes; None where it is that already."""
    return None if isinstance(getattr(field, "target_field", field), PLAIN) else field.get_db_prep_save


def _column(model: type[Model], name: str) -> Given:
    return Given(model, name)
