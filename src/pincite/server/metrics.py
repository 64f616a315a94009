"""What the server counts, in the text form of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from pincite.errors import PinciteError

if TYPE_CHECKING:
    from prometheus_client.core import Metric

    from pincite.library import Library

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)


class Metrics:
    """The counts of one server since its start, beside what its library holds at the moment of asking.

    Args:
        library: All of it.
    """

    def __init__(self, library: Library) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # two lines for each count that nobody reads
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pincite_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "pincite_request_seconds",
            "Time until a request was answered, streams to their end.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._open = Gauge(
            "pincite_requests_open", "Requests being answered, streams included.", registry=self._registry
        )
        self._refused = Counter(
            "pincite_requests_refused", "Requests refused by a guard.", ("guard",), registry=self._registry
        )
        self._questions = Counter(
            "pincite_questions", "Questions by what became of them.", ("outcome",), registry=self._registry
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(_Contents(library))

    def opened(self) -> None:
        """A request came."""
        self._open.inc()

    def closed(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._open.dec()
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, guard: str) -> None:
        """A guard refused a request."""
        self._refused.labels(guard).inc()

    def question(self, outcome: str) -> None:
        """A question ended: "answered", "refused" or "failed"."""
        self._questions.labels(outcome).inc()

    def text(self) -> bytes:
        """All of them."""
        return generate_latest(self._registry)


class _Contents(Collector):
    """What the library holds: asked only when somebody looks."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def describe(self) -> list[Metric]:
        """Nothing, so that registering does not ask the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The numbers at this moment; none where the database cannot say."""
        from pincite.server.contents import count_contents

        try:
            contents = count_contents(self._library.store)
        except PinciteError:
            return
        yield GaugeMetricFamily("pincite_documents", "Documents in the library.", contents.documents)
        yield GaugeMetricFamily("pincite_chunks", "Chunks in the library.", contents.chunks)
        jobs = GaugeMetricFamily("pincite_jobs", "Jobs by state.", labels=("state",))
        for state, number in contents.jobs.items():
            jobs.add_metric([state], number)
        yield jobs
