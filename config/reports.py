"""Error reports to Sentry, if ``SENTRY_DSN`` is set; without personal data.

A report has the type of the error, its place in the code, the version, and the request's id, which finds the
log line on this computer. An error's text may contain what somebody typed, so the text isn't sent.
"""

from typing import Any

import sentry_sdk

from server.watching.requests import request_id

SENT = ("event_id", "timestamp", "platform", "level", "logger", "release", "exception")
FRAME = ("filename", "module", "function", "lineno", "in_app")


def start(dsn: str, version: str) -> None:
    sentry_sdk.init(
        dsn=dsn,
        release=f"uptown@{version}",
        before_send=without_people,
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
    )


def without_people(report: Any, hint: dict[str, Any]) -> Any:
    """The part of a report that is sent. It has only the fields named here, so a new field is never sent."""
    kept = {name: report[name] for name in SENT if name in report}
    kept["tags"] = {"request": request_id.get()}
    if "exception" in kept:
        errors = kept["exception"].get("values", [])
        kept["exception"] = {"values": [_without_text(error) for error in errors]}
    elif "logentry" in report:
        kept["logentry"] = {"message": report["logentry"].get("message", "")}  # Without its arguments.
    return kept


def _without_text(error: dict[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames", [])
    only = [{name: frame[name] for name in FRAME if name in frame} for frame in frames]
    return {"type": error.get("type", ""), "module": error.get("module"), "stacktrace": {"frames": only}}
