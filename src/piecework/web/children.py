"""The parent's side of a job's process: start it, hand it the request, read its lines, end it.

Starting Python and loading the puzzle's room takes a moment that people would notice after every click; so
one process always waits, ready, for the next request.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

from piecework.web.requests import Request
from piecework.web.settings import Settings

LONGEST_LINE = 64 * 2**20
"""Bytes of a line from a child: 200 solutions of the largest puzzles."""


class Child:
    """A worker process and its pipes."""

    def __init__(self, process: asyncio.subprocess.Process, settings: Settings) -> None:
        self._process = process
        self._settings = settings

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(self, request: Request) -> None:
        """Hand over the request."""
        limits = self._settings
        asked = {
            "kind": getattr(request, "kind", ""),
            "request": request.model_dump(mode="json"),
            "limits": {
                "memory": limits.memory,
                "solutions": limits.solutions,
                "placements": limits.placements,
            },
        }
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it says why in its last words
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            await self._process.stdin.drain()
            self._process.stdin.close()

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """What it says, until it ends."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield json.loads(line)
            # A child that talks fast must not keep the event loop from everyone else.
            await asyncio.sleep(0)

    async def last_words(self) -> str:
        """Why a process that ended without an answer may have done so, in words for people."""
        assert self._process.stderr is not None
        said = (await self._process.stderr.read()).decode(errors="replace").strip().split("\n")
        code = await self._process.wait()
        if code in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV) or "MemoryError" in said[-1]:
            return (
                "The search ended without an answer; it probably needed more memory than the "
                f"{self._settings.memory / 2**30:.1f} GiB that a job may use."
            )
        return f"The search ended without an answer: {said[-1][:300] or f'exit status {code}'}"

    def kill(self) -> None:
        """End it and everything it started."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Wait for its end."""
        await self._process.wait()


class Children:
    """Worker processes: one that waits, and those at work until they have ended."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._spare: asyncio.Task[Child] | None = None
        self._all: set[Child] = set()
        self._closed = False

    def get_ready(self) -> None:
        """Have a process waiting."""
        if not self._closed and (self._spare is None or (self._spare.done() and self._spare.exception())):
            self._spare = asyncio.create_task(self._start())

    async def take(self) -> Child:
        """A process to give a request to."""
        self._all = {child for child in self._all if child.alive}
        spare, self._spare = self._spare or asyncio.create_task(self._start()), None
        try:
            child = await asyncio.shield(spare)
        except asyncio.CancelledError:
            # Whoever asked no longer wants it: it waits for the next.
            if self._spare is None:
                self._spare = spare
            else:
                spare.add_done_callback(lambda started: started.result().kill())
            raise
        if not child.alive:
            child = await self._start()
        # The next one gets ready when this one has had a moment for itself.
        asyncio.get_running_loop().call_later(1.0, self.get_ready)
        return child

    async def _start(self) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "piecework.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        child = Child(process, self._settings)
        self._all.add(child)
        return child

    async def close(self) -> None:
        """End all of them."""
        self._closed = True
        if self._spare is not None:
            with contextlib.suppress(OSError):
                await self._spare
        for child in self._all:
            child.kill()
        for child in self._all:
            await child.gone()
