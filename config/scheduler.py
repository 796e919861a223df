"""Celery's beat and worker, which outlive a Redis that goes away, with a line in the log for each time."""

import logging
import re
import warnings
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError
from celery.exceptions import CPendingDeprecationWarning
from celery.worker import request
from celery.worker.consumer import consumer

log = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):  # type: ignore[misc]
    """Logs once that Redis is away. Celery's own scheduler logs two tracebacks a second."""

    is_away = False

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if not self.is_away:
                log.error("Nothing comes due until Redis is back: %s", error)
            self.is_away = True
            return
        if self.is_away:
            log.warning("Redis is back.")
        self.is_away = False


class Consumer(consumer.Consumer):  # type: ignore[misc]
    """Logs once that Redis is away, and doesn't talk with other workers.

    That talk ("gossip") fails if Redis dies at the wrong moment, with an AttributeError that ends the worker.
    """

    def __init__(self, *args: Any, worker_options: dict[str, Any] | None = None, **more: Any) -> None:
        flags = dict.fromkeys(("without_gossip", "without_mingle", "without_heartbeat"), True)
        super().__init__(*args, worker_options={**(worker_options or {}), **flags}, **more)
        self._once = _Once()
        for logger in (consumer.logger, request.logger):
            logger.addFilter(self._once)

    def ensure_connected(self, conn: Any) -> Any:
        connected = super().ensure_connected(conn)
        if self._once.is_away:
            log.warning("Redis is back.")
        self._once.is_away = False
        return connected

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        with warnings.catch_warnings():
            # Each time, Celery announces a default of its next major version.
            warnings.simplefilter("ignore", CPendingDeprecationWarning)
            super().on_connection_error_after_connected(exc)


# What Kombu logs for a task that it could not acknowledge.
NOT_ACKNOWLEDGED = re.compile("Couldn.t ack ")


class _Once(logging.Filter):
    """Replaces the first line about a lost connection, and drops the others until it is back."""

    is_away = False

    def filter(self, record: logging.LogRecord) -> bool:
        message, args = str(record.msg), record.args if isinstance(record.args, tuple) else ()
        is_about_it = message == consumer.CONNECTION_ERROR or consumer.CONNECTION_RETRY in args
        if not (is_about_it or NOT_ACKNOWLEDGED.match(message)):
            return True
        was_away, self.is_away = self.is_away, True
        record.msg, record.args, record.exc_info = "This worker does nothing until Redis is back.", (), None
        return not was_away
