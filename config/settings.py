"""Django's settings.

With nothing set, Uptown is one process with SQLite. ``DATABASE_URL`` and ``REDIS_URL`` make it distributed:
PostgreSQL, Redis, many web processes, Celery. All settings for operators are in config/environment.py.
"""

import tomllib
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from config import environment, services
from config.databases import postgres
from config.environment import value
from config.kinds import BASE_DIR
from config.secret import kept_secret, private_folder

environment.check()
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
DATA = private_folder(value("UPTOWN_DATA"))

REDIS_URL = value("REDIS_URL")
# Without Redis the server process runs the tick (server/ticker.py); with Redis, Celery beat does.
TICKS_ITSELF = not REDIS_URL

DEBUG = value("UPTOWN_DEBUG")
# None if the secret comes from the environment.
SECRET_FILE = None if value("UPTOWN_SECRET_KEY") else DATA / "secret-key"
SECRET_KEY = kept_secret(SECRET_FILE) if SECRET_FILE else value("UPTOWN_SECRET_KEY")
# A key that signs in as an organizer. Anyone who can read this file can read the database too.
ORGANIZER_KEY = kept_secret(DATA / "organizer-key")

# Where ``serve`` listens, and with which certificate, unless its options say otherwise.
LISTENS_AT, PORT = value("HOST"), value("PORT")
CERTIFICATE, CERTIFICATE_KEY = value("UPTOWN_CERTIFICATE"), value("UPTOWN_CERTIFICATE_KEY")
ROOM_HTTPS = value("UPTOWN_ROOM_HTTPS")
# Any host, because phones use the address that the laptop has today.
ALLOWED_HOSTS = value("UPTOWN_HOSTS")
# The address for QR codes on pages that were opened as localhost, which is no use to a phone.
ADDRESS = value("UPTOWN_ADDRESS")
# The same for each address of this computer, such as "http://{}:8000". Set by ``serve`` if it listens on all
# of them and the operator named none: then an organizer chooses one (pages/links.py).
HALL = value("UPTOWN_HALL")
# The https address with this computer's own certificate, in the same way; set by ``serve --https``
# (docs/https.md).
ROOM = ""
AUTHORITY = DATA / "https" / "authority.crt"
# The addresses of proxies whose X-Forwarded headers are trusted.
PROXIES = value("UPTOWN_PROXIES")
# /metrics can be read with this token, or from these networks. By nobody, if neither is set.
METRICS_TOKEN = value("UPTOWN_METRICS_TOKEN")
METRICS_NETWORKS = value("UPTOWN_METRICS_NETWORKS")
# Whether webhooks may go to private networks, such as to a display or a program in the hall.
WEBHOOKS_TO_PRIVATE = value("UPTOWN_WEBHOOKS_PRIVATE")
CSRF_TRUSTED_ORIGINS = value("UPTOWN_ORIGINS")
CSRF_FAILURE_VIEW = "pages.site.views_csrf.refuse"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "server.http.collecting.CollectedFiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "tournament",
    "scoring",
    "seasons",
    "pages",
    "server",
]

MIDDLEWARE = [
    "server.http.mark.mark_responses",  # First: no response goes out without the mark.
    "server.http.encoding.read_as_utf8",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # For private pages: the page cache compresses its own.
    "csp.middleware.CSPMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "server.http.storage.DatabaseUnavailable",
    "accounts.middleware.leave_newer_sessions",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.sign_out_idle",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pages.about.about",
            ],
            "builtins": ["pages.presses"],
            "libraries": {
                "modules": "pages.modules",
                "money": "pages.money",
                "numbers": "pages.numbers",
                "previews": "pages.previews",
            },
        },
    }
]

# --- the database -------------------------------------------------------------------------------

# PostgreSQL itself, if "default" is a PgBouncer in front of it. Backups and restores need it, because they
# change settings of their session.
POSTGRES: dict[str, Any] = {}
# The environment in which its programs are found, which make the backups.
POSTGRES_PROGRAMS = services.programs_of_postgres() if value("DATABASE_URL") else {}
if value("DATABASE_URL"):
    DATABASES = {"default": postgres(value("DATABASE_URL"))}
    if value("PGBOUNCER_URL"):
        POSTGRES = DATABASES["default"]
        # PgBouncer may run each transaction on another connection.
        DATABASES = {"default": postgres(value("PGBOUNCER_URL")) | {"DISABLE_SERVER_SIDE_CURSORS": True}}
    if value("REPLICA_URL"):
        DATABASES["replica"] = postgres(value("REPLICA_URL"))
        DATABASE_ROUTERS = ["config.routers.Router"]
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(DATA / "uptown.sqlite3"),
            "CONN_MAX_AGE": None,  # Each thread of the server keeps its connection.
            "OPTIONS": {
                # Writers queue instead of failing; a saved result survives a power cut.
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    }
# Rate limits and the time of the last tick. All processes share them, with or without Redis.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tries",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
BACKUPS = value("UPTOWN_BACKUPS") or DATA / "backups"
BACKUP_EVERY = timedelta(minutes=value("UPTOWN_BACKUP_MINUTES"))
BACKUP_DAYS = value("UPTOWN_BACKUP_DAYS")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    # Django and Celery name the same socket differently.
    CELERY_BROKER_URL = (
        REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
        if REDIS_URL.startswith("unix://")
        else REDIS_URL
    )

