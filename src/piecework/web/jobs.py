"""Jobs: work for the page and the HTTP API, each in a process of its own.

A child process can be killed, gives its memory back, and leaves the server's own process free to answer. At
most as many run at once as the settings say; the rest wait in line. Everything here lives in the server's
event loop, so nothing is locked: children are read by tasks, and whoever wants to know waits for a change.

Pages *hold* the jobs that they show; when the last page lets go, the job goes on for a moment, time enough
for a reload, and is then stopped. Jobs that no page ever held, those of the HTTP API, run to their end.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from typing import Any, Literal

from piecework.web.children import Child, Children
from piecework.web.requests import QUICK, Request
from piecework.web.settings import Settings

State = Literal["queued", "running", "done", "stopped", "failed"]
Placement = dict[str, Any]
"""`{"piece": name, "cells": [[x, y], …]}`; on surfaces `"tile"` and `"orientation"` as well."""

QUICK_AT_ONCE = 2
"""Quick jobs run beside the searches, so that an editor gets its answer while others search."""
QUICK_SECONDS = 20.0
MOST_PLACEMENTS = 5_000_000
"""Placements in the solutions of all jobs together; beyond, the oldest finished jobs are forgotten."""


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
        self.fraction = 0.0
        self.nodes = 0
        self.found = 0
        self.solutions: list[list[Placement]] = []
        """Those kept; entries are shared between solutions and must not be changed."""
        self.counts: dict[str, int] = {}
        self.result: Any = None
        """What else the request asks for; `worker.py` says what that is for each kind."""
        self.complete = False
        """Whether all solutions were found, and not only as many as were asked for."""
        self.message = ""
        """Why it failed or stopped, or what to know about the result; made to be shown."""
        self.version = 0
        """Goes up whenever something changes."""
        self._placements: list[Placement] = []
        self._started = self._ended = 0.0
        self._news = asyncio.Event()
        self._holders: set[str] = set()
        self._child: Child | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def kind(self) -> str:
        return str(getattr(self.request, "kind", ""))

    @property
    def ended(self) -> bool:
        return self.state in ("done", "stopped", "failed")

    @property
    def position(self) -> int:
        """Its place in the queue, 1 for the next to run; 0 when it does not wait."""
        return self._jobs.position(self)

    @property
    def seconds(self) -> float:
        """Running time so far, waiting in the queue not included."""
        if not self._started:
            return 0.0
        return (self._ended or time.monotonic()) - self._started

    @property
    def seconds_left(self) -> float | None:
        """A guess, never beyond the time limit; None while there is nothing to guess from."""
        if self.state != "running" or self.fraction < 0.001 or self.seconds < 0.5:
            return None
        return min(self.seconds * (1 - self.fraction) / self.fraction, self._jobs.limit(self) - self.seconds)

    def status(self) -> dict[str, Any]:
        """How it stands, as plain values for JSON; the solutions themselves are not in it."""
        left = self.seconds_left
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "position": self.position,
            "fraction": round(self.fraction, 6),
            "nodes": self.nodes,
            "found": self.found,
            "kept": len(self.solutions),
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "seconds_left": None if left is None else round(left, 1),
            "counts": self.counts,
            "result": self.result,
            "message": self.message,
            "version": self.version,
        }

    def cancel(self) -> None:
        """Stop it; what was found stays."""
        if not self.ended:
            self._finish("stopped", "Stopped.")

    async def changed(self, since: int) -> int:
        """Wait until the version is larger than `since`, and return it; at once when the job has ended."""
        while self.version <= since and not self.ended:
            await self._news.wait()
        return self.version

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end, so long at most; whether it has ended."""
        try:
            async with asyncio.timeout(seconds):
                while not self.ended:
                    await self.changed(self.version)
        except TimeoutError:
            pass
        return self.ended

    def hold(self, who: str) -> None:
        """A page shows this job; it goes on at least until that page lets go."""
        self._holders.add(who)

    def release(self, who: str) -> None:
        """The page is gone, for good or for a reload."""
        if who in self._holders:
            self._holders.discard(who)
            asyncio.get_running_loop().call_later(self._jobs.settings.grace, self._stop_if_alone)

    def held_besides(self, who: str) -> bool:
        """Whether another page shows it as well, such as a copy of the tab."""
        return bool(self._holders - {who})

    def _stop_if_alone(self) -> None:
        if not self._holders and not self.ended:
            self._finish("stopped", "Stopped: the page that started it was closed.")

    # -- what the child says

    def _take(self, said: dict[str, Any]) -> None:
        if "progress" in said:
            fraction, self.nodes, self.found = said["progress"]
            self.fraction = max(self.fraction, fraction)
        if "solutions" in said:
            self._placements += said["placements"]
            self.solutions += [[self._placements[number] for number in row] for row in said["solutions"]]
            self.found = len(self.solutions)
            limit = getattr(self.request, "limit", None)
            if limit:
                self.fraction = max(self.fraction, min(1.0, self.found / limit))
        if "append" in said:
            self.result = [*(self.result or []), *said["append"]]
        if "end" in said:
            end = said["end"]
            self.result = end.get("result", self.result)
            self.counts = end.get("counts", {})
            self.complete = end.get("complete", True)
            self.fraction = 1.0
            self._finish("done", end.get("message", ""))
        elif "error" in said:
            self._finish("failed", said["error"])
        else:
            self._tell()

    def _begin(self) -> None:
        self.state = "running"
        self._started = time.monotonic()
        self._task = asyncio.create_task(self._run())
        self._tell()

    async def _run(self) -> None:
        limit = self._jobs.limit(self)
        try:
            async with asyncio.timeout(limit):
                self._child = await self._jobs.children.take()
                await self._child.ask(self.request)
                async for said in self._child.lines():
                    self._take(said)
            if not self.ended:
                self._finish("failed", await self._child.last_words())
        except TimeoutError:
            self._finish("stopped", f"Stopped after the {limit:g} seconds that a search may take.")
        except OSError as error:
            self._finish("failed", f"The search could not be started: {error.strerror or error}.")

    def _finish(self, state: State, message: str) -> None:
        if self.ended:
            return
        self.state, self.message = state, message
        self._ended = time.monotonic()
        if self._child is not None:
            self._child.kill()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._jobs.ended(self)
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.children = Children(settings)
        self._jobs: dict[str, Job] = {}
        self._queues: dict[bool, deque[Job]] = {True: deque(), False: deque()}
        self._running: dict[bool, set[Job]] = {True: set(), False: set()}

    def start(self, request: Request, *, owner: str) -> Job:
        """Begin work, or queue it. Needs a running event loop. Raises `Refused` when there is too much."""
        self._forget()
        job = Job(self, request, owner)
        queue = self._queues[_quick(job)]
        if len(queue) >= self.settings.queued or len(self._jobs) >= self.settings.jobs:
            raise Refused(f"{len(queue)} searches are waiting already; try again when one of them is done.")
        self._jobs[job.id] = job
        queue.append(job)
        self._advance()
        return job

    def get(self, id: str) -> Job | None:  # noqa: A002  # it is what everyone calls it
        """A job by its id, while it is remembered."""
        return self._jobs.get(id)

    def position(self, job: Job) -> int:
        """Its place in the queue, from 1; 0 when it is not in it."""
        return next((at for at, other in enumerate(self._queues[_quick(job)], 1) if other is job), 0)

    def load(self) -> tuple[int, int]:
        """How many jobs run, and how many wait."""
        return sum(map(len, self._running.values())), sum(map(len, self._queues.values()))

    def limit(self, job: Job) -> float:
        """Seconds that it may take."""
        return min(QUICK_SECONDS, self.settings.seconds) if _quick(job) else self.settings.seconds

    def ended(self, job: Job) -> None:
        """A job has ended: the next ones may begin."""
        quick = _quick(job)
        self._running[quick].discard(job)
        if job in self._queues[quick]:
            self._queues[quick].remove(job)
        self._advance()

    def _advance(self) -> None:
        for quick, queue in self._queues.items():
            most = QUICK_AT_ONCE if quick else self.settings.at_once
            moved = False
            while queue and len(self._running[quick]) < most:
                job = queue.popleft()
                self._running[quick].add(job)
                job._begin()
                moved = True
            if moved:
                for waiting in queue:  # they have moved up
                    waiting._tell()

    def _forget(self) -> None:
        """Drop finished jobs that are old, and the oldest of those that are too many or too large."""
        now = time.monotonic()
        finished = sorted((job for job in self._jobs.values() if job.ended), key=lambda job: job._ended)
        kept = sum(map(_size, self._jobs.values()))
        for job in finished:
            old = now - job._ended > self.settings.remembered
            if old or len(self._jobs) >= self.settings.jobs or kept > MOST_PLACEMENTS:
                kept -= _size(job)
                del self._jobs[job.id]

    async def close(self) -> None:
        """Stop all jobs, and wait until their processes are gone."""
        for queue in self._queues.values():
            queue.clear()
        for job in list(self._jobs.values()):
            if not job.ended:
                job._finish("stopped", "Stopped: the server ends.")
        await self.children.close()


def _quick(job: Job) -> bool:
    return job.kind in QUICK


def _size(job: Job) -> int:
    return len(job.solutions) * len(job.solutions[0]) if job.solutions else 0
