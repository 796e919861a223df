"""Celery's beat and worker, which outlive a Redis that goes away, with a line in the log for each time."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError
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

    def __init__(self, *words: Any, worker_options: dict[str, Any] | None = None, **more: Any) -> None:
        alone = dict.fromkeys(("without_gossip", "without_mingle", "without_heartbeat"), True)
        super().__init__(*words, worker_options={**(worker_options or {}), **alone}, **more)
        self._once = _Once()
        consumer.logger.addFilter(self._once)

    def ensure_connected(self, conn: Any) -> Any:
        connected = super().ensure_connected(conn)
        if self._once.is_away:
            log.warning("Redis is back.")
        self._once.is_away = False
        return connected


class _Once(logging.Filter):
    """Replaces the first line about a lost connection, and drops the others until it is back."""

    is_away = False

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg != consumer.CONNECTION_ERROR and consumer.CONNECTION_RETRY not in map(
            str, record.args or ()
        ):
            return True
        was_away, self.is_away = self.is_away, True
        record.msg, record.args = "This worker does nothing until Redis is back.", ()
        return not was_away