# --- messages -----------------------------------------------------------------------------------

# The server that sends e-mail, as Django's own settings; none without EMAIL_HOST.
EMAIL_HOST = value("EMAIL_HOST")
EMAIL_PORT = value("EMAIL_PORT")
EMAIL_HOST_USER = value("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = value("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = EMAIL_PORT == 465 if value("EMAIL_USE_SSL") is None else value("EMAIL_USE_SSL")
EMAIL_USE_TLS = value("EMAIL_USE_TLS") and not EMAIL_USE_SSL
EMAIL_BACKEND = "server.smtp.EmailBackend"
EMAIL_TIMEOUT = 10  # For everything that is said to it, not for each read.
DEFAULT_FROM_EMAIL = value("DEFAULT_FROM_EMAIL") or EMAIL_HOST_USER or "uptown@localhost"
# A gateway for texts: where its form is posted to, the fields of that form, and what a text costs.
TEXT_URL = value("UPTOWN_TEXT_URL")
TEXT_FIELDS = value("UPTOWN_TEXT_FIELDS")
TEXT_CENTS = value("UPTOWN_TEXT_CENTS")
# The last part of the URL to which the gateway posts incoming texts; if empty, none are accepted.
TEXT_IN = value("UPTOWN_TEXT_IN")

# --- people -------------------------------------------------------------------------------------

# Only one: with a wrong password, each backend would hash it again, which is slow.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# A PBKDF2 hash is replaced when its owner signs in.
PASSWORD_HASHERS = ["accounts.sign_in.Argon2id", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.sign_in.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "accounts.sign_in.InvitedOnly"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# server/limits/guesses.py limits guesses with a fair queue, which locks nobody out.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": None}
# The seconds after which giving or revoking a badge asks for the password again.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 30 * 60
MFA_ADAPTER = "accounts.second_step.SecondStep"
MFA_FORMS = {
    "activate_totp": "accounts.second_step.TurnOnForm",
    "authenticate": "accounts.second_step.SignInCodeForm",
    "reauthenticate": "accounts.second_step.AskAgainCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Uptown"
MFA_TOTP_TOLERANCE = 1  # Allow for a computer's clock that is half a minute wrong.
ACCOUNT_SESSION_REMEMBER = True
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

# How long private links work after their event; None: for ever.
LINKS_LAST = timedelta(days=value("UPTOWN_LINK_DAYS")) or None

# The OpenID Connect server of an organization, with whose accounts organizers may sign in; empty: none.
OIDC_SERVER = value("UPTOWN_OIDC_SERVER")
OIDC_NAME = value("UPTOWN_OIDC_NAME") or urlsplit(OIDC_SERVER).netloc
if OIDC_SERVER:
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "SCOPE": ["openid"],  # Without name and address: an organizer connects the account.
            "APPS": [
                {
                    "provider_id": "organization",
                    "name": OIDC_NAME,
                    "client_id": value("UPTOWN_OIDC_CLIENT"),
                    "secret": value("UPTOWN_OIDC_SECRET"),
                    "settings": {"server_url": OIDC_SERVER, "fetch_userinfo": False},
                }
            ],
        }
    }

SESSION_ENGINE = "tournament.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = "Lax"
# Not in the session: a message may show a new code, which the database must store only as a hash.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# The idle time after which organizers and crew are signed out; 0 for never.
IDLE = timedelta(minutes=value("UPTOWN_IDLE_MINUTES"))

# --- security headers ---------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        # Forms of the sign-in page redirect to the OpenID Connect server.
        "form-action": [SELF, *filter(None, [OIDC_SERVER])],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # A team's private link must not travel in a Referer.

HSTS_SECONDS = 30 * 24 * 60 * 60
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for subdomains: they may belong to others.
    "security.W021",  # HSTS preload: too much for the host name of one event.
    "security.W008",  # Redirects from http: the proxy makes them.
]
if value("UPTOWN_HTTPS"):  # Behind a proxy that terminates TLS and sets this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = HSTS_SECONDS
else:  # Plain http in a local network.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W012", "security.W016"]

# --- language, time, files ----------------------------------------------------------------------

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static", ("pictures", BASE_DIR / "docs" / "pictures")]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "server.http.bundles.BundleFinder",
]
BUNDLES = DATA / "bundles"
STATIC_ROOT = value("UPTOWN_STATIC") or DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "server.http.collecting.StaticFiles"},
}

LOGS = value("UPTOWN_LOGS")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.WithoutLinks",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.logs.AsJson"},
    },
    # The reason for 503 pages is logged once, not once for each of them.
    "filters": {"but 503": {"()": "config.logs.But503"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOGS}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Pages show refusals (4xx); only 5xx responses are logged.
        "django.request": {"handlers": [], "filters": ["but 503"], "level": "ERROR", "propagate": True},
        # The pool logs every failed connection while PostgreSQL is away; Uptown logs it once.
        "psycopg.pool": {"handlers": [], "level": "ERROR", "propagate": True},
        # One line for each response is for programs that read logs.
        "uptown.requests": {"level": "INFO" if LOGS == "json" else "WARNING"},
    },
}

if value("SENTRY_DSN"):
    from config import reports

    reports.start(value("SENTRY_DSN"), VERSION)
