"""Django's settings.

With nothing set, Uptown is one process with SQLite beside it. ``DATABASE_URL`` and ``REDIS_URL``
make it the real thing: PostgreSQL, Redis, many web processes, Celery. Everything else that an
operator may set starts with ``UPTOWN_``.
"""

import os
import tomllib
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from config.environment import number, postgres, redis
from config.secret import kept_secret, private_folder

HOUSE = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]["version"]
DATA = private_folder(Path(os.environ.get("UPTOWN_DATA") or HOUSE / "var").resolve())

REDIS_URL = redis(os.environ.get("REDIS_URL", ""))
# Embedded: this process ticks by itself. Scaled: Celery beat does it for everybody.
TICKS_ITSELF = not REDIS_URL

DEBUG = os.environ.get("UPTOWN_DEBUG") == "1"
# The file of the secret; None where the environment holds it.
SECRET_FILE = None if os.environ.get("UPTOWN_SECRET_KEY") else DATA / "secret-key"
SECRET_KEY = kept_secret(SECRET_FILE) if SECRET_FILE else os.environ["UPTOWN_SECRET_KEY"]
# Who can read this file can read the database too: it signs in as the house's own organizer.
ORGANIZER_KEY = kept_secret(DATA / "organizer-key")

# The hall's phones come by whatever address the laptop has today.
ALLOWED_HOSTS = os.environ.get("UPTOWN_HOSTS", "*").split(",")
# The address that the hall's phones come by; for QR codes made on the computer that serves.
ADDRESS = os.environ.get("UPTOWN_ADDRESS", "").rstrip("/")
# The proxies in front, by address, that are believed for whom they ask.
PROXIES = [proxy for proxy in os.environ.get("UPTOWN_PROXIES", "").split(",") if proxy]
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("UPTOWN_ORIGINS", "").split(",") if origin]

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
    "pages",
    "server",
    "rehearsal",
]

MIDDLEWARE = [
    "server.http.mark.mark_answers",  # First: nothing is answered without it.
    "server.http.encoding.read_as_utf8",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # Files are compressed already; the streams never come by here.
    "csp.middleware.CSPMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "server.http.storage.NothingIsWritten",
    "accounts.newer_session.leave_newer_sessions",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.idle.sign_out_idle",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOUSE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pages.about.about",
            ],
            "libraries": {"modules": "pages.modules", "previews": "pages.previews"},
        },
    }
]

# --- the database -------------------------------------------------------------------------------

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": postgres(os.environ["DATABASE_URL"])}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(DATA / "uptown.sqlite3"),
            "CONN_MAX_AGE": None,  # Each of the server's threads keeps its own.
            "OPTIONS": {
                # Writers queue instead of failing; a saved result survives a power cut.
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    }
# Only wrong tries are counted in it: all processes share them, and Redis may be away.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tries",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
# Copies of the database: how often one is made, and for how many days it is kept.
BACKUPS = Path(os.environ.get("UPTOWN_BACKUPS") or DATA / "backups").resolve()
BACKUP_EVERY = timedelta(minutes=number("UPTOWN_BACKUP_MINUTES", 60) or 60)
BACKUP_DAYS = number("UPTOWN_BACKUP_DAYS", 14)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    # Django and Celery name the same socket differently.
    CELERY_BROKER_URL = (
        REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
        if REDIS_URL.startswith("unix://")
        else REDIS_URL
    )

# --- people -------------------------------------------------------------------------------------

# One, or a wrong password would be hashed by each.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# A hash of the older kind is replaced when its owner signs in.
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
# Guesses wait in a fair queue (server/limits/guesses.py), which locks nobody out.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": None}
# Before badges are given or taken, the password is asked for again if that was so many seconds ago.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 30 * 60
MFA_ADAPTER = "accounts.second_step.SecondStep"
MFA_FORMS = {
    "activate_totp": "accounts.second_step.TurnOnForm",
    "authenticate": "accounts.second_step.SignInCodeForm",
    "reauthenticate": "accounts.second_step.AskAgainCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Uptown"
MFA_TOTP_TOLERANCE = 1  # Nobody sets the clock of a hall's computer.
ACCOUNT_SESSION_REMEMBER = True
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

# So long after their event private links open its badges; 0 days: for ever.
LINKS_LAST = timedelta(days=number("UPTOWN_LINK_DAYS", 30)) or None

SESSION_ENGINE = "tournament.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = "Lax"
# In the browser's own cookie: a message shows a new code, which the database must not have.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# After so many minutes in which nobody did anything, organizers and the crew sign in again; 0: they don't.
IDLE = timedelta(minutes=number("UPTOWN_IDLE_MINUTES", 0))

# --- what a browser is told ---------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"  # A team's private link must not travel in a Referer.

# Once seen under https, an address is asked for in no other way for a month.
HSTS_SECONDS = 30 * 24 * 60 * 60
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # Other names of the same domain are none of ours,
    "security.W021",  # nor does a hall belong on the list that browsers are shipped with.
    "security.W008",  # Nothing listens where http would be led on from; a proxy does that itself.
]
if os.environ.get("UPTOWN_HTTPS") != "1":
    # Without https in the hall's own network there is nothing to keep apart.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W012", "security.W016"]
if os.environ.get("UPTOWN_HTTPS") == "1":  # Behind a proxy that ends TLS and says so.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = HSTS_SECONDS

# --- words, hours, files ------------------------------------------------------------------------

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [HOUSE / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "server.http.bundles.BundleFinder",
]
BUNDLES = DATA / "bundles"
STATIC_ROOT = Path(os.environ.get("UPTOWN_STATIC") or DATA / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "server.http.collecting.StaticFiles"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.WithoutLinks",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    # One line says why pages are answered with 503; each of them would add another.
    "filters": {"but 503": {"()": "config.logs.But503"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A stranger at a closed door is answered on the page; the terminal hears of what is our fault.
        "django.request": {"handlers": [], "filters": ["but 503"], "level": "ERROR", "propagate": True},
        # It warns of each try while PostgreSQL is away, which we say once.
        "psycopg.pool": {"handlers": [], "level": "ERROR", "propagate": True},
    },
}
