"""What the users of `benchmarks.load` do: a locust file, run by it in a process of its own.

Each waits one to three seconds between its requests, as somebody does who reads, and mixes searches, quoted answers,
pictures of pages and, now and then, an upload. `PINCITE_LOAD` is a JSON file with questions, pages and the parts of the
mixture.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from pathlib import Path

from locust import HttpUser, between, constant, task

from benchmarks.load_pdf import small_pdf

PLAN = json.loads(Path(os.environ["PINCITE_LOAD"]).read_text(encoding="utf-8"))
_numbers = itertools.count()


class Reader(HttpUser):
    """Somebody with a library of books."""

    wait_time = constant(0) if PLAN["eager"] else between(1, 3)
    host = PLAN["address"]

    def on_start(self) -> None:
        """Each user has a course of its own, the same in every run."""
        self.random = random.Random(next(_numbers))

    @task(PLAN["mixture"]["search"])
    def search(self) -> None:
        """Find ten passages."""
        self.client.post("/api/v1/search", json={"question": self.question(), "k": 10}, name="search")

    @task(PLAN["mixture"]["ask"])
    def ask(self) -> None:
        """Have a question answered by quotes, or refused."""
        self.client.post(
            "/api/v1/ask", json={"question": self.question(), "mode": "quoted"}, name="quoted ask"
        )

    @task(PLAN["mixture"]["page"])
    def page(self) -> None:
        """Look at a page."""
        document, pages = self.random.choice(PLAN["documents"])
        index = self.random.randint(1, pages)
        self.client.get(f"/api/v1/documents/{document}/pages/{index}/image?width=960", name="page image")

    @task(PLAN["mixture"]["upload"])
    def upload(self) -> None:
        """Hand in a new document of two pages, which is indexed meanwhile."""
        data = small_pdf(self.random.getrandbits(60))
        files = {"files": ("note.pdf", data, "application/pdf")}
        self.client.post("/api/v1/documents", files=files, name="upload")

    def question(self) -> str:
        """One of the questions."""
        return str(self.random.choice(PLAN["questions"]))
