"""The operator's settings: one table with the name, kind, default and meaning of each.

Django's settings, the tables in docs/operator.md and the sentences about wrong values come from it. Standard
library only: ``./uptown`` checks the settings before anything is installed.
"""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from config import kinds


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A setting. ``without`` and ``meaning`` are the cells of its row in docs/operator.md.

    A value that may contain a secret is never shown.
    """

    name: str
    kind: kinds.Kind
    without: str
    meaning: str
    default: Any = ""
    needs: str = ""
    """Names another that must be set, too."""
    is_secret: bool = False


# --- the table ------------------------------------------------------------------------------------

GROUPS: dict[str, tuple[Setting, ...]] = {
    "Starting": (
        Setting(
            name="HOST",
            kind=kinds.LISTENS_AT,
            default="127.0.0.1",
            without="`127.0.0.1`",
            meaning="the address to listen on; `0.0.0.0` lets phones in the hall connect",
        ),
        Setting(
            name="PORT",
            kind=kinds.number(0, 65_535),
            default=8000,
            without="`8000`",
            meaning="the port to listen on",
        ),
        Setting(
            name="UPTOWN_DATA",
            kind=kinds.PATH,
            default=kinds.BASE_DIR / "var",
            without="`var`",
            meaning="the folder of the database, the secret key, and everything else that is written",
        ),
        Setting(
            name="UPTOWN_STATIC",
            kind=kinds.PATH,
            default=None,
            without="`static` in that folder",
            meaning="the folder of the collected static files",
        ),
        Setting(
            name="UPTOWN_SECRET_KEY",
            kind=kinds.KEY,
            is_secret=True,
            without="the file `secret-key` in that folder, made at the first start",
            meaning="the key for private links and sessions, 32 random characters or more. The same on every "
            "computer that shares a database. After a change, `./uptown manage new_secret` makes new links",
        ),
        Setting(
            name="UPTOWN_DEBUG",
            kind=kinds.FLAG,
            default=False,
            without="off",
            meaning="`1`: errors show their source to everybody. For development only",
        ),
    ),
    "Addresses and https": (
        Setting(
            name="UPTOWN_ADDRESS",
            kind=kinds.ORIGIN,
            without="this computer’s address in the hall",
            meaning="the address that QR codes lead to, such as `https://hall.example:8000`. Organizers then "
            "choose none",
        ),
        Setting(
            name="UPTOWN_HALL",
            kind=kinds.ORIGIN,
            without="set by `HOST=0.0.0.0`",
            meaning="the same with `{}` for any address of this computer, such as `http://{}:8000`: an "
            "organizer chooses one",
        ),
        Setting(
            name="UPTOWN_HOSTS",
            kind=kinds.HOSTS,
            default=["*"],
            without="any",
            meaning="the host names the server answers to; links are printed with these, or with "
            "`UPTOWN_ADDRESS`",
        ),
        Setting(
            name="UPTOWN_ROOM_HTTPS",
            kind=kinds.FLAG,
            default=False,
            without="off",
            meaning="`1`: as `--https`, https as well, with [its own certificate](https.md)",
        ),
        Setting(
            name="UPTOWN_CERTIFICATE",
            kind=kinds.PATH,
            default=None,
            without="http",
            meaning="the certificate file (PEM), to serve https",
        ),
        Setting(
            name="UPTOWN_CERTIFICATE_KEY",
            kind=kinds.PATH,
            default=None,
            without="in the certificate’s file",
            meaning="the file of its private key",
        ),
        Setting(
            name="UPTOWN_HTTPS",
            kind=kinds.FLAG,
            default=False,
            without="http",
            meaning="`1`: a proxy or tunnel in front terminates https",
        ),
        Setting(
            name="UPTOWN_PROXIES",
            kind=kinds.PROXIES,
            default=[],
            without="none",
            meaning="the addresses of proxies whose `X-Forwarded-For` is trusted",
        ),
        Setting(
            name="UPTOWN_ORIGINS",
            kind=kinds.ORIGINS,
            default=[],
            without="only its own address",
            meaning="more origins whose pages may post forms, such as `https://hall.example`; needed only if "
            "a proxy changes the `Host`",
        ),
    ),
    "Links and sign-in": (
        Setting(
            name="UPTOWN_LINK_DAYS",
            kind=kinds.number(0, 36_500),
            default=30,
            without="`30`",
            meaning="the days after its event until a private link closes; `0`: never. Links of a practice "
            "event stay open",
        ),
        Setting(
            name="UPTOWN_IDLE_MINUTES",
            kind=kinds.number(0, 525_600),
            default=0,
            without="`0`: never",
            meaning="the idle minutes after which organizers and the crew sign in again",
        ),
        Setting(
            name="UPTOWN_OIDC_SERVER",
            kind=kinds.WEB_PAGE,
            needs="UPTOWN_OIDC_CLIENT",
            without="nowhere",
            meaning="the OpenID Connect provider with which organizers may sign in too, such as "
            "`https://accounts.google.com`: see [below](#sign-in-with-your-organizations-account)",
        ),
        Setting(
            name="UPTOWN_OIDC_CLIENT",
            kind=kinds.TEXT,
            without="",
            meaning="the id of the client that you registered there",
        ),
        Setting(name="UPTOWN_OIDC_SECRET", kind=kinds.TEXT, is_secret=True, without="", meaning="its secret"),
        Setting(
            name="UPTOWN_OIDC_NAME",
            kind=kinds.TEXT,
            without="its host name",
            meaning="what the button says: *Sign in with …*",
        ),
    ),
    "Backups": (
        Setting(
            name="UPTOWN_BACKUPS",
            kind=kinds.PATH,
            default=None,
            without="`backups` in `UPTOWN_DATA`",
            meaning="the folder for backups; best on another disk",
        ),
        Setting(
            name="UPTOWN_BACKUP_MINUTES",
            kind=kinds.number(1, 10_080),
            default=60,
            without="`60`",
            meaning="the minutes from one backup to the next",
        ),
        Setting(
            name="UPTOWN_BACKUP_DAYS",
            kind=kinds.number(1, 36_500),
            default=14,
            without="`14`",
            meaning="the days that backups are kept",
        ),
    ),
    "E-mail, texts, webhooks": (
        Setting(
            name="EMAIL_HOST",
            kind=kinds.MAIL_SERVER,
            without="no e-mail",
            meaning="the server that sends e-mail ([messages.md](messages.md))",
        ),
        Setting(
            name="EMAIL_PORT", kind=kinds.number(1, 65_535), default=587, without="`587`", meaning="its port"
        ),
        Setting(
            name="EMAIL_HOST_USER", kind=kinds.TEXT, without="no sign-in", meaning="the name to sign in there"
        ),
        Setting(
            name="EMAIL_HOST_PASSWORD",
            kind=kinds.PASSWORD,
            is_secret=True,
            without="empty",
            meaning="its password",
        ),
        Setting(
            name="EMAIL_USE_SSL",
            kind=kinds.FLAG,
            default=None,
            without="`1` at port 465",
            meaning="`1`: the connection begins with TLS",
        ),
        Setting(
            name="EMAIL_USE_TLS",
            kind=kinds.FLAG,
            default=True,
            without="`1`, unless it begins with TLS",
            meaning="`0`: without encryption, for a mail server on this computer",
        ),
        Setting(
            name="DEFAULT_FROM_EMAIL",
            kind=kinds.SENDER,
            without="the name to sign in there",
            meaning="the sender of e-mails",
        ),
        Setting(
            name="UPTOWN_TEXT_URL",
            kind=kinds.WEB_PAGE,
            is_secret=True,
            without="no texts",
            meaning="the gateway that sends texts: a form is posted to this address. Name and password may "
            "be in it",
        ),
        Setting(
            name="UPTOWN_TEXT_FIELDS",
            kind=kinds.FIELDS,
            default="to={to}&text={text}",
            without="`to={to}&text={text}`",
            meaning="the fields of that form; `{id}` is the text’s id, the same if it is tried again",
        ),
        Setting(
            name="UPTOWN_TEXT_IN",
            kind=kinds.WORD,
            is_secret=True,
            without="answers aren’t read",
            meaning="a long word that you make up: the gateway posts answers to `/text/in/…/` with it at the "
            "end",
        ),
        Setting(
            name="UPTOWN_TEXT_CENTS",
            kind=kinds.number(0, 10_000),
            default=0,
            without="not shown",
            meaning="what a text costs, in cents",
        ),
        Setting(
            name="UPTOWN_WEBHOOKS_PRIVATE",
            kind=kinds.FLAG,
            default=False,
            without="no",
            meaning="`1` lets webhooks lead to addresses of private networks, as in a hall",
        ),
    ),
    "Logs and metrics": (
        Setting(
            name="UPTOWN_LOGS",
            kind=kinds.choice("line", "json"),
            default="line",
            without="`line`",
            meaning="`json`: one JSON object a line, and a line for each response, with its request’s id",
        ),
        Setting(
            name="SENTRY_DSN",
            kind=kinds.DSN,
            is_secret=True,
            without="no reports",
            meaning="where error reports go: the kind of error and its place in the code, nothing about "
            "people",
        ),
        Setting(
            name="UPTOWN_METRICS_TOKEN",
            kind=kinds.TEXT,
            is_secret=True,
            without="nobody",
            meaning="anyone who sends `Authorization: Bearer` with this token may read `/metrics`",
        ),
        Setting(
            name="UPTOWN_METRICS_NETWORKS",
            kind=kinds.NETWORKS,
            default=[],
            without="nobody",
            meaning="the networks that may read `/metrics`, such as `10.0.0.0/8,127.0.0.1`",
        ),
    ),
    "Many processes, many machines": (
        Setting(
            name="DATABASE_URL",
            kind=kinds.POSTGRES,
            is_secret=True,
            without="SQLite in `UPTOWN_DATA`",
            meaning="PostgreSQL: `postgres://user:password@host:5432/name`",
        ),
        Setting(
            name="REDIS_URL",
            kind=kinds.REDIS,
            needs="DATABASE_URL",
            is_secret=True,
            without="one process does everything",
            meaning="Redis: `redis://host:6379/0`. A Celery worker then runs what is due. Needs "
            "`DATABASE_URL`",
        ),
        Setting(
            name="PGBOUNCER_URL",
            kind=kinds.POSTGRES,
            needs="DATABASE_URL",
            is_secret=True,
            without="no PgBouncer",
            meaning="a PgBouncer in front of that PostgreSQL, in transaction mode; backups still go to "
            "`DATABASE_URL` ([wide.md](wide.md))",
        ),
        Setting(
            name="REPLICA_URL",
            kind=kinds.POSTGRES,
            needs="DATABASE_URL",
            is_secret=True,
            without="no replica",
            meaning="a replica of that PostgreSQL: public pages are read from it while it is up to date",
        ),
    ),
}
TABLE = {setting.name: setting for group in GROUPS.values() for setting in group}
OF_OTHERS = {"UPTOWN_NAME", "UPTOWN_WEB"}
"""Settings of deploy/compose.yaml and of the Caddyfile, which may be in the same environment."""


# --- reading --------------------------------------------------------------------------------------


def value(name: str) -> Any:
    """The value of a setting, or its default. An empty one is the same as none.

    :raises SystemExit: with a sentence, if the value is wrong.
    """
    setting, text = TABLE[name], os.environ.get(name, "")
    if not text.strip():
        return setting.default
    if wrong := _wrong(setting, text):
        raise SystemExit(wrong)
    return setting.kind.read(text)


def check(*, brought: Collection[str] = ()) -> None:
    """Check all settings that are set. Those ``brought`` will be set later, as by ``./uptown scale``.

    :raises SystemExit: with a sentence for each wrong one.
    """
    is_set = {name: text for name in TABLE if (text := os.environ.get(name, "")).strip()}
    found = [
        _wrong(TABLE[name], text) or _alone(TABLE[name], {*is_set, *brought}) for name, text in is_set.items()
    ]
    wrong = [sentence for sentence in found if sentence]
    if wrong:
        raise SystemExit("\n".join(wrong))


def unknown(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each name that looks like a setting of Uptown and is none."""
    known = {*TABLE, *OF_OTHERS}
    names = sorted(name for name in environment if name.startswith("UPTOWN_") and name not in known)
    return [f"Uptown has no setting {name}, so it changes nothing.{_nearest(name)}" for name in names]


def _wrong(setting: Setting, text: str) -> str:
    try:
        setting.kind.read(text)
    except ValueError:
        shown = "" if setting.is_secret else f", not “{text.strip()[:60]}”"
        return f"{setting.name} must be {setting.kind.what}{shown}."
    return ""


def _alone(setting: Setting, names: Collection[str]) -> str:
    if not setting.needs or setting.needs in names:
        return ""
    return f"{setting.name} is set, but {setting.needs} isn’t. Set both, or neither."


def _nearest(name: str) -> str:
    found = get_close_matches(name, TABLE, n=1, cutoff=0.7)
    return f" Did you mean {found[0]}?" if found else " All settings are in docs/operator.md."


def as_tables() -> str:
    """The tables of docs/operator.md, with the apostrophe of the keyboard, as all Markdown."""
    parts = []
    for heading, group in GROUPS.items():
        rows = [
            f"| `{each.name}` | {each.without} | {each.meaning} |".replace("|  |", "| |") for each in group
        ]
        parts.append(
            "\n".join([f"**{heading}**", "", "| setting | without it | meaning |", "|---|---|---|", *rows])
        )
    return "\n\n".join(parts).replace("’", "'")
