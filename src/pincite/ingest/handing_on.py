"""The job of an archive, or of a message with attachments, becomes jobs for the files in it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from pincite.domain import JobKind
from pincite.ingest.holding import name_within, too_deep
from pincite.ingest.storing import Source
from pincite.parse import ParserPool
from pincite.parse.formats.containers import MOST_DEPTH, Member, Unpacked, may_hold_files
from pincite.store import Store
from pincite.store.incoming import Received
from pincite.store.jobs import Jobs, NewJob
from pincite.store.queue import Claim

_BLOCK = 1 << 20
_AT_ONCE = 64
"""Each file is open until its job is there, so that nothing takes it for a leftover."""


def hand_on(store: Store, jobs: Jobs, claim: Claim, pool: ParserPool, source: Source) -> Unpacked | None:
    """Make jobs of the files that a file holds; None for one that holds none.

    When that is repeated after a death, the jobs find the bytes in the library already.

    Raises:
        DocumentError: if the file cannot be unpacked.
        LibraryError: if the disk is full.
    """
    if not may_hold_files(source.path, source.name):
        return None
    depth = int(claim.payload.get("depth", 0))
    with store.scratch_folder() as folder:
        unpacked = pool.unpack(source.path, source.name, folder)
        if unpacked is None:
            return None
        if depth >= MOST_DEPTH:
            if unpacked.whole:
                raise too_deep(source.name)
            return None
        for start in range(0, len(unpacked.members), _AT_ONCE):
            members = unpacked.members[start : start + _AT_ONCE]
            _hand_on(store, jobs, claim, source, folder, members)
    return unpacked


def _hand_on(
    store: Store, jobs: Jobs, claim: Claim, source: Source, folder: Path, members: Sequence[Member]
) -> None:
    with contextlib.ExitStack() as kept:
        taken = [_copy_of(jobs, folder / member.file, member.name, kept) for member in members]
        with store.writing() as connection:
            for member, received in zip(members, taken, strict=True):
                jobs.put(connection, _job_for(claim, source, member, received))
        for received in taken:
            received.kept = True


def _copy_of(jobs: Jobs, path: Path, name: str, kept: contextlib.ExitStack) -> Received:
    received = kept.enter_context(jobs.incoming.receiving())
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            received.write(block)
    path.unlink()
    received.settle(name)
    return received


def _job_for(claim: Claim, source: Source, member: Member, received: Received) -> NewJob:
    passed_on = {key: claim.payload[key] for key in ("ocr", "password") if key in claim.payload}
    own = {
        "incoming": received.path.name,
        "sha256": received.sha256,
        "depth": int(claim.payload.get("depth", 0)) + 1,
    }
    return NewJob(
        JobKind.ADD,
        claim.job.collection,
        name_within(source.name, member.name),
        member.size,
        account=None if claim.viewer is None else claim.viewer.pk,
        batch=claim.job.batch,
        payload={**own, **passed_on},
    )
