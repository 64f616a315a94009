"""Threads that wait for their turn."""

from __future__ import annotations

import threading
import time

import pytest

from pincite.search.slots import Slots


def test_no_more_at_a_time_than_there_are_slots() -> None:
    slots, lock = Slots(2), threading.Lock()
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(50):
            with slots:
                with lock:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0.0002)
                with lock:
                    inside -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 2)


def test_who_comes_first_is_served_first() -> None:
    slots, served = Slots(1), list[int]()

    def work(number: int) -> None:
        with slots:
            served.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    with slots:
        for number, thread in enumerate(threads):
            thread.start()
            while len(slots._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert served == list(range(6))


def test_a_failure_gives_the_slot_back() -> None:
    slots = Slots(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="x"), slots:
            raise ValueError("x")
    with slots:
        pass
