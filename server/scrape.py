"""``/metrics`` for Prometheus, only with a token or from named networks."""

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.models import Count, Min, Q, Sum
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from scoring.models import Hand
from server.health import backup_age
from server.http.responses import Receive, Send, send_response
from tournament.models import Deadline, Failure
from tournament.schedule.live import last_tick

Network = IPv4Network | IPv6Network


async def metrics(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer a scrape. Everybody else gets a 404."""
    if not may_scrape(scope, settings.METRICS_TOKEN, settings.METRICS_NETWORKS):
        await send_response(send, 404, b"", (b"cache-control", b"no-store"))
        return
    body = await asyncio.to_thread(_figures, timezone.now())
    await send_response(
        send, 200, body, (b"cache-control", b"no-store"), content_type=CONTENT_TYPE_LATEST.encode()
    )


def may_scrape(scope: dict[str, Any], token: str, networks: list[Network]) -> bool:
    headers = dict(scope["headers"])
    if token and secrets.compare_digest(headers.get(b"authorization", b""), f"Bearer {token}".encode()):
        return True
    # Behind a proxy that isn't in the settings, every client has the proxy's address.
    if b"x-forwarded-for" in headers and not settings.PROXIES:
        return False
    with suppress(ValueError, TypeError):
        client = ip_address(scope["client"][0])
        return any(client in network for network in networks)
    return False


class OfDatabase(Collector):
    """The metrics that all processes share. Four queries. If the database is away, one metric says so."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        is_up = True
        try:
            yield from self._read()
        except DatabaseError:
            is_up = False
        finally:
            connections.close_all()
        yield GaugeMetricFamily("uptown_database_up", "1 if the database answers.", float(is_up))
        if age := backup_age(self._now):
            yield _seconds("uptown_backup_age_seconds", "The age of the last backup here.", age)

    def _read(self) -> list[Metric]:
        due = Deadline.objects.due(self._now).filter(event__is_practice=False)
        oldest, tick = due.aggregate(oldest=Min("due_at"))["oldest"], last_tick()
        late = self._now - oldest if oldest else timedelta()
        hands = CounterMetricFamily("uptown_hands_saved", "Hands, with those replaced.", Hand.objects.count())
        failed = CounterMetricFamily("uptown_due_failed", "Failed tries of what was due.", labels=["work"])
        failing = GaugeMetricFamily("uptown_due_failing", "What was due and fails now.", labels=["work"])
        rows = Failure.objects.order_by("work").values("work")
        for row in rows.annotate(tries=Sum("failed"), now=Count("pk", filter=Q(ended_at=None))):
            failed.add_metric([row["work"]], row["tries"])
            failing.add_metric([row["work"]], row["now"])
        found: list[Metric] = [
            hands,
            failed,
            failing,
            _seconds("uptown_deadline_lateness_seconds", "Of the oldest overdue deadline.", late),
        ]
        if tick:
            age = self._now - tick
            found.append(_seconds("uptown_tick_age_seconds", "The time since the last tick.", age))
        return found


def _seconds(name: str, words: str, value: timedelta) -> Metric:
    return GaugeMetricFamily(name, words, value.total_seconds())


def _figures(now: datetime) -> bytes:
    shared = CollectorRegistry()
    shared.register(OfDatabase(now))
    if folder := shared_folder():
        _forget_the_dead(folder)
        processes = CollectorRegistry()
        MultiProcessCollector(processes)  # type: ignore[no-untyped-call]
    else:
        processes = REGISTRY
    return generate_latest(processes) + generate_latest(shared)


def shared_folder() -> Path | None:
    """The folder with the metrics of this server's processes; None if there is only one process."""
    named = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    return Path(named) if named else None


def _forget_the_dead(folder: Path) -> None:
    """Remove the gauges of dead processes, or their streams and queues would still be counted."""
    for file in folder.glob("gauge_live*_*.db"):
        number = file.stem.rpartition("_")[2]
        try:
            os.kill(int(number), 0)  # Sends nothing: it only looks whether there is such a process.
        except ProcessLookupError:
            mark_process_dead(number)  # type: ignore[no-untyped-call]
