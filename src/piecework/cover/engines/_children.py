"""The parent's side: start an engine's process, hand it the program, read solutions as they come.

One line of JSON goes in, and lines of JSON come out: a list of option numbers for every solution, and at the
end an object that says how it went.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from piecework.cover import Cover
from piecework.cover.engines._program import Program

ENGINES = {"cpsat": "OR-Tools CP-SAT", "highs": "HiGHS", "gurobi": "Gurobi"}
"""The engines by name."""


class EngineError(ValueError):
    """An engine that is not installed, cannot take the problem, or failed; the text is one line."""


def solutions(engine: str, cover: Cover, *, limit: int | None = None) -> Iterator[tuple[int, ...]]:
    """All solutions (or so many) as ascending option numbers, in the engine's order."""
    if engine not in ENGINES:
        raise EngineError(f"there is no engine {engine!r}; there are {', '.join(ENGINES)}")
    if limit == 0:
        return
    with _child(engine, {"task": "solutions", "limit": limit}, cover) as lines:
        for line in lines:
            answer = json.loads(line)
            if isinstance(answer, list):
                yield tuple(answer)
            else:
                _finish(engine, answer)
                return
    raise EngineError(f"{ENGINES[engine]} ended without an answer")


def core(cover: Cover) -> tuple[int, ...] | None:
    """Numbers of items that together cannot be covered, none of which can be left out; None if all can be.

    CP-SAT names a set that is impossible; items are then left out one by one as long as it stays impossible.
    """
    with _child("cpsat", {"task": "core"}, cover) as lines:
        for line in lines:
            answer = json.loads(line)
            if isinstance(answer, list):
                return tuple(answer)
            _finish("cpsat", answer)
            return None
    raise EngineError(f"{ENGINES['cpsat']} ended without an answer")


def _finish(engine: str, answer: dict[str, Any]) -> None:
    if error := answer.get("error"):
        raise EngineError(f"{ENGINES[engine]}: {error}")


@contextmanager
def _child(engine: str, request: dict[str, Any], cover: Cover) -> Iterator[IO[str]]:
    program = Program.of(cover)
    process = subprocess.Popen(
        [sys.executable, "-m", f"piecework.cover.engines._run_{engine}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        try:
            json.dump({**request, "ranges": program.ranges, "options": program.options}, process.stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it ended early, and its answer says why
        yield process.stdout
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
