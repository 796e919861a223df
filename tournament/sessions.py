"""Django's database sessions, with columns for the list of devices (``settings.SESSION_ENGINE``)."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InTheDatabase
from django.utils.dateparse import parse_datetime

from tournament.models import Session

# The keys of what a session stores.
BADGES = "badges"
DEVICE = "device"
DEVICE_NAME = "device_name"
SINCE = "since"
SEEN = "seen"
SIGNED_OUT = "signed_out"


class SessionStore(InTheDatabase):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.device = str(data.get(DEVICE_NAME, ""))[:80]
        row.since = parse_datetime(data.get(SINCE, ""))
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        # Spaces around each id, so that "1" isn't found in "12".
        row.worn = "".join(f" {badge} " for badge in data.get(BADGES, []))
        return row
