"""Celery beat's scheduler, with short logs while Redis is away."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError

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
