"""The Prometheus metrics of this process, which ``server/scrape.py`` exposes.

With several web processes on one machine, the client library adds them up, from files in a folder that
``serve`` names. Metrics of the database, such as the number of hands, are read at each scrape.
"""

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]

STREAMS = Gauge("uptown_streams_open", "Event streams that are open.", multiprocess_mode="livesum")
QUEUE = Gauge(
    "uptown_queue_length", "Requests that wait for a slot.", ["kind"], multiprocess_mode="livesum"
)  # fmt: skip
BUSY = Counter("uptown_busy", "Requests that got a 503 because their queue was full.")
PUSH_DELAY = Histogram(
    "uptown_push_delay_seconds",
    "The time from a committed action to its message in all open streams of the process.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
PAGE_CACHE = Counter("uptown_page_cache_lookups", "Public pages looked up in the page cache.", ["result"])
HIT, MISS = PAGE_CACHE.labels("hit"), PAGE_CACHE.labels("miss")
RESPONSES = Counter("uptown_responses", "Responses by method and class of status.", ["method", "status"])
RESPONSE_SECONDS = Histogram(
    "uptown_response_seconds",
    "The time from a request to the first byte of its response.",
    ["method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
