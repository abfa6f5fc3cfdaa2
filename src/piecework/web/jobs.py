"""Jobs: work for the page and the HTTP API, each in a process of its own.

A child process can be killed, gives its memory back, and leaves the server's own process free to answer. At
most as many run at once as the settings say; the rest wait in line. Everything here lives in the server's event
loop, so nothing is locked: children are read by tasks, and whoever wants to know waits for a job to change.

A job belongs to an owner (a browser tab, or the HTTP API). Pages *hold* the jobs that they show; when the last
page lets go, the job goes on for a moment, time enough for a reload, and is then stopped.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Literal

from piecework.web.requests import Request
from piecework.web.settings import Settings

State = Literal["queued", "running", "done", "stopped", "failed"]
Placement = dict[str, Any]
"""`{"piece": name, "cells": [[x, y], …]}`; on surfaces also `"tile"` and `"orientation"`."""


class Refused(Exception):  # noqa: N818  # an answer, not an error
    """The server has enough to do; `str` is made to be shown."""


class Job:
    """One piece of work: what was asked, how far it is, what was found."""

    def __init__(self, jobs: Jobs, request: Request, owner: str) -> None:
        self._jobs = jobs
        self.id = secrets.token_urlsafe(12)
        self.request = request
        self.owner = owner
        self.state: State = "queued"
        self.position = 0
        """How many are before it in the queue, and 0 when it runs: position 1 is next."""
        self.fraction = 0.0
        self.nodes = 0
        self.found = 0
        self.seconds = 0.0
        """Running time so far, queueing not included."""
        self.seconds_left: float | None = None
        """A guess; None while there is nothing to guess from."""
        self.solutions: list[list[Placement]] = []
        """Those kept; entries may be shared between solutions and must not be changed."""
        self.counts: dict[str, int] = {}
        self.result: Any = None
        """What else the request asks for: see `worker.py` for each kind."""
        self.complete = False
        """Whether all solutions were found (and not only as many as were asked for)."""
        self.message = ""
        """Why it failed or stopped, or what to know about the result; made to be shown."""
        self.version = 0
        """Goes up whenever something changes."""
        self._news = asyncio.Event()

    @property
    def ended(self) -> bool:
        return self.state in ("done", "stopped", "failed")

    def cancel(self) -> None:
        """Stop it; what was found stays."""
        raise NotImplementedError

    async def changed(self, since: int) -> int:
        """Wait until the version is larger than `since`, and return it; at once when the job has ended."""
        while self.version <= since and not self.ended:
            await self._news.wait()
        return self.version

    def hold(self, who: str) -> None:
        """A page shows this job; it goes on at least until that page lets go."""
        raise NotImplementedError

    def release(self, who: str) -> None:
        """The page is gone, for good or for a reload."""
        raise NotImplementedError


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def start(self, request: Request, *, owner: str) -> Job:
        """Begin work, or queue it. Needs a running event loop. Raises `Refused` when there is too much."""
        raise NotImplementedError

    def get(self, id: str) -> Job | None:  # noqa: A002
        """A job by its id, while it is remembered."""
        raise NotImplementedError

    def latest(self, owner: str, kind: str = "") -> Job | None:
        """The latest job of an owner (of one kind): how a reloaded page finds its job again."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop all jobs."""
        raise NotImplementedError
